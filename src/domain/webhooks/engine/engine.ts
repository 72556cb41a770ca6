import { hostname } from 'node:os'
import { createRegistry } from '#connections'
import { startPollingLoop } from '#platform/jobs/polling-loop'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { createPublishers } from '../publishers/publishers.ts'
import { createClaimer } from './claimer.ts'
import { watchClockSkew } from './clock-skew.ts'
import { createConcurrencyLimiter } from './concurrency-limits.ts'
import {
  type Engine,
  type EngineContext,
  type EngineCounts,
  type EngineObserver,
  type EngineOptions,
  resolveEngineOptions,
} from './engine-options.ts'
import { createInFlight } from './in-flight.ts'
import { createInsertLeases } from './insert-leases.ts'
import { createLeaseReleases } from './lease-releases.ts'
import { dueWork } from './queue.ts'
import { createQueueMaintenance } from './queue-maintenance.ts'
import { createSettler } from './settler.ts'
import { createTicker } from './ticker.ts'

/** Milliseconds between a free slot and the claim that fills it. */
const claimDelayMs = 2

/**
 * Delivers events: claims ready deliveries, attempts them and settles the results. Any number of engines,
 * in this and in other processes, can work on one queue. While the database is unavailable, the engine
 * buffers its results, retries with growing pauses, and resumes by itself.
 */
export function startEngine(context: EngineContext, options: Partial<EngineOptions> = {}): Engine {
  const settings = resolveEngineOptions(options, context)
  const parts = createParts(context, settings)
  const { clockSkew, settler, inFlight, claimer } = parts
  const loop = (name: keyof typeof dueWork, intervalMs: number, run: () => Promise<number>) =>
    startPollingLoop({
      name: `webhooks ${name}`,
      intervalMs,
      run,
      watch: context.dueCheck?.when(dueWork[name]),
      onError: context.onError,
    })

  let claimTimer: NodeJS.Timeout | undefined
  const claimLoop = loop('claim', settings.pollIntervalMs, claimer.claimOnce)
  parts.onComplete = () => {
    if (claimer.isDrained()) return
    claimTimer ??= setTimeout(() => {
      claimTimer = undefined
      claimLoop.wake()
    }, claimDelayMs)
  }
  parts.onReady = () => {
    claimer.scheduleRetryLane()
    claimLoop.wake()
  }
  const promoteLoop = loop('promote', settings.pollIntervalMs, parts.maintenance.promoteDueRetries)
  const repairLoop = loop('sweep', settings.repairIntervalMs, parts.maintenance.repair)

  return {
    observe(observer) {
      parts.observer = observer
    },
    insertLeases: parts.insertLeases.leases,
    notify: claimLoop.wake,
    state: () => ({ ...readState(parts), last_claim_at: claimLoop.lastSuccess() }),
    async stop() {
      parts.isStopping = true
      const until = Date.now() + settings.shutdownTimeoutMs
      await Promise.all([claimLoop.stop(), promoteLoop.stop(), repairLoop.stop(), clockSkew.stop()])
      await inFlight.drain(until - Date.now())
      await parts.leaseReleases
        .release()
        .catch((error) => context.onError(error, 'webhooks leases'))
      clearTimeout(claimTimer)
      parts.ticker.stop()
      await settler.stop(until)
      parts.publishers.close()
    },
  }
}

const readState = ({ counts, limiter, clockSkew, settler }: ReturnType<typeof createParts>) => ({
  ...counts,
  in_flight: limiter.total(),
  waiting: limiter.waiting(),
  slow: limiter.slow(),
  unsettled: settler.unsettled(),
  tripped: limiter.openCircuits(),
  clock_skew_ms: clockSkew.skewMs(),
  is_sending: clockSkew.isWithinTolerance(),
})

/** Creates the connected parts without starting them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a flat list of the parts of an engine and their connections; half of it in another function hides who depends on whom
function createParts(context: EngineContext, settings: EngineOptions) {
  const { db, httpClient, connectors: registry = createRegistry(), onError } = context
  const run = <T>(fn: (ctx: TxContext) => Promise<T>) => inTransaction(db, ALL_ACCOUNTS, fn)
  const counts: EngineCounts = noCounts()
  const limiter = createConcurrencyLimiter(settings)
  const observer: EngineObserver = { onClaimed: () => {}, onSettled: () => {} }
  const signals = { isStopping: false, onComplete: () => {}, onReady: () => {}, observer }
  const clockSkew = watchClockSkew(context, settings.clockCheckIntervalMs, () => signals.onReady())
  const settler = createSettler({
    db,
    flushIntervalMs: settings.settleIntervalMs,
    maxBatch: settings.maxSettleBatch,
    onError: (error) => onError(error, 'webhooks settle'),
    onSettled: (batch, accepted, lag) => {
      counts.settles += 1
      counts.stale += batch.length - accepted
      signals.observer.onSettled(lag, accepted)
      if (batch.some(({ releases_next }) => releases_next)) signals.onReady()
    },
  })
  const { maxDurationMs: timeoutMs } = httpClient
  const publishers = createPublishers({ db, registry, timeoutMs, onError })
  const ticker = createTicker(limiter, settings.tickIntervalMs, () => signals.onComplete())
  const inFlight = createInFlight({
    httpClient,
    publishers,
    origin: db.deployment.origin,
    versions: db.deployment.versions,
    now: context.clock,
    retryDelaysMs: settings.retryDelaysMs,
    worker: `${hostname()} ${process.pid}`,
    limiter,
    ticker,
    settler,
    counts,
    onComplete: () => signals.onComplete(),
    onError,
  })
  const canClaim = () => !signals.isStopping && clockSkew.isWithinTolerance()
  const onClaimed: EngineObserver['onClaimed'] = (...claim) => signals.observer.onClaimed(...claim)
  const shared = { run, settings, limiter, ticker, settler, inFlight, counts, canClaim, onError }
  const leaseReleases = createLeaseReleases(run)
  const onReady = () => signals.onReady()
  const insertLeases = createInsertLeases({ ...shared, leaseReleases, onReady })
  const claimer = createClaimer({ ...shared, insertLeases, leaseReleases, onClaimed })
  const maintenance = createQueueMaintenance({
    run,
    settler,
    counts,
    onReady: () => signals.onReady(),
  })
  return Object.assign(signals, {
    counts,
    limiter,
    ticker,
    clockSkew,
    settler,
    publishers,
    inFlight,
    insertLeases,
    leaseReleases,
    claimer,
    maintenance,
  })
}

const noCounts = (): EngineCounts => ({
  claims: 0,
  settles: 0,
  claimed: 0,
  leased_at_insert: 0,
  delivered: 0,
  failed: 0,
  abandoned: 0,
  filtered: 0,
  parked: 0,
  slowed: 0,
  stale: 0,
  swept: 0,
})
