import { hostname } from 'node:os'
import { startPollingLoop } from '#platform/loop'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres'
import { createClaimRounds } from './claim-rounds.ts'
import { watchClock } from './clock-watch.ts'
import {
  type Engine,
  type EngineContext,
  type EngineCounts,
  type EngineObserver,
  type EngineOptions,
  optionsOf,
} from './engine-options.ts'
import { createFlights } from './flights.ts'
import { createSettler } from './settler.ts'
import { createSlots } from './slots.ts'
import { createTending } from './tending.ts'

/** Milliseconds from a slot that became free to the claim that fills it. */
const pause = 2

/**
 * Delivers: claims what is ready, attempts it, settles it. Any number of engines, here and in other
 * processes, may work on one queue. Never gives up: while the database is away it keeps its results,
 * asks ever more slowly, and goes on by itself.
 */
export function startEngine(context: EngineContext, options: Partial<EngineOptions> = {}): Engine {
  const settings = optionsOf(options, context)
  const parts = assemble(context, settings)
  const { counts, slots, clock, settler, flights, claims } = parts
  const loop = (name: string, every: number, run: () => Promise<number>) =>
    startPollingLoop({ name: `webhooks ${name}`, intervalMs: every, run, onError: context.onError })

  let soon: NodeJS.Timeout | undefined
  const claiming = loop('claim', settings.poll, claims.round)
  parts.onLanding = () => {
    if (claims.isDrained()) return
    soon ??= setTimeout(() => {
      soon = undefined
      claiming.wake()
    }, pause)
  }
  parts.onReady = () => {
    claims.lookLate()
    claiming.wake()
  }
  const ticking = setInterval(() => {
    if (slots.tick(settings.tick) > 0) parts.onLanding()
  }, settings.tick)
  const promoting = loop('promote', settings.poll, parts.tending.promote)
  const sweeping = loop('sweep', settings.sweep, parts.tending.sweep)

  return {
    observe(observer) {
      parts.observer = observer
    },
    wake: claiming.wake,
    state: () => ({
      ...counts,
      in_flight: slots.total(),
      waiting: slots.waiting(),
      slow: slots.slow(),
      unsettled: settler.unsettled(),
      tripped: slots.tripped(),
      last_claim: claiming.lastSuccess(),
      clock_off: clock.off(),
      is_sending: clock.isSafe(),
    }),
    async stop() {
      parts.isStopping = true
      const until = Date.now() + settings.grace
      await Promise.all([claiming.stop(), promoting.stop(), sweeping.stop(), clock.stop()])
      await flights.landed(until - Date.now())
      clearTimeout(soon)
      clearInterval(ticking)
      await settler.flush(until)
    },
  }
}

/** The parts, joined but not running. */
function assemble(context: EngineContext, settings: EngineOptions) {
  const { db, outbound, onError } = context
  const run = <T>(act: (ctx: TxContext) => Promise<T>) => inTransaction(db, ALL_ACCOUNTS, act)
  const counts: EngineCounts = noCounts()
  const slots = createSlots(settings)
  const observer: EngineObserver = { claimed: () => {}, settled: () => {} }
  const signals = { isStopping: false, onLanding: () => {}, onReady: () => {}, observer }
  const clock = watchClock(context, settings.clockEvery, () => signals.onReady())
  const settler = createSettler({
    db,
    every: settings.settleEvery,
    most: settings.settleMost,
    onError: (error) => onError(error, 'webhooks settle'),
    onSettled: (count, stale, lag) => {
      counts.settles += 1
      counts.stale += stale
      signals.observer.settled(lag, count)
    },
  })
  const flights = createFlights({
    outbound,
    versions: db.deployment.versions,
    now: context.clock,
    delays: settings.retryDelays,
    worker: `${hostname()} ${process.pid}`,
    slots,
    settler,
    counts,
    onLanding: () => signals.onLanding(),
    onError,
  })
  const mayClaim = () => !signals.isStopping && clock.isSafe()
  const onClaimed: EngineObserver['claimed'] = (...claim) => signals.observer.claimed(...claim)
  const joined = { run, settings, slots, settler, flights, counts, mayClaim, onClaimed, onError }
  const claims = createClaimRounds(joined)
  const tending = createTending({ run, settler, counts, onReady: () => signals.onReady() })
  return Object.assign(signals, { counts, slots, clock, settler, flights, claims, tending })
}

const noCounts = (): EngineCounts => ({
  claims: 0,
  settles: 0,
  claimed: 0,
  delivered: 0,
  failed: 0,
  abandoned: 0,
  parked: 0,
  slowed: 0,
  stale: 0,
  swept: 0,
})
