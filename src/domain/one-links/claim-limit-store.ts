import type { RefusalReason } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'

export interface Counter {
  one_link_id: string
  kind: 'address' | 'network' | 'device' | 'email' | 'new_keys'
  digest: Buffer
  since: Date
}

/** Adds one to a counter and returns the sum. */
export async function increment(
  ctx: TxContext,
  { one_link_id, kind, digest, since }: Counter,
): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    `insert into gifting.claim_count as c (account_id, one_link_id, kind, digest, since, count)
     values ($1, $2, $3, $4, $5, 1)
     on conflict (account_id, one_link_id, kind, digest, since) do update set count = c.count + 1
     returning c.count`,
    [ctx.account_id, one_link_id, kind, digest, since],
  )
  if (row === undefined) throw new Error('a counter returned no row')
  return row.count
}

interface DigestKeyRow {
  id: string
  day: string
  key: Buffer
}

/** Saves the key of a day, unless there is one. Returns the saved key. */
export async function saveDigestKey(
  ctx: TxContext,
  { id, day, key }: DigestKeyRow,
): Promise<Pick<DigestKeyRow, 'id' | 'key'>> {
  const [saved] = await ctx.query<DigestKeyRow>(
    // the update changes nothing: it makes the statement return the row of a concurrent transaction
    `insert into gifting.claim_digest_key as k (account_id, id, day, key) values ($1, $2, $3, $4)
     on conflict (account_id, day) do update set day = k.day returning k.id, k.key`,
    [ctx.account_id, id, day, key],
  )
  if (saved === undefined) throw new Error('a digest key was neither found nor created')
  return saved
}

/** Counts a refused claim. The statement is not awaited. */
export const countRefusal = (ctx: TxContext, one_link_id: string, reason: RefusalReason): void =>
  ctx.enqueue(
    `insert into gifting.claim_refusal as r (account_id, one_link_id, reason, count) values ($1, $2, $3, 1)
     on conflict (account_id, one_link_id, reason) do update set count = r.count + 1`,
    [ctx.account_id, one_link_id, reason],
  )

export const listRefusals = (
  ctx: TxContext,
  one_link_id: string,
): Promise<{ reason: RefusalReason; count: number }[]> =>
  ctx.query(
    `select reason, count from gifting.claim_refusal
      where account_id = $1 and one_link_id = $2 order by count desc, reason`,
    [ctx.account_id, one_link_id],
  )

/** Deletes counts and keys from before a time. The transaction covers all accounts. */
export async function purge(ctx: TxContext, before: Date): Promise<number> {
  ctx.enqueue('delete from gifting.claim_digest_key where day < $1::date', [before])
  return deleteSome(ctx, 'gifting.claim_count', 5_000, 'since < $1', [before])
}
