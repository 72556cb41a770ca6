import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import * as connections from '#connections'
import { ApiError } from '#contract'
import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { isId, newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import {
  type KnownEntries,
  maxRosterEntries,
  type RosterConnector,
  type RosterReading,
} from './roster.ts'
import * as store from './roster-store.ts'
import { removeSourceEntries, type Source, saveSourceEntries } from './source.ts'
import { deleteEntries, listProblems, listVersions } from './source-store.ts'

/*
 * A run reads a roster outside any transaction, and writes what has changed in batches. A lease makes one run at a time for
 * each connection: every batch asserts it. The cursor is stored last, so a run that ended in the middle is repeated, and
 * changes nothing twice.
 */

const minuteMs = 60_000
const intervalMs = 60 * minuteMs
/** The time in which a service must have answered, and that of the whole run. */
const readMs = 10 * minuteMs
const leaseMs = 20 * minuteMs
const batchSize = 200

/** More people than these, and a quarter of all, do not leave within one run, unless an admin says so. */
const maxRemovals = 10

/** Starts the runs of a new connection that reads contacts. Has no effect for other ports. */
export async function addRoster(ctx: TxContext, row: connections.Connection): Promise<void> {
  if (row.port === 'roster') await store.insert(ctx, row.id)
}

/** Ends the runs of a connection that is deleted. Its contacts stay, with the name of the connection as their origin. */
export const removeRoster = (ctx: TxContext, connection_id: string): Promise<unknown> =>
  deleteEntries(ctx, connection_id)

/**
 * Makes the next run due now. Throws for a run in progress.
 *
 * @param accepts_removals  whether the run removes people also when they are suspiciously many
 */
export async function requestRosterRun(
  ctx: TxContext,
  connection_id: string,
  accepts_removals: boolean,
): Promise<void> {
  const row = isId(connection_id) ? await store.lock(ctx, connection_id) : undefined
  if (row === undefined) throw new ApiError('not_found')
  if (isRunning(ctx, row))
    throw new ApiError('invalid_transition', { message: 'A run is in progress. Wait for its end.' })
  await store.update(ctx, connection_id, { due_at: ctx.real_now, accepts_removals })
}

const isRunning = ({ real_now }: TxContext, { leased_until }: store.RosterRow) =>
  leased_until !== null && leased_until > real_now

/** The state of a roster, for people. */
export interface RosterState extends Pick<store.RosterRow, 'last_run_at' | 'refused_removals'> {
  is_running: boolean
  next_run_at: Date
  counts: store.RosterCounts | null
  /** The first people who became no contacts, and why. */
  problems: { key: string; name: string | null; problem: string }[]
}

const maxProblems = 50

/** Returns the state of each roster of the account by the id of its connection. */
export async function listRosters(ctx: TxContext): Promise<ReadonlyMap<string, RosterState>> {
  const states = new Map<string, RosterState>()
  for (const row of await store.list(ctx)) {
    const { connection_id, last_run_at, counts, refused_removals, due_at } = row
    states.set(connection_id, {
      ...{ last_run_at, counts, refused_removals, next_run_at: due_at },
      is_running: isRunning(ctx, row) || due_at <= ctx.real_now,
      problems: await listProblems(ctx, connection_id, maxProblems),
    })
  }
  return states
}

/** Creates the loop that runs the rosters that are due, account by account. */
export const createRosterLoop = (
  db: Database,
  registry: connections.ConnectorRegistry,
  { stop, roundTimeoutMs }: { stop: AbortSignal; roundTimeoutMs: number },
  onError?: (error: unknown, account_id: string) => void,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () =>
      readTransaction(db, ALL_ACCOUNTS, (ctx) =>
        accounts.findAccountsWithDueRows(ctx, { table: store.table }),
      ),
    runTurn: (account_id) => runDueRoster(db, account_id, registry, stop),
    roundTimeoutMs,
    onError,
  })

/** A run that has the lease of its roster. */
interface RosterRun {
  source: Source
  row: store.RosterRow
  known: KnownEntries
  /** Runs a function in a transaction that asserts the lease. */
  transact<T>(run: (ctx: TxContext) => Promise<T>): Promise<T>
}

/**
 * Runs the roster of an account that is due for the longest time. Returns how many people have changed. A reading that `stop`
 * has ended is repeated by the next process.
 */
