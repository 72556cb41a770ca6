import type { QueryResultRow } from 'pg'
import type { TxContext } from '#platform/postgres/database'
import { selectAccountsWithRows, selectInRoundRobin } from './account-round-robin.ts'
import type { ClaimLimits } from './outbox.ts'

/**
 * Creates a function that leases the due rows of all accounts, in turn for each account, and counts the attempt that follows.
 * No other process leases a row until its lease ends.
 *
 * @param table      a table with `account_id`, `id`, `due_at`, `leased_until` and `attempts`
 * @param condition  SQL condition of the rows that can become due, of which an index begins with `account_id`
 */
export function createDueLease<Row extends QueryResultRow>(table: string, condition = 'true') {
  const dueRows = selectInRoundRobin({
    accounts: selectAccountsWithRows(table, condition),
    from: table,
    where: `${condition} and due_at <= $1 and (leased_until is null or leased_until <= $1)`,
    order: 'due_at',
    limits: { limit: '$2', perAccount: '$4', ids: '$5', remaining: '$6' },
  })
  return (
    ctx: TxContext,
    { limit, perAccount, accounts }: ClaimLimits,
    leaseMs: number,
  ): Promise<Row[]> =>
    ctx.query<Row>(
      `update ${table} p
          set leased_until = $1::timestamptz + make_interval(secs => $3::float8 / 1000), attempts = attempts + 1
        where (p.account_id, p.id) in (${dueRows})
        returning *`,
      [ctx.now, limit, leaseMs, perAccount, accounts.ids, accounts.remaining],
    )
}
