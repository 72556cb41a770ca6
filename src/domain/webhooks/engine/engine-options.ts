import type { ConnectorRegistry } from '#connections'
import type { InsertLeases } from '#platform/deployment'
import type { HttpClient } from '#platform/http-client/http-client'
import type { DueCheck } from '#platform/jobs/due-check'
import type { Clock } from '#platform/lib/clock'
import type { Database } from '#platform/postgres/database'
import type { ConcurrencyLimits } from './claim-capacity.ts'
import type { Lane } from './claim-deliveries.ts'
import { defaultRetryDelaysMs } from './retry-schedule.ts'

/**
 * The dependencies of the engine. The database should have its own connection pool for the engine; six
 * connections are enough.
 */
export interface EngineContext {
  db: Database
  httpClient: HttpClient
  /** The connectors of brokers. Without them, endpoints with a connection fail. */
  connectors?: ConnectorRegistry
  clock: Clock
  onError: (error: unknown, where: string) => void
  /** Ends the rests of the loops. Without it, they look for work once a second. */
  dueCheck?: DueCheck
}

/** The options of the engine. All times are in milliseconds. */
export interface EngineOptions extends ConcurrencyLimits {
  /** The delays before attempts 2 to 5. */
  retryDelaysMs: readonly number[]
  /** The duration of a lease. It must be well above the longest duration of an attempt. */
  leaseMs: number
  /** The interval between claims if there is no notification. */
  pollIntervalMs: number
  /** The interval at which the concurrency limits check how long attempts have been open. */
  tickIntervalMs: number
  /**
   * The interval at which maintenance reclaims expired leases, and repairs deliveries that were parked by
   * mistake.
   */
  repairIntervalMs: number
  /**
   * The maximum duration of a shutdown. During this time, open attempts end and their results are written.
   */
  shutdownTimeoutMs: number
  /**
   * The time after which results are written. They are written earlier if `maxSettleBatch` results are
   * waiting.
   */
  settleIntervalMs: number
  maxSettleBatch: number
  /** The interval at which the clock of the process is compared with that of the database. */
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

/** The share of a lease that an attempt does not need. */
export const leaseMargin = 0.2

/** Applies the default values. Throws if a lease could expire before its attempt ends. */
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

/** The counters since the start of the engine. */
export interface EngineCounts {
  /** The numbers of executed claim statements and of written batches of results. */
  claims: number
  settles: number
  claimed: number
  /** The number of claimed deliveries that the transaction of their event has leased. */
  leased_at_insert: number
  delivered: number
  failed: number
  abandoned: number
  /** The number of deliveries that a filter left out. */
  filtered: number
  parked: number
  /** The number of deliveries that were moved to the slow lane. */
  slowed: number
  /** The number of results that were rejected because their lease was lost. */
  stale: number
  /** The number of deliveries that were reclaimed from expired leases of lost workers. */
  swept: number
}

/** The counters of the engine, and its current state. */
export interface EngineState extends EngineCounts {
  in_flight: number
  /** The number of open attempts that wait for their receivers and use no slot. */
  waiting: number
  /** The ids of slow endpoints, which share a limited number of attempts. */
  slow: string[]
  /** The number of results that are not yet in the database. */
  unsettled: number
  /** The ids of unreachable endpoints. Each of them gets one attempt at a time. */
  tripped: string[]
  /** The time of the last successful claim. */
  last_claim_at: Date | undefined
  /**
   * The milliseconds by which the clock of the process is ahead of the clock of the database. Undefined
   * before the first comparison.
   */
  clock_skew_ms: number | undefined
  /**
   * True if the engine sends. False before the first comparison of the clocks, and while their difference is
   * too large, because receivers would reject the timestamps.
   */
  is_sending: boolean
}

/** An observer that receives measurements for metrics. Times are in milliseconds. */
export interface EngineObserver {
  /** Receives the duration of the transaction after each claim statement. */
  onClaimed(lane: Lane, ms: number, rows: number): void
  /**
   * Receives the number of results after each written batch. `lag_ms` is the waiting time of the oldest
   * result.
   */
  onSettled(lag_ms: number, rows: number): void
}

export interface Engine {
  /** Replaces the observer. */
  observe(observer: EngineObserver): void
  /** Leases the deliveries of this process at the insert. Another process must not use it. */
  insertLeases: InsertLeases
  /** Starts a claim, because new deliveries may be ready. */
  notify(): void
  state(): EngineState
  /**
   * Stops claiming, waits for open attempts, and writes their results. Releases claims that have no attempt.
   */
  stop(): Promise<void>
}
