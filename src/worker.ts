import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { Config } from '#platform/config'
import type { Log } from '#platform/log'
import { type Loop, startLoop } from '#platform/loop'
import { createOutbound, userAgentOf } from '#platform/outbound'
import type { Database } from '#platform/postgres'
import { createSmtp, keptHere, type Transport } from '#platform/smtp'
import type { Waker } from '#platform/wake'
import * as webhooks from '#webhooks'
import { maintain } from './maintain.ts'
import { traceMail, traceOutbound } from './tracing.ts'

/** What works behind the pages and the API: deliveries, the moves that time makes, parcels, letters, and the housekeeping. */
export interface Worker {
  engine: webhooks.Engine
  gifts: Loop
  orders: fulfilment.Fulfilment
  stop(): Promise<void>
}

const minute = 60 * 1000
const hour = 60 * minute
/** Milliseconds after which a round no longer waits for one account, or one email. */
const roundMs = 500
/** Milliseconds that a stop waits for a mail server before it hangs up. */
const mailPatience = 10_000

export function startWorker(db: Database, waker: Waker, config: Config, log: Log): Worker {
  const onError = (error: unknown, where: string) =>
    log.error({ err: error, where }, 'a loop will try again')
  const ofAccount = (name: string) => (error: unknown, account_id: string) =>
    onError(error, `${name} of account ${account_id}`)
  const { tracing } = db.installation
  const connections = createOutbound({
    allowPrivate: config.webhookAllowPrivate,
    userAgent: userAgentOf(config.origin),
  })
  const outbound = tracing === undefined ? connections : traceOutbound(connections, tracing, db)
  const engine = webhooks.startEngine(
    { db, outbound, clock: db.clock, onError },
    { retryDelays: config.webhookRetryDelays },
  )
  const timers = gifting.createTimers(db, onError, roundMs)
  const gifts = startLoop({ name: 'gifts', every: 250, run: timers.round, onError })
  const orders = fulfilment.startFulfilment(db, fulfilment.shippingOf(config), onError)
  const bare = transportFor(config)
  const transport = bare && tracing ? traceMail(bare, tracing) : bare
  const sender =
    transport &&
    mail.createSender(db, transport, config.mail, {
      waitMs: roundMs,
      onError: ofAccount('mail'),
    })
  const letters = startLoop({
    name: 'mail',
    every: 500,
    run: async () => sender?.round() ?? 0,
    onError,
  })
  const notices = startLoop({
    name: 'notices',
    every: 5 * minute,
    run: async () => {
      await mail.tellFailing(db, ofAccount('failing endpoints'))
      await gifting.tellStalled(db, ofAccount('stalled gifts'))
      return 0
    },
    onError,
  })
  const housekeeping = startLoop({
    name: 'housekeeping',
    every: hour,
    run: () => maintain(db, onError),
    onError,
  })
  waker.on('deliveries', () => engine.wake())
  waker.on('gifts', () => gifts.wake())
  waker.on('mail', () => letters.wake())
  waker.on('fulfilment', () => orders.wake())
  return {
    engine,
    gifts,
    orders,
    async stop() {
      const patience = setTimeout(() => transport?.close(), mailPatience)
      await Promise.all([
        gifts.stop().then(timers.settled),
        orders.stop(),
        letters.stop().then(() => sender?.settled()),
        notices.stop(),
        housekeeping.stop(),
        engine.stop(),
      ])
      clearTimeout(patience)
      transport?.close()
      outbound.close()
    },
  }
}

/** Nobody takes mail in production until a server is named: letters wait for it, however long. */
function transportFor({ mail: { smtp }, stage }: Config): Transport | undefined {
  if (smtp !== undefined) return createSmtp(smtp)
  return stage === 'staging' ? keptHere : undefined
}
