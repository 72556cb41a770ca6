import * as connections from '#connections'
import type { TxContext } from '#platform/postgres/database'
import type { Money } from '../suppliers/code-supplier.ts'
import type { DifferenceKind, DifferenceRow, ReconciliationRow } from '../tables.ts'
import { measuredDays } from './reconcile.ts'
import * as store from './store.ts'

export { findNeedy } from './store.ts'

/** The comparison of a connection, for people. */
export interface ReconciliationState {
  is_running: boolean
  last_run_at: Date | null
  next_run_at: Date
  /** Why the last run is not complete. What an earlier run found remains. */
  problem: string | null
  /** The purchases that the last complete comparison covers; null before the first. */
  compared: { since: Date; until: Date } | null
  balance: Money | null
  is_low: boolean
  /** What was bought in the last 30 days, by currency. */
  spent: Money[]
  /** The newest differences that no user has accepted, at most fifty. */
  differences: DifferenceView[]
  difference_count: number
}

interface DifferenceView {
  kind: DifferenceKind
  order_ref: string
  purchase_id: string | null
  here: Money | null
  there: Money | null
  ordered_at: Date
  found_at: Date
}

const maxDifferences = 50

/** Returns the comparison of each connection of the account that sells codes to it, by the id of the connection. */
export async function listReconciliations(
  ctx: TxContext,
): Promise<ReadonlyMap<string, ReconciliationState>> {
  const rows = await store.list(ctx)
  if (rows.length === 0) return new Map()
  const differences = Map.groupBy(
    await store.listOpen(ctx, maxDifferences),
    ({ connection_id }) => connection_id,
  )
  const monthAgo = new Date(ctx.real_now.getTime() - measuredDays * 24 * 60 * 60 * 1_000)
  const states = new Map<string, ReconciliationState>()
  for (const row of rows) {
    const { connection_id } = row
    const open = differences.get(connection_id) ?? []
    states.set(connection_id, {
      ...toState(ctx, row),
      spent: await store.sumPurchases(ctx, connection_id, monthAgo),
      differences: open.map(toDifferenceView),
      difference_count: open[0]?.count ?? 0,
    })
  }
  return states
}

function toState(ctx: TxContext, row: ReconciliationRow) {
  const { due_at, leased_until, last_run_at, problem, compared_since, compared_at } = row
  return {
    is_running: due_at <= ctx.real_now || (leased_until !== null && leased_until > ctx.real_now),
    ...{ last_run_at, next_run_at: due_at, problem },
    compared: compared_since && compared_at && { since: compared_since, until: compared_at },
    balance: toMoney(row.balance_minor, row.balance_currency),
    is_low: row.low_since !== null,
  }
}

const toDifferenceView = (row: DifferenceRow): DifferenceView => ({
  kind: row.kind,
  order_ref: row.order_ref,
  purchase_id: row.purchase_id,
  here: toMoney(row.here_minor, row.here_currency),
  there: toMoney(row.there_minor, row.there_currency),
  ordered_at: row.ordered_at,
  found_at: row.found_at,
})

const toMoney = (amount_minor: number | null, currency: string | null): Money | null =>
  amount_minor === null || currency === null ? null : { amount_minor, currency }

/** Makes the next comparison due now: see `connections.requestRun`. */
export const requestReconciliation = (ctx: TxContext, connection_id: string): Promise<void> =>
  connections.requestRun(ctx, store.runKind, connection_id, false)

/** Accepts differences, which no longer need attention unless their amounts change. Returns how many. */
export const acceptDifferences = store.accept

/** Records that an order was refused for want of money, and reads the balance again. */
export async function recordUnfunded(ctx: TxContext, connection_id: string): Promise<void> {
  if (await store.setUnfunded(ctx, connection_id))
    await connections.hastenRun(ctx, store.runKind, connection_id)
}
