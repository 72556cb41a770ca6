import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'
import { type OpenedConnection, open, recordResult } from './connections.ts'
import type { ConnectorRegistry } from './connector.ts'

/*
 * Runs of connections that read a service again and again, such as rosters and shops. A run reads outside any transaction,
 * and writes in batches. A lease makes one run at a time for each connection: every batch asserts it.
 */

/** What a kind of runs is: its table of `RunRow`, and the audit action of a run that has changed something. */
export interface RunKind {
  table: string
  action: string
  /** The milliseconds between two runs, by default an hour. A run without a result is repeated after an hour. */
  intervalMs?: number
}

/** How many entries the last run added, changed, removed and skipped. */
interface RunCounts {
  added: number
  changed: number
  removed: number
  skipped: number
}

/** The runs of a connection. */
export interface RunRow {
  connection_id: string
  due_at: Date
  lease_id: string | null
  leased_until: Date | null
  /** Whether the next run removes entries also when they are suspiciously many. */
  accepts_removals: boolean
  last_run_at: Date | null
  counts: RunCounts | null
  /** The entries that the last run did not remove, because they were suspiciously many. */
  refused_removals: number
}

/** The state of the runs of a connection, for people. */
export interface RunState extends Pick<RunRow, 'last_run_at' | 'counts' | 'refused_removals'> {
  is_running: boolean
  next_run_at: Date
  /** The first entries that the account does not have, and why. */
  problems: RunProblem[]
}