export async function runDueRoster(
  db: Database,
  account_id: string,
  registry: connections.ConnectorRegistry,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const lease_id = newId()
  const claimed = await inTransaction(db, account_id, async (ctx) => {
    const row = await store.claimDue(ctx, lease_id, leaseMs)
    if (row === undefined) return undefined
    const opened = await connections.open(ctx, row.connection_id, registry)
    const versions = await listVersions(ctx, row.connection_id)
    return { row, opened, versions: new Map(versions.map((each) => [each.key, each.version])) }
  })
  if (claimed === undefined) return 0
  const { row, opened, versions } = claimed
  const { connection_id: id, cursor } = row
  const transact = <T>(run: (ctx: TxContext) => Promise<T>) =>
    inTransaction(db, account_id, async (ctx) => {
      const current = await store.lock(ctx, id)
      if (current?.lease_id !== lease_id) throw new Error(`the roster ${id} lost its lease`)
      return run(ctx)
    })
  const name = opened?.connection.name ?? ''
  const source: Source = { name: id, origin: { source: 'roster', name, connection_id: id } }
  const run: RosterRun = { source, row, known: { cursor, versions }, transact }
  if (opened?.connection.enabled !== true || !registry.isAllowed(opened.connection.kind))
    return end(run, {})
  const connector = opened.connector as RosterConnector
  const roster = connector.open(opened.values, registry.outbound)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(readMs)])
  const reading = await read(() => roster.read(run.known, signal))
  if (reading.ok || !stop.aborted) return apply(run, reading)
  const now = { due_at: db.clock(), lease_id: null, leased_until: null }
  return transact((ctx) => store.update(ctx, id, now)).then(() => 0)
}

/** Reads a roster. A connector that throws breaks its contract; it then fails like one whose service fails. */
const read = async (run: () => Promise<RosterReading>): Promise<RosterReading> =>
  run().catch((error: unknown) => ({
    ok: false,
    reason: error instanceof Error ? error.message : String(error),
  }))

async function apply(run: RosterRun, reading: RosterReading): Promise<number> {
  if (!reading.ok) return end(run, {}, reading.reason)
  const { source, row, known, transact } = run
  const removed = [...new Set(reading.removed)].filter((key) => known.versions.has(key))
  const total = known.versions.size
  const added = reading.changed.filter(({ key }) => !known.versions.has(key))
  if (Math.max(reading.changed.length, total + added.length - removed.length) > maxRosterEntries)
    return end(run, {}, `the service has more than ${maxRosterEntries} people`)
  const isSuspicious =
    removed.length === total ? total > 1 : removed.length > Math.max(maxRemovals, total / 4)
  const isRefused = isSuspicious && !row.accepts_removals
  const counts = { added: 0, changed: 0, removed: 0, skipped: 0 }
  for (const entries of toBatches(reading.changed))
    for (const status of await transact((ctx) => saveSourceEntries(ctx, source, entries))) {
      if (status === 'created') counts.added += 1
      if (status === 'changed') counts.changed += 1
      if (status === 'rejected' || status === 'skipped') counts.skipped += 1
    }
  if (isRefused) {
    const reason = `${removed.length} of ${total} people would be removed. Check the service, or remove them with the next run.`
    return end(run, { counts, refused_removals: removed.length }, reason)
  }
  for (const keys of toBatches(removed)) {
    await transact((ctx) => removeSourceEntries(ctx, source, keys))
    counts.removed += keys.length
  }
  return end(run, { counts, refused_removals: 0, cursor: reading.cursor })
}

/** Ends a run, and stores its result as the health of the connection. Suspicious removals need attention at once. */
const end = (
  { source, row, transact }: RosterRun,
  changes: Partial<store.RosterRow>,
  reason?: string,
): Promise<number> =>
  transact(async (ctx) => {
    const { connection_id } = row
    const { counts, refused_removals = 0 } = changes
    await store.update(ctx, connection_id, {
      ...changes,
      ...{ lease_id: null, leased_until: null, accepts_removals: false },
      last_run_at: ctx.real_now,
      due_at: new Date(ctx.real_now.getTime() + intervalMs * (0.9 + Math.random() / 5)),
    })
    if (counts !== undefined || reason !== undefined)
      connections.recordResult(ctx, connection_id, reason, { isUrgent: refused_removals > 0 })
    const changed = counts ? counts.added + counts.changed + counts.removed : 0
    if (changed > 0) {
      const { name = '' } = source.origin
      const subject = { kind: 'connection', id: connection_id, name }
      recordEntry(ctx, { action: 'connection.read_contacts', subject, details: { ...counts } })
    }
    return changed
  })

function toBatches<T>(rows: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let from = 0; from < rows.length; from += batchSize)
    batches.push(rows.slice(from, from + batchSize))
  return batches
}
