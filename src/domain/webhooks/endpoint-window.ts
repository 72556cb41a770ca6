import type { Lane } from './claim.ts'

/*
 * How many attempts one endpoint may have open at once, judged by its latest attempts. Like a TCP congestion window:
 * it starts small, grows with each response, and collapses when an attempt waits in vain. An attempt that is still
 * open is evidence already: nothing waits for a timeout of 15 s to learn that a receiver hangs.
 */

export interface WindowLimits {
  /** Largest window: attempts open at once to one endpoint. */
  perEndpoint: number
  /** Window of an endpoint that has no record. */
  initialWindow: number
  /** Failures without a response, in a row, after which the window is 1. */
  tripsAfter: number
  /**
   * Milliseconds after which an open attempt stops further ones to its endpoint, unless the endpoint usually takes
   * half as long.
   */
  suspectMs: number
  /** Milliseconds after which an attempt makes its endpoint a slow one. */
  slowMs: number
}

/** What an attempt said about its endpoint. `none`: nothing, because no request was made. */
export type Sign = 'answered' | 'unreachable' | 'none'

/** An attempt that is open. */
export interface Flight {
  readonly endpoint: EndpointState
  readonly lane: Lane
  readonly bytes: number
  readonly started: number
  /** Whether it still uses a slot. */
  isYoung: boolean
}

export interface EndpointState {
  readonly id: string
  readonly account_id: string
  /** Open attempts, oldest first. */
  readonly open: Set<Flight>
  window: number
  /** Failures without a response, in a row. */
  unreachable: number
  /** Moving average of the time to a response, in milliseconds. */
  usual: number
  /** Whether the attempt that ended last was slow. */
  wasSlow: boolean
  /** Time of the last response. */
  answered: number
}

export const newEndpointState = (
  id: string,
  account_id: string,
  { initialWindow }: WindowLimits,
): EndpointState => ({
  id,
  account_id,
  open: new Set(),
  window: initialWindow,
  unreachable: 0,
  usual: 0,
  wasSlow: false,
  answered: Number.NEGATIVE_INFINITY,
})

/** Weight of the newest response in the moving average. */
const weight = 0.25

function ageOfOldest({ open }: EndpointState, now: number): number {
  for (const { started } of open) return now - started
  return 0
}

/** Slow endpoints share a bounded part of all attempts. */
export const isSlow = (endpoint: EndpointState, now: number, { slowMs }: WindowLimits): boolean =>
  endpoint.wasSlow || ageOfOldest(endpoint, now) >= slowMs

/** Whether an open attempt takes longer than this endpoint usually does. */
export const isSuspect = (
  endpoint: EndpointState,
  now: number,
  { suspectMs }: WindowLimits,
): boolean => ageOfOldest(endpoint, now) >= Math.max(suspectMs, 2 * endpoint.usual)

export const isTripped = ({ unreachable }: EndpointState, { tripsAfter }: WindowLimits): boolean =>
  unreachable >= tripsAfter

/** Attempts that may begin now. */
export function windowLeft(endpoint: EndpointState, now: number, limits: WindowLimits): number {
  if (isSuspect(endpoint, now, limits)) return 0
  return Math.max(0, endpoint.window - endpoint.open.size)
}

/** Learns from an attempt that ended, `age` milliseconds after its start. */
export function learn(
  endpoint: EndpointState,
  sign: Sign,
  { age, now }: { age: number; now: number },
  limits: WindowLimits,
): void {
  if (sign === 'answered') {
    const isNowSlow = age >= limits.slowMs
    const isFirstSlow = isNowSlow && !endpoint.wasSlow
    endpoint.window = isFirstSlow
      ? Math.max(1, endpoint.window >> 1)
      : Math.min(limits.perEndpoint, endpoint.window + 1)
    endpoint.wasSlow = isNowSlow
    endpoint.unreachable = 0
    endpoint.usual += (age - endpoint.usual) * weight
    endpoint.answered = now
  }
  if (sign === 'unreachable') {
    endpoint.unreachable += 1
    // A refused connection costs no time, so only a wait that was in vain makes an endpoint slow.
    if (age >= limits.suspectMs) endpoint.wasSlow = true
    if (endpoint.wasSlow || isTripped(endpoint, limits)) endpoint.window = 1
  }
}
