import { randomUUID } from 'node:crypto'
import { createLruCache } from '#platform/lib/lru-cache'
import type { TxContext } from '#platform/postgres/database'
import { forceIndexScans } from '#platform/postgres/force-index-scans'
import { claimBatch } from './claim-batch.ts'
import { backoffAfter, createClaimCursors } from './claim-cursors.ts'
import { type ClaimedDelivery, type Lane, minUuid } from './claim-deliveries.ts'
import type { ConcurrencyLimiter } from './concurrency-limits.ts'
import { type Destination, maxCachedDestinations, type Unsignable } from './destinations.ts'
import {
  type EngineCounts,
  type EngineObserver,
  type EngineOptions,
  leaseMargin,
} from './engine-options.ts'
import { createFilterGate, type Signable } from './filter-gate.ts'
import type { InFlight } from './in-flight.ts'
import type { InsertLeaser } from './insert-leases.ts'
import type { LeaseReleases } from './lease-releases.ts'
import * as queue from './queue.ts'
import { type PacedClaim, returnToQueue } from './rate-limits.ts'
import type { Settler } from './settler.ts'
import { parkUnsignable, type UnsignableDelivery } from './signing-errors.ts'
import type { Ticker } from './ticker.ts'

/**
 * The rule for full claims. If more than `minBusyShare` of the slots are in use, at least `maxWaitMs` pass
 * between two claims, so that each claim fills several slots.
 */
const fillThreshold = { maxWaitMs: 20, minBusyShare: 0.6 } as const

/**
 * The rule for the slow lane. If at least `minBlocked` endpoints are blocked, the claimer moves their rows to
 * the slow lane every `intervalMs`, for at most `maxEndpoints` endpoints. For fewer endpoints, skipping their
 * rows costs less than moving them.
 */
const slowLaneMoves = { minBlocked: 16, intervalMs: 50, maxEndpoints: 500 } as const

/**
 * The result of a claim. `isLate` is true if the claim took too long (a paused process, a queue for
 * connections). The rest of the lease is then too short for an attempt.
 */
interface ClaimedBatch {
  rows: readonly ClaimedDelivery[]
  destinations: ReadonlyMap<string, Destination | Unsignable>
  delays: PacedClaim['delays']
  token: string
  lane: Lane
  isLate: boolean
}

export interface ClaimerContext {
  run: <T>(fn: (ctx: TxContext) => Promise<T>) => Promise<T>
  settings: EngineOptions
  limiter: ConcurrencyLimiter
  ticker: Ticker
  settler: Settler
  inFlight: InFlight
  insertLeases: InsertLeaser
  leaseReleases: LeaseReleases
  counts: EngineCounts
  /** Returns false if the engine must not send now. */
  canClaim: () => boolean
  onClaimed: EngineObserver['onClaimed']
  onError: (error: unknown, where: string) => void
}

