import type { Lane, Room } from './claim.ts'

/*
 * Who may have how much in flight. One process keeps this in memory: a claim is told how much room each
 * endpoint and account has left, so that a slow one can fill its own share and nobody else's.
 */

export interface SlotLimits {
  /** Attempts in flight at once, in all. */
  slots: number
  perEndpoint: number
  perAccount: number
  /** Kept free for each lane, so that late retries and fresh deliveries do not starve each other. */
  reserved: number
  /** Failures to connect or to answer in time, in a row, after which an endpoint gets one at a time. */
  tripsAfter: number
}

/** What an attempt said of its endpoint. `none`: nothing, as it was not made. */
export type Sign = 'answered' | 'unreachable' | 'none'

interface Flight {
  endpoint_id: string
  account_id: string
  lane: Lane
}

interface Gauge {
  inFlight: number
  /** Times in a row that nobody was there. */
  unreachable: number
}

const mostRemembered = 10_000

export function createSlots(limits: SlotLimits) {
  const endpoints = new Map<string, Gauge>()
  const accounts = new Map<string, number>()
  const lanes: Record<Lane, number> = { fresh: 0, late: 0 }

  const total = () => lanes.fresh + lanes.late

  /** Slots that a claim of this lane may fill. */
  const free = (lane: Lane): number =>
    Math.max(0, Math.min(limits.slots - total(), limits.slots - limits.reserved - lanes[lane]))

  const capOf = ({ unreachable }: Gauge) =>
    unreachable >= limits.tripsAfter ? 1 : limits.perEndpoint

  function take({ endpoint_id, account_id, lane }: Flight) {
    lanes[lane] += 1
    accounts.set(account_id, (accounts.get(account_id) ?? 0) + 1)
    const gauge = endpoints.get(endpoint_id)
    if (gauge !== undefined) gauge.inFlight += 1
    else endpoints.set(endpoint_id, { inFlight: 1, unreachable: 0 })
  }

  function release({ endpoint_id, account_id, lane }: Flight, sign: Sign) {
    lanes[lane] -= 1
    const left = (accounts.get(account_id) ?? 1) - 1
    if (left > 0) accounts.set(account_id, left)
    else accounts.delete(account_id)

    const gauge = endpoints.get(endpoint_id)
    if (gauge === undefined) return
    gauge.inFlight -= 1
    if (sign === 'answered') gauge.unreachable = 0
    if (sign === 'unreachable') gauge.unreachable += 1
    if (gauge.inFlight === 0 && gauge.unreachable === 0) endpoints.delete(endpoint_id)
    else if (endpoints.size > mostRemembered) forgetOne()
  }

  /** A breaker that is forgotten trips again by itself if it must. */
  function forgetOne() {
    for (const [id, { inFlight }] of endpoints) {
      if (inFlight > 0) continue
      endpoints.delete(id)
      return
    }
  }

  /** What is left for every endpoint that has something in flight or a breaker that tripped. */
  function endpointRoom(): Room {
    const room: Room = { ids: [], left: [] }
    for (const [id, gauge] of endpoints) {
      if (gauge.inFlight === 0 && capOf(gauge) === limits.perEndpoint) continue
      room.ids.push(id)
      room.left.push(Math.max(0, capOf(gauge) - gauge.inFlight))
    }
    return room
  }

  const accountRoom = (): Room => ({
    ids: [...accounts.keys()],
    left: [...accounts.values()].map((inFlight) => Math.max(0, limits.perAccount - inFlight)),
  })

  /** Endpoints that nobody reaches at present, for those who watch. */
  const tripped = (): string[] =>
    [...endpoints].filter(([, gauge]) => capOf(gauge) < limits.perEndpoint).map(([id]) => id)

  return { free, take, release, endpointRoom, accountRoom, tripped, total }
}

export type Slots = ReturnType<typeof createSlots>
