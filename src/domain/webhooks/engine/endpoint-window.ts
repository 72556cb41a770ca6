import type { Lane } from './claim-deliveries.ts'

/*
 * How many attempts one endpoint may have open at once, judged by its latest attempts. Like a TCP congestion window:
 * it starts small, grows with each response, and collapses when an attempt waits in vain. An attempt that is still
 * open is evidence already: nothing waits for a timeout of 15 s to learn that a receiver hangs.
 */

export interface WindowLimits {
  /** Largest window: attempts open at once to one endpoint. */
  maxPerEndpoint: number
  /** Window of an endpoint that has no record. */
  initialWindow: number
  /** Failures without a response, in a row, after which the window is 1. */
  circuitOpensAfter: number
  /**
   * Milliseconds after which an open attempt stops further ones to its endpoint, unless the endpoint usually takes
   * half as long.
   */
  suspectMs: number
  /** Milliseconds after which an attempt makes its endpoint a slow one. */
  slowMs: number
}

/** What an attempt said about its endpoint. `none`: nothing, because no request was made. */
export type EndpointSignal = 'answered' | 'unreachable' | 'none'

/** An attempt that is open. */
export interface InFlightAttempt {
  readonly endpoint: EndpointState
  readonly lane: Lane
  readonly bytes: number
  readonly startedAt: number
  /** Whether it still uses a slot. */
  isActive: boolean
}

export interface EndpointState {
  readonly id: string
  readonly account_id: string
  /** Open attempts, oldest first. */
  readonly open: Set<InFlightAttempt>
  window: number
  /** Failures without a response, in a row. */
  consecutiveFailures: number
  /** Moving average of the time to a response, in milliseconds. */
  averageResponseMs: number
  /** Whether the attempt that ended last was slow. */
  wasSlow: boolean
  /** Time of the last response. */
  lastResponseAt: number
}

export const createEndpointState = (
  id: string,
  account_id: string,
  { initialWindow }: WindowLimits,
): EndpointState => ({
  id,
  account_id,
  open: new Set(),
  window: initialWindow,
  consecutiveFailures: 0,
  averageResponseMs: 0,
  wasSlow: false,
  lastResponseAt: Number.NEGATIVE_INFINITY,
})

/** Weight of the newest response in the moving average. */
const newestWeight = 0.25

function oldestAgeMs({ open }: EndpointState, now: number): number {
  for (const { startedAt } of open) return now - startedAt
  return 0
}

/** Slow endpoints share a bounded part of all attempts. */
export const isSlow = (endpoint: EndpointState, now: number, { slowMs }: WindowLimits): boolean =>
  endpoint.wasSlow || oldestAgeMs(endpoint, now) >= slowMs

/** Whether an open attempt takes longer than this endpoint usually does. */
export const isSuspect = (
  endpoint: EndpointState,
  now: number,
  { suspectMs }: WindowLimits,
): boolean => oldestAgeMs(endpoint, now) >= Math.max(suspectMs, 2 * endpoint.averageResponseMs)

export const isCircuitOpen = (
  { consecutiveFailures }: EndpointState,
  { circuitOpensAfter }: WindowLimits,
): boolean => consecutiveFailures >= circuitOpensAfter

/** Attempts that may begin now. */
export function availableWindow(
  endpoint: EndpointState,
  now: number,
  limits: WindowLimits,
): number {
  if (isSuspect(endpoint, now, limits)) return 0
  return Math.max(0, endpoint.window - endpoint.open.size)
}

/** Learns from an attempt that ended, `age` milliseconds after its start. */
export function recordSignal(
  endpoint: EndpointState,
  signal: EndpointSignal,
  { ageMs, now }: { ageMs: number; now: number },
  limits: WindowLimits,
): void {
  if (signal === 'answered') {
    const isNowSlow = ageMs >= limits.slowMs
    const isFirstSlow = isNowSlow && !endpoint.wasSlow
    endpoint.window = isFirstSlow
      ? Math.max(1, endpoint.window >> 1)
      : Math.min(limits.maxPerEndpoint, endpoint.window + 1)
    endpoint.wasSlow = isNowSlow
    endpoint.consecutiveFailures = 0
    endpoint.averageResponseMs += (ageMs - endpoint.averageResponseMs) * newestWeight
    endpoint.lastResponseAt = now
  }
  if (signal === 'unreachable') {
    endpoint.consecutiveFailures += 1
    // A refused connection costs no time, so only a wait that was in vain makes an endpoint slow.
    if (ageMs >= limits.suspectMs) endpoint.wasSlow = true
    if (endpoint.wasSlow || isCircuitOpen(endpoint, limits)) endpoint.window = 1
  }
}
