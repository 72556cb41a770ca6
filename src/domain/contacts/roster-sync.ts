import * as connections from '#connections'
import type { Database, TxContext } from '#platform/postgres/database'
import {
  type KnownEntries,
  maxRosterEntries,
  type RosterConnector,
  type RosterReading,
} from './roster.ts'
import { removeSourceEntries, type Source, saveSourceEntries } from './source.ts'
import { deleteEntries, listProblems, listVersions } from './source-store.ts'

/*
 * A run reads a roster, and writes what has changed in batches. The cursor is stored last, so a run that ended in the middle
 * is repeated, and changes nothing twice.
 */

const runKind: connections.RunKind = {
  table: 'contacts.roster',
  action: 'connection.read_contacts',
}
const batchSize = 200

/** The runs of a connection that reads contacts. */
interface RosterRow extends connections.RunRow {
  cursor: string | null
}

/** Starts the runs of a new connection that reads contacts. Has no effect for other ports. */
export async function addRoster(ctx: TxContext, row: connections.Connection): Promise<void> {
  if (row.port === 'roster') await connections.addRuns(ctx, runKind, row.id)
}

/** Ends the runs of a connection that is deleted. Its contacts stay, with the name of the connection as their origin. */
export const removeRoster = (ctx: TxContext, connection_id: string): Promise<unknown> =>
  deleteEntries(ctx, connection_id)

/** Makes the next run due now: see `connections.requestRun`. */
export const requestRosterRun = (
  ctx: TxContext,
  connection_id: string,
  accepts_removals: boolean,
): Promise<void> => connections.requestRun(ctx, runKind, connection_id, accepts_removals)

/** Returns the state of each roster of the account by the id of its connection. The problems are people who became no contacts. */
export const listRosters = (ctx: TxContext): Promise<ReadonlyMap<string, connections.RunState>> =>
  connections.listRuns(ctx, runKind, listProblems)

/** Creates the loop that runs the rosters that are due, account by account. */
export const createRosterLoop = connections.defineRunLoop(runKind, runDueRoster)

type SuccessfulReading = Extract<RosterReading, { ok: true }>
type RosterRun = connections.ClaimedRun<RosterRow, KnownEntries['versions']>

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
  const run: RosterRun | undefined = await connections.claimRun(
    { db, account_id, registry, stop },
    runKind,
    async (ctx, id) =>
      new Map((await listVersions(ctx, id)).map(({ key, version }) => [key, version])),
  )
  if (run === undefined) return 0
  const { opened, prepared: versions, row, signal } = run
  if (opened === undefined) return run.end({})
  const roster = (opened.connector as RosterConnector).open(opened.values, registry.outbound)
  const reading = await connections.readSafely(() =>
    roster.read({ cursor: row.cursor, versions }, signal),
  )
  if (!reading.ok) return stop.aborted ? run.postpone() : run.end({}, reading.reason)
  return apply(run, reading)
}

async function apply(run: RosterRun, reading: SuccessfulReading): Promise<number> {
  const { row, name, prepared: versions, transact } = run
  const { connection_id } = row
  const source: Source = {
    name: connection_id,
    origin: { source: 'roster', name, connection_id },
  }
  const removed = [...new Set(reading.removed)].filter((key) => versions.has(key))
  const total = versions.size
  const added = reading.changed.filter(({ key }) => !versions.has(key))
  if (Math.max(reading.changed.length, total + added.length - removed.length) > maxRosterEntries)
    return run.end({}, `the service has more than ${maxRosterEntries} people`)
  const isRefused = connections.isSuspicious(removed.length, total) && !row.accepts_removals
  const counts = { added: 0, changed: 0, removed: 0, skipped: 0 }
  for (const entries of toBatches(reading.changed))
    for (const status of await transact((ctx) => saveSourceEntries(ctx, source, entries))) {
      if (status === 'created') counts.added += 1
      if (status === 'changed') counts.changed += 1
      if (status === 'rejected' || status === 'skipped') counts.skipped += 1
    }
  if (isRefused) {
    const reason = `${removed.length} of ${total} people would be removed. Check the service, or remove them with the next run.`
    return run.end({ counts, refused_removals: removed.length }, reason)
  }
  for (const keys of toBatches(removed)) {
    await transact((ctx) => removeSourceEntries(ctx, source, keys))
    counts.removed += keys.length
  }
  return run.end({ counts, refused_removals: 0, cursor: reading.cursor })
}

function toBatches<T>(rows: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let from = 0; from < rows.length; from += batchSize)
    batches.push(rows.slice(from, from + batchSize))
  return batches
}
