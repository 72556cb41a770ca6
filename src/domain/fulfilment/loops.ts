import * as gifting from '#gifting'
import {
  type AccountRoundRobin,
  createAccountRoundRobin,
  type RoundRobinOptions,
} from '#platform/account-rounds'
import { isDatabaseDown } from '#platform/database-failures'
import { createOutboxRunner } from '#platform/errands'
import { type PollingLoop, startPollingLoop } from '#platform/loop'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres'
import { errandsOf } from './errands.ts'
import { atItsTime } from './moment.ts'
import { createPlayer } from './play.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import { callOff, goOn, takeOn } from './take-on.ts'

/** Handovers of one account that are taken in one turn. */
const maxHandovers = 10
/** Gift requests of one account that are compared with the stock in one turn. */
const maxWaiting = 50

/**
 * Takes over what gifting hands on: gift requests to ship, and some to keep at home after all. Each in
 * a transaction of its own: two that want the same stock must never wait for each other in a circle.
 */
export const createTakeOver = (
  db: Database,
  shipping: Shipping,
  options: RoundRobinOptions = {},
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => gifting.accountsWithFulfilmentJobs(db),
    async runTurn(account_id) {
      let taken = 0
      while (taken < maxHandovers && (await takeNext(db, account_id, shipping, options))) taken += 1
      return taken
    },
    ...options,
  })

/** One round of all accounts. Returns how many handovers were taken. */
export const takeOver = (db: Database, shipping: Shipping): Promise<number> =>
  createTakeOver(db, shipping).round()

async function takeNext(
  db: Database,
  account_id: string,
  shipping: Shipping,
  { onError }: RoundRobinOptions,
): Promise<boolean> {
  let taken: gifting.FulfilmentJob | undefined
  try {
    return await inTransaction(db, account_id, async (real) => {
      const [next] = await gifting.dequeueFulfilment(real, 1)
      taken = next
      if (next === undefined) return false
      const ctx = await atItsTime(real, account_id)
      if (next.kind === 'place') await takeOn(ctx, next.gift_request_id, shipping)
      else await callOff(ctx, next.gift_request_id, real.now)
      return true
    })
  } catch (error) {
    const failed = taken
    if (failed === undefined || isDatabaseDown(error)) throw error
    await inTransaction(db, account_id, (ctx) => gifting.deferFulfilment(ctx, failed))
    if (onError === undefined) throw error
    onError(error, account_id)
    return true
  }
}

/** Lets go on what waits for stock that is there now, some of each account in a round, and all of it in time. */
function createSupply(
  db: Database,
  shipping: Shipping,
  { onError, ...options }: RoundRobinOptions = {},
): AccountRoundRobin {
  const last = new Map<string, store.Waiting>()

  async function goOnIfThere(account_id: string, { gift_request_id }: store.Waiting) {
    try {
      return await inTransaction(db, account_id, async (real) =>
        goOn(await atItsTime(real, account_id), gift_request_id, shipping),
      )
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
      return false
    }
  }

  async function run(account_id: string): Promise<number> {
    const look = (ctx: TxContext) => store.waiting(ctx, last.get(account_id), maxWaiting)
    const rows = await readTransaction(db, account_id, look)
    const end = rows.at(-1)
    if (end === undefined || rows.length < maxWaiting) last.delete(account_id)
    else last.set(account_id, end)
    let gone = 0
    for (const row of rows) if (await goOnIfThere(account_id, row)) gone += 1
    return gone
  }

  return createAccountRoundRobin({
    findAccounts: async () =>
      (await readTransaction(db, ALL_ACCOUNTS, store.accountsWaiting)).map(
        ({ account_id }) => account_id,
      ),
    runTurn: run,
    ...options,
    onError,
  })
}

/** One round of all accounts. Returns how many gift requests go on. */
export const supply = (db: Database, shipping: Shipping): Promise<number> =>
  createSupply(db, shipping).round()

interface Rounds {
  round(): Promise<number>
  settled(): Promise<void>
}

/** What is done again and again, by the name of its loop. */
const parts = (
  db: Database,
  shipping: Shipping,
  optionsFor: (name: string) => RoundRobinOptions,
) => ({
  orders: createTakeOver(db, shipping, optionsFor('orders')),
  carriers: createOutboxRunner(db, errandsOf(shipping), optionsFor('carriers')),
  simulator: createPlayer(db, shipping, optionsFor('simulator')),
})

/**
 * One round of all there is to do: returns how much that was. What fails in one part does not hold up
 * the others; it is thrown at the end.
 */
export async function runOnce(db: Database, shipping: Shipping): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (const { round } of Object.values<Rounds>(parts(db, shipping, () => ({})))) {
    try {
      done += await round()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}

/** Since when the oldest work of each loop has been due. The work is for everyone. */
export const oldestDue = async (ctx: TxContext) => ({
  orders: await gifting.oldestFulfilmentJobAt(ctx),
  carriers: await store.oldestTask(ctx),
})

export interface Fulfilment {
  wake(): void
  stop(): Promise<void>
  /** The loops by their names. */
  loops: Readonly<Record<string, PollingLoop>>
}

const every = { orders: 250, carriers: 250, simulator: 250, stock: 10_000 } // milliseconds
/** Milliseconds after which a round no longer waits for one account, or one carrier. */
const waitMs = 500

/** Ships for as long as the process lives. Any number of processes may do so on one database. */
export function startFulfilment(
  db: Database,
  shipping: Shipping,
  onError: (error: unknown, where: string) => void,
): Fulfilment {
  const options = (name: string): RoundRobinOptions => ({
    roundTimeoutMs: waitMs,
    onError: (error, account_id) => onError(error, `${name} of account ${account_id}`),
  })
  const rounds: Record<keyof typeof every, Rounds> = {
    ...parts(db, shipping, options),
    stock: createSupply(db, shipping, options('stock')),
  }
  const loops = Object.fromEntries(
    Object.entries(rounds).map(([name, { round }]) => {
      const interval = every[name as keyof typeof every]
      return [name, startPollingLoop({ name, intervalMs: interval, run: round, onError })]
    }),
  )
  return {
    loops,
    wake() {
      for (const loop of Object.values(loops)) loop.wake()
    },
    async stop() {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()))
      await Promise.all(Object.values(rounds).map(({ settled }) => settled()))
    },
  }
}
