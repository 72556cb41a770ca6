import { randomUUID } from 'node:crypto'
import type { InsertLeases, LeasedDelivery, LeaseOffer } from '#platform/deployment'
import { createLruCache } from '#platform/lib/lru-cache'
import type { DeliveredEventType } from '../events/tables.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { ConcurrencyLimiter } from './concurrency-limits.ts'
import type { Destination } from './destinations.ts'
import type { EngineCounts, EngineOptions } from './engine-options.ts'
import type { InFlight } from './in-flight.ts'
import type { LeaseReleases } from './lease-releases.ts'
import type { Settler } from './settler.ts'
import type { Ticker } from './ticker.ts'

/*
 * Leases at the insert. The transaction that writes an event of this process leases its deliveries to the worker of the same
 * process and counts their first attempt, if their endpoints are healthy, have room, and nothing of them waits. After the
 * commit, the worker sends from memory: without a claim, a notification or a search.
 *
 * All other deliveries wait for a claim. A process that ends after the commit loses its lease like one that ends after a
 * claim: the attempt counts, and its result is unknown.
 */

/** The maximum number of accounts, and of endpoints of one account, that a worker knows. */
const maxKnown = { accounts: 2_000, endpoints: 32 } as const

/**
 * The milliseconds after which the deliveries of an offer wait for a claim: the statement has read the settings of the
 * endpoint, and an endpoint that is disabled or changed before the commit gets events by its earlier settings until then.
 */
const maxOfferMs = 1_000

interface KnownEndpoint {
  config_version: number
  destination: Destination
}

export interface InsertLeaseContext {
  settings: EngineOptions
  limiter: ConcurrencyLimiter
  ticker: Ticker
  settler: Settler
  inFlight: InFlight
  counts: EngineCounts
  canClaim: () => boolean
  leaseReleases: LeaseReleases
  /** Starts a claim. */
  onReady: () => void
}

export type InsertLeaser = ReturnType<typeof createInsertLeases>

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share what the worker knows of the endpoints
export function createInsertLeases(context: InsertLeaseContext) {
  const { settings, limiter, settler, inFlight, counts, canClaim } = context
  const known = createLruCache<Map<string, KnownEndpoint>>(maxKnown.accounts)
  const behind = new Set<string>()

  /** Remembers the settings of an endpoint. Those whose deliveries depend on other rows always wait for a claim. */
  function remember(
    { account_id, endpoint_id, config_version }: ClaimedDelivery,
    destination: Destination,
  ) {
    const { filter, ordered, max_per_second } = destination
    const endpoints = known.get(account_id) ?? new Map<string, KnownEndpoint>()
    endpoints.delete(endpoint_id)
    if (filter !== undefined || ordered || max_per_second !== null) return
    endpoints.set(endpoint_id, { config_version, destination })
    const [oldest] = endpoints.keys()
    if (endpoints.size > maxKnown.endpoints && oldest !== undefined) endpoints.delete(oldest)
    known.set(account_id, endpoints)
  }

  /**
   * Records which endpoints still have waiting deliveries after a claim: those whose room it has used up.
   *
   * @param isComplete  whether the claim has seen every endpoint with waiting deliveries, and left out none
   */
  function recordClaim(rows: readonly ClaimedDelivery[], isComplete: boolean): void {
    if (isComplete) for (const id of behind) if (!limiter.isFull(id)) behind.delete(id)
    for (const { endpoint_id: id } of rows) {
      if (!isComplete || limiter.isFull(id)) behind.add(id)
      else behind.delete(id)
    }
  }

  function offer(account_id: string): LeaseOffer | undefined {
    const endpoints = known.get(account_id)
    if (endpoints === undefined || !canClaim() || settler.isFailing()) return undefined
    context.ticker.resume()
    const reserved = new Map<string, KnownEndpoint & { free: () => void }>()
    for (const [id, each] of endpoints) {
      const free = behind.has(id) ? undefined : limiter.reserve(id, account_id)
      if (free !== undefined) reserved.set(id, { ...each, free })
    }
    if (reserved.size === 0) return undefined
    return createOffer(reserved)
  }

  function createOffer(
    reserved: ReadonlyMap<string, KnownEndpoint & { free: () => void }>,
  ): LeaseOffer {
    const token = randomUUID()
    const offeredAt = performance.now()
    const free = () => {
      for (const each of reserved.values()) each.free()
      inFlight.freed()
    }
    return {
      token,
      leaseSeconds: settings.leaseMs / 1000,
      endpoint_ids: [...reserved.keys()],
      config_versions: [...reserved.values()].map(({ config_version }) => config_version),
      commit(deliveries) {
        free()
        if (deliveries.length === 0) return
        const isLate = performance.now() - offeredAt > maxOfferMs
        if (isLate || !canClaim()) return release(token)
        counts.claimed += deliveries.length
        counts.leased_at_insert += deliveries.length
        settler.track(token, deliveries.length)
        for (const each of deliveries) {
          const endpoint = reserved.get(each.endpoint_id)
          if (endpoint !== undefined)
            inFlight.start(
              toClaimed(each, endpoint),
              endpoint.destination,
              token,
              'fresh',
              undefined,
            )
        }
      },
      abandon() {
        free()
        release(token)
      },
    }
  }

  /** Releases the deliveries of a lease, if there are any, with the next claim. */
  function release(token: string): void {
    context.leaseReleases.add(token)
    context.onReady()
  }

  const leases: InsertLeases = { offer }
  return {
    leases,
    remember,
    recordClaim,
  }
}

const toClaimed = (
  delivery: LeasedDelivery,
  { config_version }: KnownEndpoint,
): ClaimedDelivery => ({
  ...delivery,
  event_type: delivery.event_type as DeliveredEventType,
  attempt: 1,
  config_version,
  enabled: true,
  deleted: false,
})