/**
 * Creates the claimer, which claims deliveries from all lanes and starts their attempts within the
 * concurrency limits.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one claimer (lane positions, cursors and claim times)
export function createClaimer(context: ClaimerContext) {
  const {
    run,
    settings,
    limiter,
    ticker,
    settler,
    inFlight,
    insertLeases,
    leaseReleases,
    counts,
    canClaim,
  } = context
  const destinationCache = createLruCache(maxCachedDestinations)
  const positions: Record<Lane, string> = { fresh: minUuid, late: minUuid, slow: minUuid }
  const cursors = createClaimCursors()
  const passFilters = createFilterGate(context)
  const nextClaimAt = { late: 0, slow: 0 }
  let nextMoveAt = 0
  let lastClaimAt = 0
  let isDrained = false

  /** Claims once from each lane. Returns 0 if another claim at this moment would find nothing. */
  async function claimOnce(): Promise<number> {
    await leaseReleases.release()
    if (!canClaim() || settler.unsettled() > 4 * settings.slots) return 0
    const now = performance.now()
    const isBusy = limiter.active() > settings.slots * fillThreshold.minBusyShare
    if (isBusy && now - lastClaimAt < fillThreshold.maxWaitMs) return 0
    lastClaimAt = now
    ticker.resume()
    await moveBlocked(now)
    let claimedCount = await claimLane('fresh')
    for (const lane of ['late', 'slow'] as const)
      if (now >= nextClaimAt[lane]) claimedCount += await claimLane(lane)
    return claimedCount
  }

  /** Moves rows of blocked endpoints to the slow lane, so that claims scan fewer endpoints. */
  async function moveBlocked(now: number): Promise<void> {
    if (now < nextMoveAt) return
    nextMoveAt = now + slowLaneMoves.intervalMs
    const blocked = limiter.blocked()
    if (blocked.length < slowLaneMoves.minBlocked) return
    const first = Math.floor(Math.random() * blocked.length)
    const batch = [...blocked.slice(first), ...blocked].slice(0, slowLaneMoves.maxEndpoints)
    const moved = await run((ctx) => {
      forceIndexScans(ctx)
      return queue.moveToSlowLane(ctx, [...new Set(batch)])
    })
    counts.slowed += moved
    if (moved === 0) nextMoveAt = performance.now() + settings.pollIntervalMs
    else nextClaimAt.slow = Math.min(nextClaimAt.slow, performance.now() + settings.pollIntervalMs)
  }

  async function claimLane(lane: Lane): Promise<number> {
    const maxRows = limiter.available(lane)
    if (maxRows === 0) return 0
    const token = randomUUID()
    const after = positions[lane]
    const fromCursor = lane === 'fresh' ? cursors.current() : undefined
    const startedAt = performance.now()
    const request = { ...buildRequest(lane, maxRows, token), fromCursor }
    const claimed = claimBatch(run, lane, request, destinationCache)
    const { result, destinations, paced } = await claimed.catch((error) => {
      leaseReleases.add(token)
      throw error
    })
    for (const { endpoint_id, account_id, ms } of paced.pauses)
      limiter.pause(endpoint_id, account_id, ms)
    const durationMs = performance.now() - startedAt
    counts.claims += 1
    positions[lane] = result.after
    const sawAll = result.reachedEnd && after === minUuid
    const { rows, delays } = paced
    const { length } = rows
    const isEmpty = result.endpointsSeen === 0 && sawAll
    context.onClaimed(lane, durationMs, length)
    if (lane === 'fresh') {
      isDrained = isEmpty && fromCursor === undefined
      cursors.record(rows)
      if (fromCursor === undefined) cursors.recordFullScan(durationMs, length)
    } else {
      const isIdle = lane === 'slow' ? length === 0 : isEmpty
      const idleMs = (lane === 'slow' && isEmpty ? 5 : 1) * settings.pollIntervalMs
      const pauseMs = isIdle
        ? idleMs
        : lane === 'slow' && length < maxRows
          ? slowLaneMoves.intervalMs
          : 0
      nextClaimAt[lane] = performance.now() + Math.max(pauseMs, backoffAfter(durationMs, length))
    }
    const isLate = durationMs > settings.leaseMs * leaseMargin
    await startAttempts({ rows, destinations, delays, token, lane, isLate })
    if (lane === 'fresh')
      insertLeases.recordClaim(rows, sawAll && !fromCursor && result.rows.length < maxRows)
    return length + (sawAll || lane === 'slow' ? 0 : 1)
  }

  const buildRequest = (lane: Lane, maxRows: number, token: string) => ({
    after: positions[lane],
    maxRows,
    capacity: limiter.capacity(),
    maxPerAccount: settings.maxPerAccount,
    token,
    leaseSeconds: settings.leaseMs / 1000,
  })

  async function startAttempts({
    rows,
    destinations,
    delays,
    token,
    lane,
    isLate,
  }: ClaimedBatch): Promise<void> {
    const parked = rows.filter(({ enabled, deleted }) => !enabled && !deleted)
    const leased = rows.filter(({ enabled, deleted }) => enabled || deleted)
    counts.parked += parked.length
    if (leased.length > 0 && (isLate || !canClaim())) {
      leaseReleases.add(token)
      return leaseReleases.release()
    }
    const unsigned: UnsignableDelivery[] = []
    const signable: [ClaimedDelivery, Destination][] = []
    for (const row of leased) {
      const destination = destinations.get(row.endpoint_id)
      if (destination === undefined) continue
      if (row.deleted || !('signing_error' in destination))
        signable.push([row, destination as Destination])
      else unsigned.push({ ...row, error: destination.signing_error })
    }
    counts.claimed += signable.length
    if (signable.length > 0) settler.track(token, signable.length)
    const filtered: typeof signable = []
    for (const each of signable) {
      const [row, destination] = each
      if (row.enabled && !row.deleted) insertLeases.remember(row, destination)
      if (destination.filter !== undefined && row.enabled) filtered.push(each)
      else inFlight.start(row, destination, token, lane, delays.get(row.id))
    }
    if (parked.length > 0) await parkRemaining(parked)
    if (unsigned.length > 0) await parkUnsignableRows(unsigned, token, signable.length === 0)
    if (filtered.length > 0) await startMatching(filtered, token, lane)
  }

  /** Starts the deliveries that match their filter. If that fails, all return to the queue. */
  async function startMatching(
    filtered: readonly Signable[],
    token: string,
    lane: Lane,
  ): Promise<void> {
    const { passed, delays } = await passFilters(filtered, token).catch(async (error) => {
      const rows = filtered.map(([row]) => row)
      await run(async (ctx) => returnToQueue(ctx, rows, token))
      settler.forget(token, rows.length)
      throw error
    })
    for (const [row, destination] of passed)
      inFlight.start(row, destination, token, lane, delays.get(row.id))
  }

  /**
   * Parks deliveries that cannot be signed until their key is available. Reports the error to the operator.
   */
  async function parkUnsignableRows(
    rows: readonly UnsignableDelivery[],
    token: string,
    isAll: boolean,
  ) {
    counts.parked += rows.length
    await run(async (ctx) => {
      parkUnsignable(ctx, token, rows)
      if (isAll) queue.deleteLeases(ctx, [token])
    })
    const errors = new Map(rows.map(({ endpoint_id, error }) => [endpoint_id, error]))
    for (const [id, error] of errors)
      context.onError(
        new Error(`Deliveries of endpoint ${id} are parked: ${error}`),
        'webhooks signing',
      )
  }

  async function parkRemaining(parked: readonly ClaimedDelivery[]): Promise<void> {
    const endpoints = new Map(parked.map((row) => [row.endpoint_id, row]))
    await run(async (ctx) => {
      for (const endpoint of endpoints.values()) queue.park(ctx, endpoint)
    })
  }

  return {
    claimOnce,
    /**
     * Returns true if no first attempt is waiting, so that a completed attempt does not need to start a
     * claim.
     */
    isDrained: () => isDrained && performance.now() < Math.min(nextClaimAt.late, nextClaimAt.slow),
    /** Makes the next claim include the lane `late`, which may have new rows. */
    scheduleRetryLane() {
      nextClaimAt.late = 0
    },
  }
}
