import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { startLoop } from '#platform/loop'
import { everyone, inTransaction, type Work } from '#platform/postgres'
import { beforeAll, type Claimed, type ClaimResult, claim, type Lane, steady } from './claim.ts'
import { watchClock } from './clock-watch.ts'
import {
  type Engine,
  type EngineContext,
  type EngineCounts,
  type EngineOptions,
  optionsOf,
} from './engine-options.ts'
import { createFlights } from './flights.ts'
import * as queue from './queue.ts'
import { createSettler } from './settle.ts'
import { createSlots } from './slots.ts'

/** Milliseconds between a slot that became free and the claim that fills it, so that one claim fills many. */
const gathering = { pause: 2, longest: 20 } as const

/**
 * Delivers: claims what is ready, attempts it, settles it. Any number of engines, here and in other
 * processes, may work on one queue. Never gives up: while the database is away it keeps its results,
 * asks ever more slowly, and goes on by itself.
 */
export function startEngine(context: EngineContext, options: Partial<EngineOptions> = {}): Engine {
  const settings = optionsOf(options, context)
  const { db, onError } = context
  const counts: EngineCounts = {
    claimed: 0,
    delivered: 0,
    failed: 0,
    abandoned: 0,
    parked: 0,
    stale: 0,
    swept: 0,
  }
  const slots = createSlots(settings)
  const clock = watchClock(context, settings.clockEvery)
  const settler = createSettler({
    db,
    every: settings.settleEvery,
    most: settings.settleMost,
    onError: (error) => onError(error, 'webhooks settle'),
    onSettled: (_count, stale) => {
      counts.stale += stale
    },
  })
  const flights = createFlights({
    outbound: context.outbound,
    sealer: db.installation.sealer,
    kept: db.installation.kept,
    now: context.clock,
    delays: settings.retryDelays,
    worker: `${hostname()} ${process.pid}`,
    slots,
    settler,
    counts,
    onLanding,
    onError,
  })
  const cursors: Record<Lane, string> = { fresh: beforeAll, late: beforeAll }
  let isStopping = false
  let soon: NodeJS.Timeout | undefined
  let lateLook = 0 // when to look into the lane of late attempts again
  let lastClaim = 0

  const run = <T>(act: (work: Work) => Promise<T>) => inTransaction(db, everyone, act)

  function onLanding() {
    soon ??= setTimeout(() => {
      soon = undefined
      claiming.wake()
    }, gathering.pause)
  }

  /** One look into each lane. Answers whether there is reason to look again at once. */
  async function claimRound(): Promise<number> {
    if (isStopping || !clock.isSafe() || settler.unsettled() > 4 * settings.slots) return 0
    const now = performance.now()
    const isBusy = slots.total() > settings.slots * 0.75
    if (isBusy && now - lastClaim < gathering.longest) return 0
    lastClaim = now
    let found = await claimLane('fresh')
    if (now >= lateLook) found += await claimLane('late')
    return found
  }

  async function claimLane(lane: Lane): Promise<number> {
    const free = slots.free(lane)
    if (free === 0) return 0
    const token = randomUUID()
    const after = cursors[lane]
    const result = await run((work) =>
      claim(work, lane, {
        after,
        free,
        perEndpoint: settings.perEndpoint,
        endpoints: slots.endpointRoom(),
        perAccount: settings.perAccount,
        accounts: slots.accountRoom(),
        token,
        lease_seconds: settings.lease / 1000,
      }),
    )
    cursors[lane] = result.after
    if (lane === 'late')
      lateLook = result.seen > 0 || !result.wrapped ? 0 : performance.now() + settings.poll
    await receive(result, token, lane)
    const sawAll = result.wrapped && after === beforeAll
    return result.rows.length + (sawAll ? 0 : 1)
  }

  async function receive({ rows }: ClaimResult, token: string, lane: Lane): Promise<void> {
    const parked = rows.filter(({ enabled, deleted }) => !enabled && !deleted)
    const begun = rows.filter(({ enabled, deleted }) => enabled || deleted)
    counts.parked += parked.length
    if (isStopping && begun.length > 0)
      return void (await run(async (work) => queue.giveBack(work, token)))
    counts.claimed += begun.length
    for (const claimed of begun) flights.begin(claimed, token, lane)
    if (parked.length > 0) await parkTheRest(parked)
  }

  async function parkTheRest(parked: readonly Claimed[]): Promise<void> {
    const endpoints = new Map(parked.map((row) => [row.endpoint_id, row]))
    await run(async (work) => {
      for (const endpoint of endpoints.values()) queue.park(work, endpoint)
    })
  }

  async function promoteRound(): Promise<number> {
    const moved = await run((work) => {
      steady(work)
      return queue.promote(work)
    })
    if (moved > 0) lookEverywhere()
    return moved
  }

  let wasAway = false

  /** After an outage, workers that survived it settle first: what they did need not be done again. */
  async function sweepRound(): Promise<number> {
    if (wasAway || settler.isStuck()) {
      await run((work) => work.query('select 1'))
      wasAway = false
      return 0
    }
    try {
      return await sweepNow()
    } catch (error) {
      wasAway = true
      throw error
    }
  }

  async function sweepNow(): Promise<number> {
    const swept = await run((work) => {
      steady(work)
      return queue.sweep(work)
    })
    counts.swept += swept
    const moved = await run(async (work) => {
      steady(work)
      const endpoints = await queue.misparked(work)
      for (const each of endpoints) (each.is_deleted ? queue.end : queue.unpark)(work, each)
      return endpoints.length
    })
    if (swept + moved > 0) lookEverywhere()
    return swept + moved
  }

  function lookEverywhere() {
    lateLook = 0
    claiming.wake()
  }

  const loop = (name: string, every: number, act: () => Promise<number>) =>
    startLoop({ name: `webhooks ${name}`, every, run: act, onError })
  const claiming = loop('claim', settings.poll, claimRound)
  const promoting = loop('promote', settings.poll, promoteRound)
  const sweeping = loop('sweep', settings.sweep, sweepRound)

  return {
    wake: claiming.wake,
    state: () => ({
      ...counts,
      in_flight: slots.total(),
      unsettled: settler.unsettled(),
      tripped: slots.tripped(),
      last_claim: claiming.lastSuccess(),
      clock_off: clock.off(),
      is_sending: clock.isSafe(),
    }),
    async stop() {
      isStopping = true
      const until = Date.now() + settings.grace
      await Promise.all([claiming.stop(), promoting.stop(), sweeping.stop(), clock.stop()])
      await flights.landed(until - Date.now())
      clearTimeout(soon)
      await settler.flush(until)
    },
  }
}
