import { type ConcurrencyLimits, computeCapacity } from './claim-capacity.ts'
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
  recordSignal,
} from './endpoint-window.ts'

/*
 * How much may be in flight, in all, for each account and for each endpoint (decision 91). One process keeps this in
 * memory, and each claim is told how much room endpoints and accounts have left.
 *
 * A slot is for work. An attempt that only waits for its receiver costs a socket and some kilobytes, so it gives its slot
 * back after a moment and counts among the waiting ones, of which there may be many more.
 */

type SlotRequest = { endpoint_id: string; account_id: string; lane: Lane; bytes: number }

const maxTrackedEndpoints = 10_000
/** Before any body was seen. */
const initialAverageBodyBytes = 8_192

export function createConcurrencyLimiter(configured: ConcurrencyLimits) {
  const limits = { ...configured }
  const endpoints = new Map<string, EndpointState>()
  const listed = new Set<EndpointState>()
  const accounts = new Map<string, AccountState>()
  const active = new Set<InFlightAttempt>() // in the order of their starts
  const lanes: Record<Lane, number> = { fresh: 0, late: 0, slow: 0 } // of those that are young
  // Time goes by in ticks, which stop while this process does: its own delays are not blamed on receivers.
  let now = 0
  let open = 0
  let bytes = 0
  let averageBodyBytes = initialAverageBodyBytes
  let averageLatencyMs = 0 // moving average of quick responses, in milliseconds

  const waiting = () => open - active.size

  /** Slots that a claim of this lane may fill. The slow lane has some of its own. */
  function available(lane: Lane): number {
    const { slots, reservedPerLane } = limits
    const inLane =
      lane === 'slow'
        ? Math.max(1, slots >> 2) - lanes.slow
        : Math.min(slots - lanes.fresh - lanes.late, slots - reservedPerLane - lanes[lane])
    const inAll = slots + 2 * limits.maxWaiting - open
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
      if (endpoint.open.size > 0) continue
      endpoints.delete(id)
      listed.delete(endpoint)
      return
    }
  }

  function acquire({ endpoint_id, account_id, lane, bytes: size }: SlotRequest): InFlightAttempt {
    const endpoint = getEndpointState(endpoint_id, account_id)
    // An attempt to a slow endpoint waits from its start.
    const isActive = !isSlow(endpoint, now, limits)
    const attempt: InFlightAttempt = { endpoint, lane, bytes: size, startedAt: now, isActive }
    endpoint.open.add(attempt)
    listed.add(endpoint)
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
    if (signal === 'answered' && ageMs < limits.slowMs)
      averageLatencyMs += (ageMs - averageLatencyMs) / 64
    listed.delete(endpoint)
    if (endpoint.open.size > 0 || endpoint.wasSlow || isCircuitOpen(endpoint, limits))
      listed.add(endpoint)
  }

  /** Time went by. Returns how many attempts gave their slots back. */
  function tick(ms: number): number {
    now += ms
    // Where everything takes long, as on a machine that is overloaded, one attempt that takes long says little.
    limits.suspectMs = Math.min(limits.slowMs, Math.max(configured.suspectMs, 4 * averageLatencyMs))
    const { min, max } = limits.activeMs
    const limit = Math.min(max, Math.max(min, 3 * averageLatencyMs))
    let freed = 0
    for (const attempt of active) {
      if (now - attempt.startedAt < limit) break
      releaseSlot(attempt)
      freed += 1
    }
    return freed
  }

  const filterIds = (predicate: (endpoint: EndpointState) => boolean) =>
    [...listed].filter(predicate).map(({ id }) => id)

  return {
    available,
    acquire,
    release,
    tick,
    capacity: () =>
      computeCapacity({ limits, now, waiting: waiting(), endpoints, listed, accounts }),
    /** Endpoints that take nothing at present, because of what they did: their rows are in the way of others. */
    blocked: () =>
      filterIds((endpoint) => {
        const isBad = isSlow(endpoint, now, limits) || isSuspect(endpoint, now, limits)
        return isBad && availableWindow(endpoint, now, limits) === 0
      }),
    /** Endpoints that cannot be reached at present. */
    openCircuits: () => filterIds((endpoint) => isCircuitOpen(endpoint, limits)),
    slow: () => filterIds((endpoint) => isSlow(endpoint, now, limits)),
    total: () => open,
    active: () => active.size,
    waiting,
    bytes: () => bytes,
  }
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>
