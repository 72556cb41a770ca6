import type { HttpClient } from '#platform/http-client/http-client'
import type { Clock } from '#platform/lib/clock'
import type { Database } from '#platform/postgres/database'
import type { ConcurrencyLimits } from './claim-capacity.ts'
import type { Lane } from './claim-deliveries.ts'
import { defaultRetryDelaysMs } from './retry-schedule.ts'

/** What the engine works with. The database is best a pool of its own; six connections are plenty. */
export interface EngineContext {
  db: Database
  httpClient: HttpClient
  clock: Clock
  onError: (error: unknown, where: string) => void
}

/** Times in milliseconds. */
export interface EngineOptions extends ConcurrencyLimits {
  /** Before attempts 2 to 5. */
  retryDelaysMs: readonly number[]
  /** How long a claim holds without being settled; well above what an attempt can take. */
  leaseMs: number
  /** How often to look when nobody wakes us. */
  pollIntervalMs: number
  /** How often to look at the age of open attempts. */
  tickIntervalMs: number
  /** How often to look for leases that ran out, and for what is parked and should not be. */
  repairIntervalMs: number
  /** The longest that stopping waits: for attempts in flight, and for the database to have their results. */
  shutdownTimeoutMs: number
  /** Results are written after this time, or when there are so many. */
  settleIntervalMs: number
  maxSettleBatch: number
  /** How often to compare our clock with the database's. */
  clockCheckIntervalMs: number
}

const defaultEngineOptions: EngineOptions = {
  slots: 256,
  maxPerEndpoint: 8,
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

/** Fills in what is usual. Refuses a lease that could end before its attempt does. */
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

/** Counts since the start. */
export interface EngineCounts {
  /** Statements that claimed, and that settled. */
  claims: number
  settles: number
  claimed: number
  delivered: number
  failed: number
  abandoned: number
  parked: number
  /** Deliveries moved into the slow lane. */
  slowed: number
  /** Results refused because their lease was lost. */
  stale: number
  /** Leases of lost workers that were swept. */
  swept: number
}

/** The counts, and how things stand. */
export interface EngineState extends EngineCounts {
  in_flight: number
  /** Of these, attempts that wait for their receivers and use no slot. */
  waiting: number
  /** Endpoints that share the part of attempts that is meant for slow ones. */
  slow: string[]
  /** Results that the database does not have yet. */
  unsettled: number
  /** Endpoints that nobody reaches at present; they get one attempt at a time. */
  tripped: string[]
  /** When the queue was last looked at without a failure. */
  last_claim_at: Date | undefined
  /** How far our clock is from the database's, in milliseconds; undefined until it was compared. */
  clock_skew_ms: number | undefined
  /** False while the clock is too far off, or was not compared yet: receivers would refuse the timestamps. */
  is_sending: boolean
}

/** Is called with what the engine did, for metrics. Times in milliseconds. */
export interface EngineObserver {
  /** One claim statement, in its transaction. */
  onClaimed(lane: Lane, ms: number, rows: number): void
  /** One batch of results: how long the oldest of them waited until the database had it. */
  onSettled(lag_ms: number, rows: number): void
}

export interface Engine {
  /** From now on, in place of the observer before. */
  observe(observer: EngineObserver): void
  /** There may be something to deliver: look now. */
  notify(): void
  state(): EngineState
  /** Claims nothing more, finishes what is in flight and writes the results. What was not begun is given back. */
  stop(): Promise<void>
}
