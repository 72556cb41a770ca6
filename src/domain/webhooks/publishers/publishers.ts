import type { ConnectorRegistry } from '#connections'
import * as connections from '#connections'
import { TIMED_OUT, withDeadline } from '#platform/lib/deadline'
import { type Database, inTransaction } from '#platform/postgres/database'
import type { CloudEvent } from './cloud-event.ts'
import {
  type EventPublisher,
  isDestination,
  PublishFailure,
  toPublishFailure,
} from './destination.ts'

export interface PublishersContext {
  db: Database
  registry: ConnectorRegistry
  /** The longest time of one event, with the time to connect. */
  timeoutMs: number
  onError: (error: unknown, where: string) => void
}

/** The endpoint that publishes, in one version of its settings and of its connection. */
export interface PublishTarget {
  account_id: string
  endpoint_id: string
  connection_id: string
  config_version: number
}

interface Entry extends PublishTarget {
  opened: Promise<EventPublisher>
  inFlight: number
  usedAt: number
  isRetired: boolean
  health: { isGood: boolean; at: number } | undefined
}

/** A publisher without events for this time is closed. */
const maxIdleMs = 60_000
/** The publishers that one process has open, beside those with events in progress. */
const maxOpen = 500
/** The time between two records of an unchanged health. */
const healthIntervalMs = 60_000

/**
 * Creates the open publishers of a process, one for each endpoint. The attempts of an endpoint share its connection to
 * the broker. The time limit holds whatever a connector does, and a publisher that exceeds it is replaced: its broker
 * may have forgotten the connection.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: opening, publishing and closing share the entries
export function createPublishers({ db, registry, timeoutMs, onError }: PublishersContext) {
  const entries = new Map<string, Entry>()
  const idleTimer = setInterval(closeIdle, maxIdleMs / 4)
  idleTimer.unref()

  function find(target: PublishTarget): Entry {
    const found = entries.get(target.endpoint_id)
    if (found?.config_version === target.config_version) return found
    if (found !== undefined) retire(found)
    const entry: Entry = {
      ...target,
      opened: open(target),
      inFlight: 0,
      usedAt: performance.now(),
      isRetired: false,
      health: undefined,
    }
    entries.set(target.endpoint_id, entry)
    entry.opened.catch(() => retire(entry)) // the next event opens it again, because its key may be back
    return entry
  }

  const open = ({ account_id, connection_id }: PublishTarget): Promise<EventPublisher> =>
    inTransaction(db, account_id, async (ctx) => {
      const found = await connections.open(ctx, connection_id, registry).catch(toUnusable)
      if (!found?.connection.enabled || !registry.isAllowed(found.connection.kind))
        throw new PublishFailure('connection_unusable')
      const { connector, values } = found
      if (!isDestination(connector)) throw new PublishFailure('connection_unusable')
      return connector.open(values, registry.outbound)
    })

  function retire(entry: Entry): void {
    if (entries.get(entry.endpoint_id) === entry) entries.delete(entry.endpoint_id)
    entry.isRetired = true
    closeUnused(entry)
  }

  function closeUnused(entry: Entry): void {
    if (!entry.isRetired || entry.inFlight > 0) return
    entry.opened.then(
      (publisher) => publisher.close(),
      () => {},
    )
  }

  function closeIdle(): void {
    const unused = [...entries.values()]
      .filter(({ inFlight }) => inFlight === 0)
      .sort((one, other) => one.usedAt - other.usedAt)
    const surplus = Math.max(0, entries.size - maxOpen)
    const before = performance.now() - maxIdleMs
    for (const [index, entry] of unused.entries())
      if (index < surplus || entry.usedAt < before) retire(entry)
  }

  /** Stores the health for the list of connections: each change, and an unchanged one once a minute. */
  function recordHealth(entry: Entry, failure: PublishFailure | undefined): void {
    const { account_id, connection_id, health } = entry
    const isGood = failure === undefined
    const at = performance.now()
    if (health?.isGood === isGood && at - health.at < healthIntervalMs) return
    entry.health = { isGood, at }
    inTransaction(db, account_id, async (ctx) =>
      connections.recordResult(ctx, connection_id, failure?.message),
    ).catch((error: unknown) => onError(error, 'health of a connection'))
  }

  /** Publishes an event within the time limit. Returns the failure; undefined after the broker's confirmation. */
  async function publish(
    target: PublishTarget,
    event: CloudEvent,
  ): Promise<PublishFailure | undefined> {
    const entry = find(target)
    entry.inFlight += 1
    const deadline = performance.now() + timeoutMs
    try {
      const publisher = await entry.opened.catch(passFailure)
      if (publisher instanceof PublishFailure) return publisher
      const remainingMs = Math.max(1, Math.floor(deadline - performance.now()))
      const published = publisher.publish(event, remainingMs)
      const result = await withDeadline(deadline, published).then(
        (value) => (value === TIMED_OUT ? new PublishFailure('response_timeout') : undefined),
        toPublishFailure,
      )
      recordHealth(entry, result)
      if (result?.code === 'response_timeout') retire(entry)
      return result
    } finally {
      entry.inFlight -= 1
      entry.usedAt = performance.now()
      closeUnused(entry)
    }
  }

  return {
    publish,
    close(): void {
      clearInterval(idleTimer)
      for (const entry of entries.values()) {
        entry.inFlight = 0
        retire(entry)
      }
    },
  }
}

/** Names a missing encryption key. Other errors are those of the database, and leave the delivery to a later claim. */
function toUnusable(error: Error): never {
  if (!error.message.includes('BESTOW_SECRET_KEY')) throw error
  throw new PublishFailure('connection_unusable', error.message)
}

function passFailure(error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error
  throw error
}

export type Publishers = ReturnType<typeof createPublishers>
