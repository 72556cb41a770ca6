import * as gifting from '#gifting'
import { runErrands } from '#platform/errands'
import { type Loop, startLoop } from '#platform/loop'
import { type Database, everyone, inTransaction } from '#platform/postgres'
import { errandsOf } from './errands.ts'
import { atItsTime } from './moment.ts'
import { play } from './play.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import { callOff, goOn, takeOn } from './take-on.ts'

const handful = 20

/**
 * Takes over what gifting hands on: gift requests to ship, and some to keep at home after all. Each in
 * a transaction of its own: two that want the same stock must never wait for each other in a circle.
 */
export async function takeOver(db: Database, shipping: Shipping): Promise<number> {
  let taken = 0
  while (taken < handful && (await takeNext(db, shipping))) taken += 1
  return taken
}

const takeNext = (db: Database, shipping: Shipping): Promise<boolean> =>
  inTransaction(db, everyone, async (real) => {
    const [next] = await gifting.takeHandovers(real, 1)
    if (next === undefined) return false
    const work = await atItsTime(real, next.account_id)
    if (next.kind === 'place') await takeOn(work, next.gift_request_id, shipping)
    else await callOff(work, next.gift_request_id, real.now)
    return true
  })

const armful = 200

/** Lets go on what waited for stock that is there now. Answers how many gift requests do. */
export async function supply(db: Database, shipping: Shipping): Promise<number> {
  const waiting = await inTransaction(db, everyone, (work) => store.waiting(work, armful))
  let gone = 0
  for (const { account_id, gift_request_id } of waiting) {
    const goes = await inTransaction(db, account_id, async (real) =>
      goOn(await atItsTime(real, account_id), gift_request_id, shipping),
    )
    if (goes) gone += 1
  }
  return gone
}

/**
 * One turn of all there is to do: answers how much that was. What fails in one part does not hold up
 * the others; it is thrown at the end.
 */
export async function runOnce(db: Database, shipping: Shipping): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (const part of [takeOver, runOrders, play]) {
    try {
      done += await part(db, shipping)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}

const runOrders = (db: Database, shipping: Shipping) => runErrands(db, errandsOf(shipping))

export interface Fulfilment {
  wake(): void
  stop(): Promise<void>
  /** When the orders were last looked at without a failure. */
  lastSuccess(): Date | undefined
}

const every = { orders: 250, supply: 10_000 } // milliseconds

/** Ships for as long as the process lives. Any number of processes may do so on one database. */
export function startFulfilment(
  db: Database,
  shipping: Shipping,
  onError: (error: unknown, where: string) => void,
): Fulfilment {
  const orders: Loop = startLoop({
    name: 'orders',
    every: every.orders,
    run: () => runOnce(db, shipping),
    onError,
  })
  const stock: Loop = startLoop({
    name: 'stock',
    every: every.supply,
    run: () => supply(db, shipping),
    onError,
  })
  return {
    wake() {
      orders.wake()
      stock.wake()
    },
    async stop() {
      await Promise.all([orders.stop(), stock.stop()])
    },
    lastSuccess: () => orders.lastSuccess(),
  }
}
