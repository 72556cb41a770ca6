import { randomUUID } from 'node:crypto'
import { createLruCache } from '#platform/kept'
import type { TxContext } from '#platform/postgres'
import { beforeAll, type Claimed, claim, type Lane, steady } from './claim.ts'
import { type Destination, destinationsOf, type Unsignable } from './destinations.ts'
import type { EngineCounts, EngineObserver, EngineOptions } from './engine-options.ts'
import type { Flights } from './flights.ts'
import { createMarks, restAfter } from './marks.ts'
import * as queue from './queue.ts'
import type { Settler } from './settler.ts'
import { parkUnsigned, type Unsigned } from './signing-errors.ts'
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
  destinations: ReadonlyMap<string, Destination | Unsignable>
  token: string
  lane: Lane
  isLate: boolean
}

/** Destinations that one engine remembers: a claim comes round to each of very many, and to read one is a tenth of a delivery. */
const mostDestinations = 20_000

export interface ClaimRoundsContext {
  run: <T>(act: (ctx: TxContext) => Promise<T>) => Promise<T>
  settings: EngineOptions
  slots: Slots
  settler: Settler
  flights: Flights
  counts: EngineCounts
  /** False while nothing may be sent. */
  mayClaim: () => boolean
  onClaimed: EngineObserver['claimed']
  onError: (error: unknown, where: string) => void
}

/** Claims from all lanes and begins what it claimed: never more than starts at once. */
export function createClaimRounds(context: ClaimRoundsContext) {
  const { run, settings, slots, settler, flights, counts, mayClaim, onClaimed, onError } = context
  const known = createLruCache(mostDestinations)
  const cursors: Record<Lane, string> = { fresh: beforeAll, late: beforeAll, slow: beforeAll }
  const marks = createMarks()
  const nextLook = { late: 0, slow: 0 }
  let nextMove = 0
  let last = 0
  let isDrained = false

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
    const moved = await run((ctx) => {
      steady(ctx)
      return queue.moveToSlowLane(ctx, [...new Set(some)])
    })
    counts.slowed += moved
    if (moved === 0) nextMove = performance.now() + settings.poll
    else nextLook.slow = Math.min(nextLook.slow, performance.now() + settings.poll)
  }

  async function look(lane: Lane): Promise<number> {
    const free = slots.free(lane)
    if (free === 0) return 0
    const token = randomUUID()
    const after = cursors[lane]
    const beyond = lane === 'fresh' ? marks.current() : undefined
    const asked = performance.now()
    const { result, destinations } = await run(async (ctx) => {
      const claimed = await claim(ctx, lane, { ...request(lane, free, token), beyond })
      return { result: claimed, destinations: await destinationsOf(ctx, claimed.rows, known) }
    })
    const took = performance.now() - asked
    counts.claims += 1
    cursors[lane] = result.after
    const sawAll = result.wrapped && after === beforeAll
    const { length } = result.rows
    onClaimed(lane, took, length)
    if (lane === 'fresh') {
      isDrained = result.seen === 0 && sawAll && beyond === undefined
      marks.note(result.rows)
      if (beyond === undefined) marks.tookWhole(took, length)
    } else {
      const isIdle = lane === 'slow' ? length === 0 : result.seen === 0 && sawAll
      const isEmpty = lane === 'slow' && result.seen === 0 && sawAll
      const idle = isEmpty ? 5 * settings.poll : settings.poll
      const pause = isIdle ? idle : lane === 'slow' && length < free ? moving.every : 0
      nextLook[lane] = performance.now() + Math.max(pause, restAfter(took, length))
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
      return run(async (ctx) => queue.giveBack(ctx, token))
    const unsigned: Unsigned[] = []
    const begun: [Claimed, Destination][] = []
    for (const row of leased) {
      const destination = destinations.get(row.endpoint_id)
      if (destination === undefined) continue
      if (row.deleted || !('signing_error' in destination))
        begun.push([row, destination as Destination])
      else unsigned.push({ ...row, error: destination.signing_error })
    }
    counts.claimed += begun.length
    if (begun.length > 0) settler.expect(token, begun.length)
    for (const [row, destination] of begun) flights.begin(row, destination, token, lane)
    if (parked.length > 0) await parkTheRest(parked)
    if (unsigned.length > 0) await setAside(unsigned, token, begun.length === 0)
  }

  /** What cannot be signed waits for its key, and its operator is told. */
  async function setAside(rows: readonly Unsigned[], token: string, isAll: boolean) {
    counts.parked += rows.length
    await run(async (ctx) => {
      parkUnsigned(ctx, token, rows)
      if (isAll) queue.endLeases(ctx, [token])
    })
    const errors = new Map(rows.map(({ endpoint_id, error }) => [endpoint_id, error]))
    for (const [id, error] of errors)
      onError(
        new Error(`deliveries of the endpoint ${id} are parked: ${error}`),
        'webhooks signing',
      )
  }

  async function parkTheRest(parked: readonly Claimed[]): Promise<void> {
    const endpoints = new Map(parked.map((row) => [row.endpoint_id, row]))
    await run(async (ctx) => {
      for (const endpoint of endpoints.values()) queue.park(ctx, endpoint)
    })
  }

  return {
    round,
    /** Whether an attempt that ended makes room for nothing, because no first attempt waits. */
    isDrained: () => isDrained && performance.now() < Math.min(nextLook.late, nextLook.slow),
    /** Something may have become ready in the lane of late attempts. */
    lookLate() {
      nextLook.late = 0
    },
  }
}
