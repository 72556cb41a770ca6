import type { TxContext } from '#platform/postgres/database'
import type { ContentRow } from '../tables.ts'

const columns = `account_id, id, delivery, is_link_per_gift, encrypted_link, file_id, instructions, low_stock_threshold,
  alerted_level, created_at, updated_at`

/** Returns the contents of these variants. Variants without a row are left out. */
export const find = (ctx: TxContext, variant_ids: readonly string[]): Promise<ContentRow[]> =>
  ctx.query<ContentRow>(
    `select ${columns} from digital.content where account_id = $1 and id = any ($2)`,
    [ctx.account_id, variant_ids],
  )

export const findForUpdate = (
  ctx: TxContext,
  variant_id: string,
): Promise<ContentRow | undefined> =>
  ctx.queryFirst<ContentRow>(
    `select ${columns} from digital.content where account_id = $1 and id = $2 for update`,
    [ctx.account_id, variant_id],
  )

export const save = (ctx: TxContext, row: Omit<ContentRow, 'account_id'>): Promise<unknown> =>
  ctx.query(
    `insert into digital.content (account_id, id, delivery, is_link_per_gift, encrypted_link, file_id, instructions,
       low_stock_threshold, alerted_level, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     on conflict (account_id, id) do update
        set delivery = excluded.delivery, is_link_per_gift = excluded.is_link_per_gift,
            encrypted_link = excluded.encrypted_link, file_id = excluded.file_id, instructions = excluded.instructions,
            low_stock_threshold = excluded.low_stock_threshold, alerted_level = excluded.alerted_level,
            updated_at = excluded.updated_at`,
    [
      ctx.account_id,
      row.id,
      row.delivery,
      row.is_link_per_gift,
      row.encrypted_link,
      row.file_id,
      row.instructions,
      row.low_stock_threshold,
      row.alerted_level,
      ctx.now,
    ],
  )

/** Returns those of the variants from which a gift or an import depends on the kind of delivery. */
export async function findUsed(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.query<{ id: string }>(
    `select v.id from unnest($2::uuid[]) as v (id)
      where exists (select from digital.code c where c.account_id = $1 and c.variant_id = v.id)
         or exists (select from digital.item i where i.account_id = $1 and i.variant_id = v.id)`,
    [ctx.account_id, variant_ids],
  )
  return new Set(rows.map(({ id }) => id))
}
