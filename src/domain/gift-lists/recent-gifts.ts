import { minIdAt } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/** The count stops here, so that an account with many gifts does not slow the list of all accounts. */
const maxCount = 10_000

/**
 * Counts the gifts of accounts that were created since a time, up to 10,000 for each account. Requires a transaction for
 * ALL_ACCOUNTS. Accounts without gifts have the count 0.
 */
export async function countRecentGifts(
  ctx: TxContext,
  accountIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query<{ id: string; gifts: number }>(
    `select a.id, (select count(*)::int from (
              select from gifting.gift_request g
               where g.account_id = a.id and g.id >= $2 and g.state <> 'unclaimed' limit $3) recent) as gifts
       from unnest($1::uuid[]) as a (id)`,
    [accountIds, minIdAt(since), maxCount],
  )
  return new Map(rows.map(({ id, gifts }) => [id, gifts]))
}
