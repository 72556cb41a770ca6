import * as connections from '#connections'
import { isId } from '#platform/lib/ids'
import type { Database, TxContext } from '#platform/postgres/database'
import type {
  CodeSupplier,
  CodeSupplierConnector,
  ListedOrder,
  Money,
} from '../suppliers/code-supplier.ts'
import type { ReconciliationRow } from '../tables.ts'
import { findDifferences } from './find-differences.ts'
import * as store from './store.ts'

/*
 * Once a day, the orders that a supplier lists are compared with the purchases here. A list that is not complete changes nothing.
 * A difference ends when a later comparison no longer finds it.
 */

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs
/** The purchases that each comparison covers. */
const periodMs = 7 * dayMs
/** A comparison begins earlier for an older difference, or if the last one is older, but not earlier than this. */
const maxPeriodMs = 60 * dayMs
/** The time after which a supplier lists an order that it has sold. The list begins a day early: its clock may differ. */
const listDelayMs = hourMs
const maxStored = 1_000

type Run = connections.ClaimedRun<ReconciliationRow, { oldest: Date | undefined }>

/** Creates the loop that compares the connections that are due, account by account. */
export const createReconciliationLoop = connections.defineRunLoop(
  store.runKind,
  runDueReconciliation,
)

/** Compares the connection of an account that is due for the longest time. Returns how many differences began or ended. */
export async function runDueReconciliation(
  db: Database,
  account_id: string,
  registry: connections.ConnectorRegistry,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const run: Run | undefined = await connections.claimRun(
    { db, account_id, registry, stop },
    store.runKind,
    async (ctx, id) => {
      const earliest = new Date(ctx.real_now.getTime() - maxPeriodMs)
      return { oldest: await store.findOldestOpen(ctx, id, earliest) }
    },
  )
  if (run === undefined) return 0
  if (run.opened === undefined) return run.end({ low_since: null })
  const { connector, values } = run.opened
  const supplier = (connector as CodeSupplierConnector).open(values, registry.outbound)
  const startedAt = db.clock()
  const { oldest } = run.prepared
  const since = findStart(startedAt, oldest, run.row.compared_at)
  const until = new Date(startedAt.getTime() - listDelayMs)
  const { signal } = run
  const listSince = new Date(since.getTime() - dayMs)
  const listed = await connections.readSafely(() => supplier.list({ since: listSince, signal }))
  if (!listed.ok && stop.aborted) return run.postpone()
  if (!listed.ok)
    return run.end({ problem: listed.reason.slice(0, maxProblemLength) }, listed.reason)
  return settle(run, supplier, { orders: listed.orders, since, until })
}

/** Returns the time since when purchases are compared, a day before the end of the last comparison at the latest. */
function findStart(now: Date, oldest: Date | undefined, compared_at: Date | null): Date {
  const lastEnd = compared_at === null ? Infinity : compared_at.getTime() - dayMs
  const start = Math.min(now.getTime() - periodMs, oldest?.getTime() ?? Infinity, lastEnd)
  return new Date(Math.max(start, now.getTime() - maxPeriodMs))
}

const maxProblemLength = 500

/** Reads the balance, and stores what a complete list has shown. */
async function settle(
  run: Run,
  supplier: CodeSupplier,
  compared: { orders: readonly ListedOrder[]; since: Date; until: Date },
): Promise<number> {
  const { row, transact } = run
  const found = await connections.readSafely(() => supplier.readBalance())
  const reason = found.ok ? undefined : `the balance cannot be read: ${found.reason}`
  const { changes, added, removed } = await transact(async (ctx) => ({
    ...(await saveDifferences(ctx, row.connection_id, compared)),
    changes: found.ok ? await toBalanceColumns(ctx, row, found.balance) : {},
  }))
  const counts = { added, changed: 0, removed, skipped: 0 }
  const problem = reason?.slice(0, maxProblemLength) ?? null
  const { since: compared_since, until: compared_at } = compared
  return run.end({ ...changes, counts, problem, compared_since, compared_at }, reason)
}

async function saveDifferences(
  ctx: TxContext,
  connection_id: string,
  { orders, since, until }: { orders: readonly ListedOrder[]; since: Date; until: Date },
): Promise<{ added: number; removed: number }> {
  const keys = orders.flatMap(({ key }) => (key !== null && isId(key) ? [key] : []))
  const purchases = await store.findPurchases(ctx, connection_id, since, keys)
  const found = findDifferences({ connection_id, purchases, orders, since, until })
  const removed = await store.removeOthers(ctx, connection_id, since, found)
  store.removeAccepted(ctx, connection_id, new Date(ctx.real_now.getTime() - maxPeriodMs))
  return { removed, added: await store.save(ctx, connection_id, found.slice(0, maxStored)) }
}

/** The days for which a balance must suffice. */
const lowDays = 7
/** The days whose purchases are the measure. */
export const measuredDays = 30

/**
 * Returns the columns of a balance. It is low if it does not pay for the purchases of a week, as in the last thirty days, or
 * not for the most expensive order that a variant allows. If all variants state that in other currencies, it is also low after
 * a refusal. A balance that the supplier does not state is low from a refusal until the next purchase.
 */
async function toBalanceColumns(
  ctx: TxContext,
  row: ReconciliationRow,
  balance: Money | null,
): Promise<Partial<ReconciliationRow>> {
  const { connection_id, low_since, last_run_at } = row
  if (balance === null) return { balance_minor: null, balance_currency: null }
  const { amount_minor: balance_minor, currency: balance_currency } = balance
  const { is_used, ceiling } = await store.findLargestCeiling(ctx, connection_id, balance_currency)
  const monthAgo = new Date(ctx.real_now.getTime() - measuredDays * dayMs)
  const spent = (await store.sumPurchases(ctx, connection_id, monthAgo)).find(
    ({ currency }) => currency === balance_currency,
  )
  const needed = Math.max(ceiling ?? 1, ((spent?.amount_minor ?? 0) * lowDays) / measuredDays)
  const wasRefused = low_since !== null && (last_run_at === null || low_since > last_run_at)
  const isLow = is_used && (balance_minor < needed || (ceiling === null && wasRefused))
  return { balance_minor, balance_currency, low_since: isLow ? (low_since ?? ctx.real_now) : null }
}
