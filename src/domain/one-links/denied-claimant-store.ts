import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'

interface DeniedRow {
  id: string
  kind: 'address' | 'domain'
  digest: Buffer
  /** The encrypted address or domain. */
  entry: Buffer
  created_at: Date
}

export const list = (ctx: TxContext, limit: number): Promise<Omit<DeniedRow, 'digest'>[]> =>
  ctx.query(
    `select id, kind, entry, created_at from gifting.denied_claimant
      where account_id = $1 order by id desc limit $2`,
    [ctx.account_id, limit],
  )

/** Serializes changes of the list, so that concurrent requests stay below its limit. */
export const lock = (ctx: TxContext): Promise<void> =>
  lockUntilEnd(ctx, `denied claimants ${ctx.account_id}`)

export const count = (ctx: TxContext): Promise<number> =>
  ctx.queryCount(
    'select count(*)::int as count from gifting.denied_claimant where account_id = $1',
    [ctx.account_id],
  )

/** Returns false if the entry exists. */
export const insert = (ctx: TxContext, row: DeniedRow): Promise<boolean> =>
  ctx.hasRows(
    `insert into gifting.denied_claimant (account_id, id, kind, digest, entry, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (account_id, digest) do nothing returning id`,
    [ctx.account_id, row.id, row.kind, row.digest, row.entry, row.created_at],
  )

export async function remove(ctx: TxContext, id: string): Promise<DeniedRow['kind'] | undefined> {
  const [removed] = await ctx.query<Pick<DeniedRow, 'kind'>>(
    'delete from gifting.denied_claimant where account_id = $1 and id = $2 returning kind',
    [ctx.account_id, id],
  )
  return removed?.kind
}

export const hasAny = (ctx: TxContext, digests: readonly Buffer[]): Promise<boolean> =>
  ctx.hasRows(
    'select from gifting.denied_claimant where account_id = $1 and digest = any ($2) limit 1',
    [ctx.account_id, digests],
  )
