import { type AccountState, type ConcurrencyLimits, computeCapacity } from './claim-capacity.ts'
import type { Lane } from './claim-deliveries.ts'
import {
  availableWindow,
  createEndpointState,
  type EndpointSignal,
  type EndpointState,
  type InFlightAttempt,
  isCircuitOpen,
  isSlow,
  isSuspect,
  isTrusted,
  recordSignal,
} from './endpoint-window.ts'

/*
 * Limits the attempts in flight: in total, per account and per endpoint (decision 91). Each process keeps
 * this state in memory, and passes the remaining capacity of endpoints and accounts to each claim.
 *
 * A slot represents CPU work. An attempt that only waits for its receiver costs one socket and a few
 * kilobytes, so it releases its slot after a short time and counts as waiting. Far more attempts may wait
 * than use a slot.
 */

type SlotRequest = { endpoint_id: string; account_id: string; lane: Lane; bytes: number }

const maxTrackedEndpoints = 10_000
/** The share of the slots that deliveries without a claim may use. */
const reservableShare = 0.5
/** The average body size before the first attempt. */
const initialAverageBodyBytes = 8_192

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the counters of one limiter, and each change updates several of them
export function createConcurrencyLimiter(configured: ConcurrencyLimits) {
  const limits = { ...configured }
  const endpoints = new Map<string, EndpointState>()
  const listed = new Set<EndpointState>()
  const grown = new Set<EndpointState>()
  const accounts = new Map<string, AccountState>()
  const reserved = new Map<string, number>() // reservations per account
  const active = new Set<InFlightAttempt>() // in order of start time
  const lanes: Record<Lane, number> = { fresh: 0, late: 0, slow: 0 } // active attempts per lane
  // Time advances in ticks, which stop while this process is stopped, so that receivers are not
  // blamed for its delays.
  let now = 0
  let open = 0
  let scheduled = 0
  let bytes = 0
  let averageBodyBytes = initialAverageBodyBytes
  let averageLatencyMs = 0 // moving average of fast responses, in milliseconds

  const waiting = () => open - active.size

  /** Returns the number of slots that a claim of this lane may fill. The slow lane has additional slots. */
  function available(lane: Lane): number {
    const { slots, reservedPerLane } = limits
    const inLane =
      lane === 'slow'
        ? Math.max(1, slots >> 2) - lanes.slow
        : Math.min(slots - lanes.fresh - lanes.late, slots - reservedPerLane - lanes[lane])
    const inAll = slots + 2 * limits.maxWaiting - open - scheduled
    const inMemory = Math.ceil((limits.maxBytes - bytes) / averageBodyBytes)
    return Math.max(0, Math.min(inLane, inAll, inMemory))
  }

  function getEndpointState(id: string, account_id: string): EndpointState {
    const state = endpoints.get(id) ?? createEndpointState(id, account_id, limits)
    endpoints.delete(id)
    endpoints.set(id, state)
    if (endpoints.size > maxTrackedEndpoints) evictOne()
    return state
  }

  function evictOne() {
    for (const [id, endpoint] of endpoints) {
      if (endpoint.open.size > 0 || endpoint.scheduled > 0) continue
      endpoints.delete(id)
      listed.delete(endpoint)
      grown.delete(endpoint)
      return
    }
  }

  /** Lists an endpoint for the next claims. */
  function list(endpoint: EndpointState) {
    listed.add(endpoint)
    grown.delete(endpoint)
  }

  function acquire({ endpoint_id, account_id, lane, bytes: size }: SlotRequest): InFlightAttempt {
    const endpoint = getEndpointState(endpoint_id, account_id)
    // An attempt to a slow endpoint counts as waiting from its start.
    const isActive = !isSlow(endpoint, now, limits)
    const attempt: InFlightAttempt = { endpoint, lane, bytes: size, startedAt: now, isActive }
    endpoint.open.add(attempt)
    list(endpoint)
    const account = accounts.get(account_id) ?? { open: 0, active: 0 }
    accounts.set(account_id, account)
    account.open += 1
    if (isActive) {
      account.active += 1
      active.add(attempt)
      lanes[lane] += 1
    }
    open += 1
    bytes += size
    averageBodyBytes += (size - averageBodyBytes) / 64
    return attempt
  }

  function releaseSlot(attempt: InFlightAttempt) {
    if (!attempt.isActive) return
    attempt.isActive = false
    active.delete(attempt)
    lanes[attempt.lane] -= 1
    const account = accounts.get(attempt.endpoint.account_id)
    if (account !== undefined) account.active -= 1
  }

  function release(attempt: InFlightAttempt, signal: EndpointSignal) {
    releaseSlot(attempt)
    const { endpoint } = attempt
    endpoint.open.delete(attempt)
    open -= 1
    bytes -= attempt.bytes
    const account = accounts.get(endpoint.account_id)
    if (account !== undefined) account.open -= 1
    if (account?.open === 0) accounts.delete(endpoint.account_id)

    const ageMs = now - attempt.startedAt
    recordSignal(endpoint, signal, { ageMs, now }, limits)
    if (signal === 'responded' && ageMs < limits.slowMs)
      averageLatencyMs += (ageMs - averageLatencyMs) / 64
    relist(endpoint)
  }

  function relist(endpoint: EndpointState) {
    listed.delete(endpoint)
    if (isRestricted(endpoint)) list(endpoint)
    else if (endpoint.window > limits.initialWindow) grown.add(endpoint)
  }

  /**
   * Counts an attempt that starts after a commit, if the endpoint is healthy and has room. Returns the function to call
   * when it starts or will not start. Claims have the other part of the slots, so that what waits gets its share.
   */
  function reserve(endpoint_id: string, account_id: string): (() => void) | undefined {
    const endpoint = endpoints.get(endpoint_id)
    if (endpoint === undefined || endpoint.wasSlow || endpoint.consecutiveFailures > 0) return
    if (availableWindow(endpoint, now, limits) === 0 || bytes >= limits.maxBytes) return
    if (active.size + scheduled >= limits.slots * reservableShare) return
    const ofAccount = reserved.get(account_id) ?? 0
    const used = ofAccount + (accounts.get(account_id)?.active ?? 0)
    if (used >= limits.maxPerAccount * reservableShare) return
    if (waiting() >= limits.maxWaiting) return
    const start = schedule(endpoint_id, account_id)
    reserved.set(account_id, ofAccount + 1)
    return () => {
      start()
      const left = (reserved.get(account_id) ?? 1) - 1
      if (left > 0) reserved.set(account_id, left)
      else reserved.delete(account_id)
      relist(endpoint)
    }
  }

  const isRestricted = (endpoint: EndpointState) =>
    endpoint.open.size > 0 ||
    endpoint.scheduled > 0 ||
    endpoint.wasSlow ||
    endpoint.pausedUntil > now ||
    isCircuitOpen(endpoint, limits)

  /** Counts an attempt that starts later. Returns the function to call when it starts. */
  function schedule(endpoint_id: string, account_id: string): () => void {
    const endpoint = getEndpointState(endpoint_id, account_id)
    endpoint.scheduled += 1
    scheduled += 1
    list(endpoint)
    return () => {
      endpoint.scheduled -= 1
      scheduled -= 1
    }
  }

  /** Stops claims of an endpoint for some milliseconds. */
  function pause(endpoint_id: string, account_id: string, ms: number): void {
    const endpoint = getEndpointState(endpoint_id, account_id)
    endpoint.pausedUntil = now + ms
    list(endpoint)
  }

  /** Advances the time. Returns how many attempts released their slots. */
  function tick(ms: number): number {
    now += ms
    // While all responses are slow, for example on an overloaded machine, one slow attempt is weak
    // evidence.
    limits.suspectMs = Math.min(limits.slowMs, Math.max(configured.suspectMs, 4 * averageLatencyMs))
    const { min, max } = limits.activeMs
    const limit = Math.min(max, Math.max(min, 3 * averageLatencyMs))
    for (const endpoint of grown) {
      if (isTrusted(endpoint, now)) break
      grown.delete(endpoint)
    }
    let freed = 0
    for (const attempt of active) {
      if (now - attempt.startedAt < limit) break
      releaseSlot(attempt)
      freed += 1
    }
    return freed
  }

  const getCapacity = () =>
    computeCapacity({ limits, now, waiting: waiting(), endpoints, listed, grown, accounts })

  /** Returns slow or suspect endpoints without capacity: the window or the share of slow endpoints is used up. */
  function findBlocked(): string[] {
    const { ids, left } = getCapacity().endpoints
    return ids.filter((id, index) => {
      const endpoint = endpoints.get(id)
      if (left[index] !== 0 || endpoint === undefined) return false
      return isSlow(endpoint, now, limits) || isSuspect(endpoint, now, limits)
    })
  }

  const filterIds = (predicate: (endpoint: EndpointState) => boolean) =>
    [...listed].filter(predicate).map(({ id }) => id)

  return {
    available,
    acquire,
    release,
    schedule,
    reserve,
    /** Returns whether no attempt to the endpoint may start now. */
    isFull(endpoint_id: string): boolean {
      const endpoint = endpoints.get(endpoint_id)
      return endpoint !== undefined && availableWindow(endpoint, now, limits) === 0
    },
    pause,
    tick,
    capacity: getCapacity,
    /** Their rows delay the claims for other endpoints. */
    blocked: findBlocked,
    /** Returns the endpoints that are currently unreachable. */
    openCircuits: () => filterIds((endpoint) => isCircuitOpen(endpoint, limits)),
    slow: () => filterIds((endpoint) => isSlow(endpoint, now, limits)),
    total: () => open + scheduled,
    active: () => active.size,
    waiting,
    bytes: () => bytes,
  }
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>
