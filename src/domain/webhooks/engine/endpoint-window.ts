import type { Lane } from './claim-deliveries.ts'

/*
 * The window of an endpoint: how many attempts may be open at once. The window works like a TCP
 * congestion window: the window starts small, grows with each response, and collapses after an attempt
 * without a response. A long open attempt already counts as evidence, so a hanging receiver is detected
 * before the timeout of 15 s.
 */

export interface WindowLimits {
  /** The largest window: open attempts to one endpoint. */
  maxPerEndpoint: number
  /** The largest window of an endpoint whose responses take less than `fastMs` milliseconds on average. */
  maxPerFastEndpoint: number
  fastMs: number
  /** The window of a new endpoint. */
  initialWindow: number
  /** Number of consecutive failures without a response after which the window is 1. */
  circuitOpensAfter: number
  /**
   * Milliseconds after which an open attempt blocks further attempts to its endpoint, unless the average
   * response time of the endpoint is more than half of the age of the attempt.
   */
  suspectMs: number
  /** Milliseconds after which an attempt marks its endpoint as slow. */
  slowMs: number
}

/** The evidence from an attempt about its endpoint. `none`: no request was sent. */
export type EndpointSignal = 'responded' | 'unreachable' | 'none'

/** An open attempt. */
export interface InFlightAttempt {
  readonly endpoint: EndpointState
  readonly lane: Lane
  readonly bytes: number
  readonly startedAt: number
  /** Whether the attempt still uses a slot. */
  isActive: boolean
}

export interface EndpointState {
  readonly id: string
  readonly account_id: string
  /** Open attempts, oldest first. */
  readonly open: Set<InFlightAttempt>
  /** Claimed attempts that wait for their time, because the endpoint has a rate limit. */
  scheduled: number
  /** Until then, the rate limit of the endpoint allows no attempt. */
  pausedUntil: number
  window: number
  /** Consecutive failures without a response. */
  consecutiveFailures: number
  /** Moving average of the response time, in milliseconds. */
  averageResponseMs: number
  /** Whether the last completed attempt was slow. */
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
  scheduled: 0,
  pausedUntil: Number.NEGATIVE_INFINITY,
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

/** Returns whether the endpoint is slow. Slow endpoints share a limited number of attempts. */
export const isSlow = (endpoint: EndpointState, now: number, { slowMs }: WindowLimits): boolean =>
  endpoint.wasSlow || oldestAgeMs(endpoint, now) >= slowMs

/** Returns whether an open attempt has taken at least `suspectMs`, and at least twice the average response time. */
export const isSuspect = (
  endpoint: EndpointState,
  now: number,
  { suspectMs }: WindowLimits,
): boolean => oldestAgeMs(endpoint, now) >= Math.max(suspectMs, 2 * endpoint.averageResponseMs)

/**
 * Milliseconds for which a response makes an endpoint trusted. Trusted endpoints are exempt from the
 * limits on waiting attempts.
 */
const trustedForMs = 10_000

export const isTrusted = ({ lastResponseAt, wasSlow }: EndpointState, now: number): boolean =>
  !wasSlow && now - lastResponseAt < trustedForMs

export const isCircuitOpen = (
  { consecutiveFailures }: EndpointState,
  { circuitOpensAfter }: WindowLimits,
): boolean => consecutiveFailures >= circuitOpensAfter

/** Returns the number of attempts that may start now. */
export function availableWindow(
  endpoint: EndpointState,
  now: number,
  limits: WindowLimits,
): number {
  if (now < endpoint.pausedUntil || isSuspect(endpoint, now, limits)) return 0
  return Math.max(0, endpoint.window - endpoint.open.size - endpoint.scheduled)
}

/**
 * Returns the largest window after a response. A window above `maxPerEndpoint` grows only while the endpoint uses more
 * than half of it, so that an endpoint with little traffic does not get a burst.
 */
function maxWindow(
  { averageResponseMs, window, open }: EndpointState,
  { maxPerEndpoint, maxPerFastEndpoint, fastMs }: WindowLimits,
): number {
  if (averageResponseMs >= fastMs) return maxPerEndpoint
  const isUsed = 2 * (open.size + 1) > window // the attempt that has ended is no longer open
  return isUsed ? maxPerFastEndpoint : Math.max(maxPerEndpoint, window)
}

/** Updates the state after an attempt that took `ageMs` milliseconds. */
export function recordSignal(
  endpoint: EndpointState,
  signal: EndpointSignal,
  { ageMs, now }: { ageMs: number; now: number },
  limits: WindowLimits,
): void {
  if (signal === 'responded') {
    const isNowSlow = ageMs >= limits.slowMs
    const isFirstSlow = isNowSlow && !endpoint.wasSlow
    endpoint.averageResponseMs += (ageMs - endpoint.averageResponseMs) * newestWeight
    endpoint.window = isFirstSlow
      ? Math.max(1, endpoint.window >> 1)
      : Math.min(maxWindow(endpoint, limits), endpoint.window + 1)
    endpoint.wasSlow = isNowSlow
    endpoint.consecutiveFailures = 0
    endpoint.lastResponseAt = now
  }
  if (signal === 'unreachable') {
    endpoint.consecutiveFailures += 1
    // A rejected connection takes no time, so only a long wait without a response makes an endpoint
    // slow.
    if (ageMs >= limits.suspectMs) endpoint.wasSlow = true
    if (endpoint.wasSlow || isCircuitOpen(endpoint, limits)) endpoint.window = 1
  }
}
