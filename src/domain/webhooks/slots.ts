import type { Lane } from './claim.ts'
import {
  type EndpointState,
  type Flight,
  isSlow,
  isSuspect,
  isTripped,
  learn,
  newEndpointState,
  type Sign,
  type WindowLimits,
  windowLeft,
} from './endpoint-window.ts'
import { roomsOf } from './slot-rooms.ts'

/*
 * How much may be in flight, in all, for each account and for each endpoint (decision 91). One process keeps this in
 * memory, and each claim is told how much room endpoints and accounts have left.
 *
 * A slot is for work. An attempt that only waits for its receiver costs a socket and some kilobytes, so it gives its slot
 * back after a moment and counts among the waiting ones, of which there may be many more.
 */

export interface SlotLimits extends WindowLimits {
  /** Attempts at once that are young: these cost processor time. */
  slots: number
  /** Of these, for one account. */
  perAccount: number
  /** Slots reserved for each of the lanes `fresh` and `late`, so that neither starves the other. */
  reserved: number
  /** Milliseconds that an attempt uses its slot: three times as long as responses usually take, within these limits. */
  youngMs: { min: number; max: number }
  /** Attempts that may wait at once. Slow endpoints may have half of them. */
  waiting: number
  /** Bytes of bodies in flight at once. */
  maxBytes: number
}

interface AccountState {
  open: number
  young: number
}

export interface SlotState {
  limits: SlotLimits
  now: number
  waiting: number
  /** Least recently used first. */
  endpoints: ReadonlyMap<string, EndpointState>
  /** Those with open attempts or a bad record, least recently used first. */
  listed: ReadonlySet<EndpointState>
  accounts: ReadonlyMap<string, AccountState>
}

type Wanted = { endpoint_id: string; account_id: string; lane: Lane; bytes: number }

const maxRemembered = 10_000
/** Before any body was seen. */
const typicalBody = 8_192

export function createSlots(limits: SlotLimits) {
  const endpoints = new Map<string, EndpointState>()
  const listed = new Set<EndpointState>()
  const accounts = new Map<string, AccountState>()
  const young = new Set<Flight>() // in the order of their starts
  const lanes: Record<Lane, number> = { fresh: 0, late: 0, slow: 0 } // of those that are young
  // Time goes by in ticks, which stop while this process does: its own delays are not blamed on receivers.
  let now = 0
  let open = 0
  let bytes = 0
  let averageBody = typicalBody
  let latency = 0 // moving average of quick responses, in milliseconds

  const waiting = () => open - young.size

  /** Slots that a claim of this lane may fill. The slow lane has some of its own. */
  function free(lane: Lane): number {
    const { slots, reserved } = limits
    const inLane =
      lane === 'slow'
        ? Math.max(1, slots >> 2) - lanes.slow
        : Math.min(slots - lanes.fresh - lanes.late, slots - reserved - lanes[lane])
    const inAll = slots + 2 * limits.waiting - open
    const inMemory = Math.ceil((limits.maxBytes - bytes) / averageBody)
    return Math.max(0, Math.min(inLane, inAll, inMemory))
  }

  function stateOf(id: string, account_id: string): EndpointState {
    const known = endpoints.get(id) ?? newEndpointState(id, account_id, limits)
    endpoints.delete(id)
    endpoints.set(id, known)
    if (endpoints.size > maxRemembered) forgetOne()
    return known
  }

  function forgetOne() {
    for (const [id, endpoint] of endpoints) {
      if (endpoint.open.size > 0) continue
      endpoints.delete(id)
      listed.delete(endpoint)
      return
    }
  }

  function take({ endpoint_id, account_id, lane, bytes: size }: Wanted): Flight {
    const endpoint = stateOf(endpoint_id, account_id)
    const flight: Flight = { endpoint, lane, bytes: size, started: now, isYoung: true }
    endpoint.open.add(flight)
    listed.add(endpoint)
    const account = accounts.get(account_id) ?? { open: 0, young: 0 }
    accounts.set(account_id, { open: account.open + 1, young: account.young + 1 })
    young.add(flight)
    lanes[lane] += 1
    open += 1
    bytes += size
    averageBody += (size - averageBody) / 64
    return flight
  }

  function leaveSlot(flight: Flight) {
    if (!flight.isYoung) return
    flight.isYoung = false
    young.delete(flight)
    lanes[flight.lane] -= 1
    const account = accounts.get(flight.endpoint.account_id)
    if (account !== undefined) account.young -= 1
  }

  function release(flight: Flight, sign: Sign) {
    leaveSlot(flight)
    const { endpoint } = flight
    endpoint.open.delete(flight)
    open -= 1
    bytes -= flight.bytes
    const account = accounts.get(endpoint.account_id)
    if (account !== undefined) account.open -= 1
    if (account?.open === 0) accounts.delete(endpoint.account_id)

    const age = now - flight.started
    learn(endpoint, sign, { age, now }, limits)
    if (sign === 'answered' && age < limits.slowMs) latency += (age - latency) / 64
    listed.delete(endpoint)
    if (endpoint.open.size > 0 || endpoint.wasSlow || isTripped(endpoint, limits))
      listed.add(endpoint)
  }

  /** Time went by. Returns how many attempts gave their slots back. */
  function tick(ms: number): number {
    now += ms
    const { min, max } = limits.youngMs
    const limit = Math.min(max, Math.max(min, 3 * latency))
    let freed = 0
    for (const flight of young) {
      if (now - flight.started < limit) break
      leaveSlot(flight)
      freed += 1
    }
    return freed
  }

  const ids = (is: (endpoint: EndpointState) => boolean) =>
    [...listed].filter(is).map(({ id }) => id)

  return {
    free,
    take,
    release,
    tick,
    rooms: () => roomsOf({ limits, now, waiting: waiting(), endpoints, listed, accounts }),
    /** Endpoints that take nothing at present, because of what they did: their rows are in the way of others. */
    blocked: () =>
      ids((endpoint) => {
        const isBad = isSlow(endpoint, now, limits) || isSuspect(endpoint, now, limits)
        return isBad && windowLeft(endpoint, now, limits) === 0
      }),
    /** Endpoints that cannot be reached at present. */
    tripped: () => ids((endpoint) => isTripped(endpoint, limits)),
    slow: () => ids((endpoint) => isSlow(endpoint, now, limits)),
    total: () => open,
    working: () => young.size,
    waiting,
    bytes: () => bytes,
  }
}

export type Slots = ReturnType<typeof createSlots>
