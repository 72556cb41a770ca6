import type { HttpClient } from '#platform/http-client/http-client'
import type { Clock } from '#platform/lib/clock'
import type { Database } from '#platform/postgres/database'
import type { ConcurrencyLimits } from './claim-capacity.ts'
import type { Lane } from './claim-deliveries.ts'
import { defaultRetryDelaysMs } from './retry-schedule.ts'

/** The dependencies of the engine. A separate connection pool is best; six connections are enough. */
export interface EngineContext {
  db: Database
  httpClient: HttpClient
  clock: Clock
  onError: (error: unknown, where: string) => void
}

/** All times are in milliseconds. */
export interface EngineOptions extends ConcurrencyLimits {
  /** The delays before attempts 2 to 5. */
  retryDelaysMs: readonly number[]
  /** How long a lease is valid; well above the longest duration of an attempt. */
  leaseMs: number
  /** The interval between claims without a notification. */
  pollIntervalMs: number
  /** The interval at which the concurrency limits check the age of open attempts. */
  tickIntervalMs: number
  /** The interval at which maintenance reclaims expired leases and repairs wrongly parked deliveries. */
  repairIntervalMs: number
  /** The maximum duration of a shutdown: attempts in flight end, and their results are written. */
  shutdownTimeoutMs: number
  /** Results are written after this time, or when `maxSettleBatch` results are waiting. */
  settleIntervalMs: number
  maxSettleBatch: number
  /** The interval between comparisons of the process clock with the database clock. */
  clockCheckIntervalMs: number
}

const defaultEngineOptions: EngineOptions = {
  slots: 256,
  maxPerEndpoint: 8,
  maxPerFastEndpoint: 32,
  fastMs: 50,
  maxPerAccount: 128,
  reservedPerLane: 16,
  initialWindow: 2,
  circuitOpensAfter: 5,
  suspectMs: 250,
  slowMs: 1_000,
  activeMs: { min: 100, max: 500 },
  maxWaiting: 2_048,
  maxBytes: 64 * 1024 * 1024,
  tickIntervalMs: 25,
  retryDelaysMs: defaultRetryDelaysMs,
  leaseMs: 60_000,
  pollIntervalMs: 200,
  repairIntervalMs: 2_000,
  shutdownTimeoutMs: 22_000,
  settleIntervalMs: 20,
  maxSettleBatch: 400,
  clockCheckIntervalMs: 60_000,
}

/** Applies the defaults. Throws when the lease could expire before an attempt ends. */
export function resolveEngineOptions(
  options: Partial<EngineOptions>,
  { httpClient }: EngineContext,
) {
  const settings = { ...defaultEngineOptions, ...options }
  if (settings.leaseMs < 1.25 * httpClient.maxDurationMs)
    throw new Error(
      `A lease of ${settings.leaseMs} ms is too short for attempts of up to ${httpClient.maxDurationMs} ms.`,
    )
  return settings
}

/** Counters since the start of the engine. */
export interface EngineCounts {
  /** Executed claim statements and settle batches. */
  claims: number
  settles: number
  claimed: number
  delivered: number
  failed: number
  abandoned: number
  parked: number
  /** Deliveries moved to the slow lane. */
  slowed: number
  /** Results rejected because their lease was lost. */
  stale: number
  /** Deliveries reclaimed from expired leases of lost workers. */
  swept: number
}

/** The counters, and the current state. */
export interface EngineState extends EngineCounts {
  in_flight: number
  /** Attempts in flight that wait for their receivers and use no slot. */
  waiting: number
  /** Ids of slow endpoints, which share a limited number of attempts. */
  slow: string[]
  /** Results that are not yet in the database. */
  unsettled: number
  /** Ids of unreachable endpoints; each gets one attempt at a time. */
  tripped: string[]
  /** The time of the last successful claim. */
  last_claim_at: Date | undefined
  /**
   * How far the process clock is ahead of the database clock, in milliseconds; undefined before the first
   * comparison.
   */
  clock_skew_ms: number | undefined
  /**
   * False before the first clock comparison and while the clock is too far off: receivers would reject
   * the timestamps.
   */
  is_sending: boolean
}

/** Receives measurements for metrics. Times are in milliseconds. */
export interface EngineObserver {
  /** Called after one claim statement, with the duration of its transaction. */
  onClaimed(lane: Lane, ms: number, rows: number): void
  /** Called after one batch of results; `lag_ms` is the waiting time of the oldest result. */
  onSettled(lag_ms: number, rows: number): void
}

export interface Engine {
  /** Replaces the observer. */
  observe(observer: EngineObserver): void
  /** Triggers a claim, because new deliveries may be ready. */
  notify(): void
  state(): EngineState
  /**
   * Stops claiming, waits for the attempts in flight, and writes their results. Releases claims without
   * an attempt.
   */
  stop(): Promise<void>
}
