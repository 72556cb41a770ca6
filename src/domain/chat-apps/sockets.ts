import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as accounts from '#accounts'
import type { ConnectorRegistry } from '#connections'
import * as connections from '#connections'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { type ChatApp, type ChatAppEvent, openChatApp, port } from './chat-app.ts'

/** The connection from which an event came. */
export interface EventSource {
  account_id: string
  connection_id: string
  /** The name of the connection, for the audit log. */
  name: string
  app: ChatApp
}

export interface SocketsContext {
  db: Database
  registry: ConnectorRegistry
  handle: (source: EventSource, event: ChatAppEvent) => Promise<void>
  onError: (error: unknown, account_id: string) => void
  /** The delay of the first retry, in milliseconds. */
  minRetryMs?: number
  /** The number of sockets of this process. Further connections only post. */
  maxOpen?: number
}

interface Entry extends connections.ConnectionVersion {
  end: AbortController
  ended: Promise<void>
}

/** How many connections without a socket learn it. */
const maxLeftOut = 500
const tooMany =
  'this worker has no socket left for the connection: the operator starts another worker'
const maxRetryMs = 60_000
/** A socket that lasted so long was a good one: the next failure is the first. */
const stableMs = 30_000

/**
 * Creates the sockets of a process: one for the enabled default connection of each account, opened again after each end, with growing delays. Several
 * processes can have one each; the chat delivers an event to one of them. `round` opens and closes what has changed.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: opening, retrying and closing share the entries
export function createSockets({
  db,
  registry,
  handle,
  onError,
  minRetryMs = 1_000,
  maxOpen = 500,
}: SocketsContext) {
  /** Differs in each process, so that no connection is left out by all of them, or after a restart. */
  const seed = randomUUID()
  const leftOut = new Set<string>()
  const entries = new Map<string, Entry>()
  const inFlight = new Set<Promise<void>>()

  async function round(): Promise<number> {
    const found = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      connections.listVersions(ctx, port, { limit: maxOpen + maxLeftOut, seed }),
    )
    const wanted = found.slice(0, maxOpen)
    const versions = new Map(wanted.map(({ id, version }) => [id, version]))
    for (const entry of entries.values()) if (versions.get(entry.id) !== entry.version) close(entry)
    for (const each of wanted) if (!entries.has(each.id)) open(each)
    await recordLeftOut(found.slice(maxOpen))
    return 0
  }

  /** Says once why a connection has no socket of this process: another process may have one. */
  async function recordLeftOut(left: readonly connections.ConnectionVersion[]): Promise<void> {
    for (const each of left.filter(({ id }) => !leftOut.has(id))) await record(each, tooMany)
    leftOut.clear()
    for (const { id } of left) leftOut.add(id)
  }

  function open(connection: connections.ConnectionVersion): void {
    const end = new AbortController()
    const ended = listenUntilEnd(connection, end.signal)
    entries.set(connection.id, { ...connection, end, ended })
  }

  function close({ id, end }: Entry): void {
    end.abort()
    entries.delete(id)
  }

  async function listenUntilEnd(
    connection: connections.ConnectionVersion,
    signal: AbortSignal,
  ): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const startedAt = performance.now()
      const error = await listenOnce(connection, signal)
      const lastedMs = performance.now() - startedAt
      if (error === undefined && lastedMs >= minRetryMs) continue
      if (lastedMs >= stableMs) failures = 0
      failures = error === undefined ? failures : failures + 1
      if (error !== undefined && !signal.aborted) await record(connection, error.message)
      const backoffMs = Math.min(maxRetryMs, minRetryMs * 2 ** Math.max(0, failures - 1))
      const delayMs = backoffMs * (0.5 + Math.random() / 2)
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Listens with one socket. Returns why it failed; undefined if the chat asked for another one. */
  async function listenOnce(
    connection: connections.ConnectionVersion,
    signal: AbortSignal,
  ): Promise<Error | undefined> {
    try {
      const source = await openSource(connection)
      await source.app.listen({
        signal,
        handle: (event) => track(connection, handle(source, event)),
        onReady: () => void record(connection, undefined),
      })
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  const openSource = ({ account_id, id }: connections.ConnectionVersion): Promise<EventSource> =>
    inTransaction(db, account_id, async (ctx) => {
      if (await accounts.isSuspended(ctx, account_id)) throw new Error('the account is suspended')
      const opened = await connections.open(ctx, id, registry)
      if (opened === undefined || !registry.isAllowed(opened.connection.kind))
        throw new Error('the operator does not allow this kind of connection')
      const app = openChatApp(opened.connector, opened.values, registry.outbound)
      return { account_id, connection_id: id, name: opened.connection.name, app }
    })

  /** Handles an event, which a stop waits for. */
  function track({ account_id }: { account_id: string }, work: Promise<void>): Promise<void> {
    inFlight.add(work)
    work.catch((error: unknown) => onError(error, account_id)).finally(() => inFlight.delete(work))
    return work
  }

  const record = (
    { account_id, id }: connections.ConnectionVersion,
    reason: string | undefined,
  ): Promise<void> =>
    inTransaction(db, account_id, async (ctx) => connections.recordResult(ctx, id, reason)).catch(
      (error: unknown) => onError(error, account_id),
    )

  return {
    round,
    async stop(): Promise<void> {
      const all = [...entries.values()]
      for (const entry of all) close(entry)
      await Promise.all(all.map(({ ended }) => ended))
      await Promise.allSettled(inFlight)
    },
  }
}
