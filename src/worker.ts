import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { Config } from '#platform/config'
import type { Log } from '#platform/log'
import { type Loop, startLoop } from '#platform/loop'
import { createOutbound } from '#platform/outbound'
import type { Database } from '#platform/postgres'
import type { Waker } from '#platform/wake'
import * as webhooks from '#webhooks'
import { maintain } from './maintain.ts'

/** What works behind the pages and the API: deliveries, the moves that time makes, parcels, and the housekeeping. */
export interface Worker {
  engine: webhooks.Engine
  gifts: Loop
  orders: fulfilment.Fulfilment
  stop(): Promise<void>
}

const hour = 60 * 60 * 1000

export function startWorker(db: Database, waker: Waker, config: Config, log: Log): Worker {
  const onError = (error: unknown, where: string) =>
    log.error({ err: error, where }, 'a loop will try again')
  const outbound = createOutbound({
    allowPrivate: config.webhookAllowPrivate,
    userAgent: `Bestow (+${config.origin})`,
  })
  const engine = webhooks.startEngine(
    { db, outbound, clock: db.clock, onError },
    { retryDelays: config.webhookRetryDelays },
  )
  const gifts = startLoop({ name: 'gifts', every: 250, run: () => gifting.moveDue(db), onError })
  const orders = fulfilment.startFulfilment(db, fulfilment.shippingOf(config), onError)
  const housekeeping = startLoop({
    name: 'housekeeping',
    every: hour,
    run: () => maintain(db),
    onError,
  })
  waker.on('deliveries', () => engine.wake())
  waker.on('gifts', () => gifts.wake())
  waker.on('fulfilment', () => orders.wake())
  return {
    engine,
    gifts,
    orders,
    async stop() {
      await Promise.all([gifts.stop(), orders.stop(), housekeeping.stop(), engine.stop()])
      outbound.close()
    },
  }
}