export interface RunProblem {
  key: string
  name: string | null
  problem: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The time in which a service must have answered, and that of the whole run. */
const readMs = 10 * minuteMs
const leaseMs = 20 * minuteMs
/** The time after a run that took all of `readMs`, so that slow services leave slots to others. The run after has `readMs` again. */
const shortReadMs = 2 * minuteMs
const timeoutReason = (ms: number) => `The service took longer than ${ms / minuteMs} minutes.`

function createTimeout(opened: OpenedConnection | undefined): [ms: number, signal: AbortSignal] {
  const { failing_since, last_error } = opened?.connection ?? {}
  const ms = failing_since && last_error === timeoutReason(readMs) ? shortReadMs : readMs
  return [ms, AbortSignal.timeout(ms)]
}
/** The time between two runs that messages of the service ask for. */
const minPauseMs = minuteMs

/** More entries than these, and a quarter of all, do not leave within one run, unless an admin says so. */
const maxRemovals = 10

export const isSuspicious = (removed: number, total: number): boolean =>
  removed === total ? total > 1 : removed > Math.max(maxRemovals, total / 4)

/** Starts the runs of a new connection. */
export const addRuns = (ctx: TxContext, { table }: RunKind, connection_id: string): Promise<void> =>
  insertRow(ctx, table, { account_id: ctx.account_id, connection_id, due_at: ctx.real_now })

const lock = <Row extends RunRow>(
  ctx: TxContext,
  { table }: RunKind,
  connection_id: string,
): Promise<Row | undefined> =>
  ctx.queryFirst<Row>(
    `select * from ${table} where account_id = $1 and connection_id = $2 for update`,
    [ctx.account_id, connection_id],
  )

const update = <Row extends RunRow>(
  ctx: TxContext,
  { table }: RunKind,
  connection_id: string,
  changes: Partial<Row>,
): Promise<number> => updateRows(ctx, table, { account_id: ctx.account_id, connection_id }, changes)

/**
 * Makes the next run due now. Throws for a run in progress.
 *
 * @param accepts_removals  whether the run removes entries also when they are suspiciously many
 */
export async function requestRun(
  ctx: TxContext,
  kind: RunKind,
  connection_id: string,
  accepts_removals: boolean,
): Promise<void> {
  const row = isId(connection_id) ? await lock(ctx, kind, connection_id) : undefined
  if (row === undefined) throw new ApiError('not_found')
  if (isRunning(ctx, row))
    throw new ApiError('invalid_transition', { message: 'A run is in progress. Wait for its end.' })
  await update(ctx, kind, connection_id, { due_at: ctx.real_now, accepts_removals })
}

/** Makes a run due because the service has changed, also after a run in progress. Messages of one minute lead to one run. */
export const hastenRun = (
  ctx: TxContext,
  { table }: RunKind,
  connection_id: string,
): Promise<unknown> =>
  ctx.query(
    `update ${table} set due_at = least(due_at - interval '1 millisecond',
            greatest($3, last_run_at + make_interval(secs => ${minPauseMs / 1000})))
      where account_id = $1 and connection_id = $2`,
    [ctx.account_id, connection_id, ctx.real_now],
  )

const isRunning = ({ real_now }: TxContext, { leased_until }: RunRow) =>
  leased_until !== null && leased_until > real_now

const maxProblems = 50

/** Returns the state of each connection of the account with runs of this kind, by the id of the connection. */
export async function listRuns(
  ctx: TxContext,
  { table }: RunKind,
  listProblems: (ctx: TxContext, connection_id: string, limit: number) => Promise<RunProblem[]>,
): Promise<ReadonlyMap<string, RunState>> {
  const states = new Map<string, RunState>()
  const rows = await ctx.query<RunRow>(`select * from ${table} where account_id = $1`, [
    ctx.account_id,
  ])
  for (const row of rows) {
    const { connection_id, last_run_at, counts, refused_removals, due_at } = row
    states.set(connection_id, {
      ...{ last_run_at, counts, refused_removals, next_run_at: due_at },
      is_running: isRunning(ctx, row) || due_at <= ctx.real_now,
      problems: await listProblems(ctx, connection_id, maxProblems),
    })
  }
  return states
}

/** A run that has the lease of its connection. */
export interface ClaimedRun<Row extends RunRow, Prepared> {
  row: Row
  prepared: Prepared
  /** Undefined if the connection is disabled, or its kind is no longer allowed. */
  opened: OpenedConnection | undefined
  /** The name of the connection. */
  name: string
  /** Ends with the process, and when the service must have answered. */
  signal: AbortSignal
  /** Runs a function in a transaction that asserts the lease. */
  transact<T>(run: (ctx: TxContext) => Promise<T>): Promise<T>
  /** Ends a run, and stores its result as the health of the connection. Returns how many entries have changed. */
  end(changes: Partial<Row>, reason?: string): Promise<number>
  /** Leaves the run to the next process. */
  postpone(): Promise<number>
}

export interface RunContext {
  db: Database
  account_id: string
  registry: ConnectorRegistry
  stop: AbortSignal
}

/** Claims the run of an account that is due for the longest time. `prepare` reads what the run needs, in the same transaction. */
export async function claimRun<Row extends RunRow, Prepared>(
  { db, account_id, registry, stop }: RunContext,
  kind: RunKind,
  prepare: (ctx: TxContext, connection_id: string) => Promise<Prepared>,
): Promise<ClaimedRun<Row, Prepared> | undefined> {
  const lease_id = newId()
  const claimed = await inTransaction(db, account_id, async (ctx) => {
    const row = await claimDue<Row>(ctx, kind, lease_id)
    if (row === undefined) return undefined
    const opened = await open(ctx, row.connection_id, registry)
    return { row, opened, prepared: await prepare(ctx, row.connection_id) }
  })
  if (claimed === undefined) return undefined
  const { row, opened, prepared } = claimed
  const name = opened?.connection.name ?? ''
  const isUsable = opened?.connection.enabled === true && registry.isAllowed(opened.connection.kind)
  const [limitMs, timeout] = createTimeout(opened)
  const transactWith = <T>(run: (ctx: TxContext, current: Row) => Promise<T>) =>
    inTransaction(db, account_id, async (ctx) => {
      const current = await lock<Row>(ctx, kind, row.connection_id)
      if (current?.lease_id !== lease_id)
        throw new Error(`the run of ${row.connection_id} lost its lease`)
      return run(ctx, current)
    })
  return {
    ...{ row, prepared, name, transact: transactWith, opened: isUsable ? opened : undefined },
    signal: AbortSignal.any([stop, timeout]),
    end: (changes, reason) =>
      transactWith((ctx, current) => {
        const isLate = timeout.aborted && reason !== undefined && changes.counts === undefined
        const why = isLate ? timeoutReason(limitMs) : reason
        return endRun(ctx, kind, { current, name, changes, reason: why })
      }),
    async postpone() {
      const changes: Partial<RunRow> = { due_at: db.clock(), lease_id: null, leased_until: null }
      await transactWith((ctx) => update(ctx, kind, row.connection_id, changes))
      return 0
    },
  }
}

/** Reads a service. A connector that throws breaks its contract; it then fails like one whose service fails. */
export const readSafely = async <T>(
  read: () => Promise<T>,
): Promise<T | { ok: false; reason: string }> =>
  read().catch((error: unknown) => ({
    ok: false,
    reason: error instanceof Error ? error.message : String(error),
  }))

/** Takes the lease of a run that is due. Another process takes it when this one has not finished in time. */
const claimDue = <Row extends RunRow>(
  ctx: TxContext,
  { table }: RunKind,
  lease_id: string,
): Promise<Row | undefined> =>
  ctx.queryFirst<Row>(
    `update ${table} set lease_id = $3, leased_until = $2::timestamptz + make_interval(secs => $4::float8 / 1000),
            due_at = $2::timestamptz + make_interval(secs => $4::float8 / 1000)
      where account_id = $1 and connection_id = (
        select connection_id from ${table}
         where account_id = $1 and due_at <= $2 and (leased_until is null or leased_until <= $2)
         order by due_at limit 1 for update skip locked)
     returning *`,
    [ctx.account_id, ctx.real_now, lease_id, leaseMs],
  )

/** Suspicious removals need attention at once. A message that came during the run leads to another one. */
async function endRun<Row extends RunRow>(
  ctx: TxContext,
  kind: RunKind,
  run: { current: Row; name: string; changes: Partial<Row>; reason: string | undefined },
): Promise<number> {
  const { current, name, changes, reason } = run
  const { connection_id, due_at, leased_until } = current
  const { counts, refused_removals = 0 } = changes
  const isHastened = leased_until !== null && due_at < leased_until
  const intervalMs = (counts && kind.intervalMs) ?? hourMs
  const pauseMs = isHastened ? minPauseMs : intervalMs * (0.9 + Math.random() / 5)
  const ended: Partial<RunRow> = {
    ...{ lease_id: null, leased_until: null, accepts_removals: false },
    last_run_at: ctx.real_now,
    due_at: new Date(ctx.real_now.getTime() + pauseMs),
  }
  await update(ctx, kind, connection_id, { ...changes, ...ended })
  if (counts !== undefined || reason !== undefined)
    recordResult(ctx, connection_id, reason, { isUrgent: refused_removals > 0 })
  const changed = counts ? counts.added + counts.changed + counts.removed : 0
  if (changed > 0) {
    const subject = { kind: 'connection', id: connection_id, name }
    recordEntry(ctx, { action: kind.action, subject, details: { ...counts } })
  }
  return changed
}
