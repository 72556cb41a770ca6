import { randomUUID } from 'node:crypto'
import { createKept } from '#platform/kept'
import type { Work } from '#platform/postgres'
import { beforeAll, type Claimed, claim, type Lane, steady } from './claim.ts'
import { type Destination, destinationsOf } from './destinations.ts'
import type { EngineCounts, EngineOptions } from './engine-options.ts'
import type { Flights } from './flights.ts'
import { createMarks, restAfter } from './marks.ts'
import * as queue from './queue.ts'
import type { Settler } from './settler.ts'
import type { Slots } from './slots.ts'

/** While many slots are in use, a claim waits for so many milliseconds or so many free slots, to fill them at once. */
const gathering = { longest: 20, from: 0.6 } as const

/**
 * From so many endpoints that take nothing, their rows are moved out of the way of claims: every so many milliseconds,
 * of so many endpoints at once. To pass by a few costs less than to move them.
 */
const moving = { from: 16, every: 50, endpoints: 500 } as const

/** The part of a lease that an attempt does not need. */
const spare = 0.2

/** What a claim answered. It is late when what it leased has too little left for an attempt: we were stopped, or stood in line. */
interface Answered {
  rows: readonly Claimed[]
  destinations: ReadonlyMap<string, Destination>
  token: string
  lane: Lane
  isLate: boolean
}

/** Destinations that one engine remembers: a claim comes round to each of very many, and to read one is a tenth of a delivery. */
const mostDestinations = 20_000

export interface ClaimRoundsContext {
  run: <T>(act: (work: Work) => Promise<T>) => Promise<T>
  settings: EngineOptions
  slots: Slots
  settler: Settler
  flights: Flights
  counts: EngineCounts
  /** False while nothing may be sent. */
  mayClaim: () => boolean
}

/** Claims from both lanes and begins what it claimed: never more than starts at once. */
export function createClaimRounds(context: ClaimRoundsContext) {
  const { run, settings, slots, settler, flights, counts, mayClaim } = context
  const known = createKept(mostDestinations)
  const cursors: Record<Lane, string> = { fresh: beforeAll, late: beforeAll, slow: beforeAll }
  const marks = createMarks()
  const nextLook = { late: 0, slow: 0 }
  let nextMove = 0
  let last = 0

  /** One look into each lane. Answers whether there is reason to look again at once. */
  async function round(): Promise<number> {
    if (!mayClaim() || settler.unsettled() > 4 * settings.slots) return 0
    const now = performance.now()
    const isBusy = slots.working() > settings.slots * gathering.from
    if (isBusy && now - last < gathering.longest) return 0
    last = now
    await moveBlocked(now)
    let found = await look('fresh')
    for (const lane of ['late', 'slow'] as const)
      if (now >= nextLook[lane]) found += await look(lane)
    return found
  }

  /** Keeps the walks of the claims short while many endpoints take nothing. */
  async function moveBlocked(now: number): Promise<void> {
    if (now < nextMove) return
    nextMove = now + moving.every
    const blocked = slots.blocked()
    if (blocked.length < moving.from) return
    const first = Math.floor(Math.random() * blocked.length)
    const some = [...blocked.slice(first), ...blocked].slice(0, moving.endpoints)
    await run(async (work) => {
      steady(work)
      counts.slowed += await queue.moveToSlowLane(work, [...new Set(some)])
    })
  }

  async function look(lane: Lane): Promise<number> {
    const free = slots.free(lane)
    if (free === 0) return 0
    const token = randomUUID()
    const after = cursors[lane]
    const beyond = lane === 'fresh' ? marks.current() : undefined
    const asked = performance.now()
    const { result, destinations } = await run(async (work) => {
      const claimed = await claim(work, lane, { ...request(lane, free, token), beyond })
      return { result: claimed, destinations: await destinationsOf(work, claimed.rows, known) }
    })
    const took = performance.now() - asked
    counts.claims += 1
    cursors[lane] = result.after
    const sawAll = result.wrapped && after === beforeAll
    const { length } = result.rows
    if (lane === 'fresh') {
      marks.note(result.rows)
      if (beyond === undefined) marks.tookWhole(took, length)
    } else {
      const isIdle = lane === 'slow' ? length === 0 : result.seen === 0 && sawAll
      nextLook[lane] =
        performance.now() + Math.max(isIdle ? settings.poll : 0, restAfter(took, length))
    }
    const isLate = took > settings.lease * spare
    await receive({ rows: result.rows, destinations, token, lane, isLate })
    return length + (sawAll || lane === 'slow' ? 0 : 1)
  }

  const request = (lane: Lane, free: number, token: string) => ({
    after: cursors[lane],
    free,
    rooms: slots.rooms(),
    perAccount: settings.perAccount,
    token,
    lease_seconds: settings.lease / 1000,
  })

  async function receive({ rows, destinations, token, lane, isLate }: Answered): Promise<void> {
    const parked = rows.filter(({ enabled, deleted }) => !enabled && !deleted)
    const leased = rows.filter(({ enabled, deleted }) => enabled || deleted)
    counts.parked += parked.length
    if (leased.length > 0 && (isLate || !mayClaim()))
      return run(async (work) => queue.giveBack(work, token))
    counts.claimed += leased.length
    settler.expect(token, leased.length)
    for (const row of leased) {
      const destination = destinations.get(row.endpoint_id)
      if (destination !== undefined) flights.begin(row, destination, token, lane)
    }
    if (parked.length > 0) await parkTheRest(parked)
  }

  async function parkTheRest(parked: readonly Claimed[]): Promise<void> {
    const endpoints = new Map(parked.map((row) => [row.endpoint_id, row]))
    await run(async (work) => {
      for (const endpoint of endpoints.values()) queue.park(work, endpoint)
    })
  }

  return {
    round,
    /** Something may have become ready in the lane of late attempts. */
    lookLate() {
      nextLook.late = 0
    },
  }
}
