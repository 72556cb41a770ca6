import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'

/** A gift request that replaces another one, or that another one replaces. */
export interface GiftReference {
  id: string
  reference: string
}

/** Finds the gift request that a gift request replaces, and the one that replaces it. */
export async function findReissues(
  ctx: TxContext,
  { account_id, id }: Pick<Gift, 'account_id' | 'id'>,
): Promise<{ reissued_from: GiftReference | null; reissued_as: GiftReference | null }> {
  const rows = await ctx.query<GiftReference & { is_replacement: boolean }>(
    `select g.id, g.reference, r.reissued_from = $2 as is_replacement
       from gifting.reissued_gift r
       join gifting.gift_request g on g.account_id = r.account_id
        and g.id = case when r.reissued_from = $2 then r.gift_request_id else r.reissued_from end
      where r.account_id = $1 and (r.reissued_from = $2 or r.gift_request_id = $2)`,
    [account_id, id],
  )
  const toReference = (isReplacement: boolean): GiftReference | null => {
    const row = rows.find(({ is_replacement }) => is_replacement === isReplacement)
    return row === undefined ? null : { id: row.id, reference: row.reference }
  }
  return { reissued_from: toReference(false), reissued_as: toReference(true) }
}

/**
 * Inserts a replacement. The primary key allows only one replacement of each gift request. The function does
 * not wait for the statement.
 */
export const insert = (ctx: TxContext, reissued_from: string, gift_request_id: string): void =>
  ctx.enqueue(
    `insert into gifting.reissued_gift (account_id, reissued_from, gift_request_id, created_at)
     values ($1, $2, $3, $4)`,
    [ctx.account_id, reissued_from, gift_request_id, ctx.now],
  )

/**
 * Frees the link of an ended gift request, so that its replacement can use the link. Does not change the
 * encrypted code, so that the old gift request shows the same URL as before. The function does not wait for
 * the statement.
 */
export const clearLinkDigest = (ctx: TxContext, { account_id, id }: Gift): void =>
  ctx.enqueue(
    'update gifting.gift_request set link_digest = null where account_id = $1 and id = $2',
    [account_id, id],
  )
