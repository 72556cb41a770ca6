import * as connections from '#connections'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { type Database, violatedConstraint } from '#platform/postgres/database'
import { type CheckoutRow, checkoutKind } from './checkout.ts'
import { cancelGift, endGifts, noteEnds } from './end-gifts.ts'
import { planGift } from './plan-gift.ts'
import { forgetRefusal, listRefused, saveRefusal } from './refused-orders.ts'
import { runKind } from './runs.ts'
import { tryToSave } from './save-product.ts'

/*
 * A run reads the orders of a shop that have changed, and takes those that are paid gifts. Webhooks only make it run sooner, so
 * that it does not matter whether they are late, repeated or lost. An order is put on hold before it becomes a gift, and becomes one in
 * one transaction with its unique key.
 */

interface CheckoutRun extends connections.ClaimedRun<CheckoutRow, { refused: readonly string[] }> {
  gifts: fulfilment.PaidGifts
  counts: { added: number; changed: number; removed: number; skipped: number }
}

const maxRefused = 20
const maxNotes = 100
/** Orders that changed this long before the last reading are read again: the clock of a shop can differ. */
const overlapMs = 60 * 60_000
/** The first reading goes back this far. */
const firstReadMs = 7 * 24 * 60 * 60_000

/** Creates the loop that reads the paid gifts of the shops that are due, account by account. */
export const createCheckoutLoop = connections.defineRunLoop(checkoutKind, runDueCheckout)

/** Reads the paid gifts of a shop of the account that is due. Returns how many gifts were created or cancelled. */
export async function runDueCheckout(
  db: Database,
  account_id: string,
  registry: connections.ConnectorRegistry,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const claimed = await connections.claimRun<CheckoutRow, { refused: readonly string[] }>(
    { db, account_id, registry, stop },
    checkoutKind,
    async (ctx, id) => ({
      refused: (await listRefused(ctx, id, maxRefused)).map(({ key }) => key),
    }),
  )
  if (claimed === undefined) return 0
  const { opened, row, signal } = claimed
  if (opened === undefined) return claimed.end({})
  const connector = opened.connector as fulfilment.CarrierConnector
  const { gifts } = connector.open(opened.values, registry.outbound).shop ?? {}
  if (gifts === undefined) return claimed.end({})
  const startedAt = db.clock().getTime()
  const since = row.read_until?.getTime() ?? startedAt - firstReadMs
  const reading = await connections.readSafely(() =>
    gifts.list(new Date(since - overlapMs), signal),
  )
  const isTaken = row.campaign_id !== null
  if (!reading.ok)
    return stop.aborted ? claimed.postpone() : claimed.end({}, isTaken ? reading.reason : undefined)
  const counts = { added: 0, changed: 0, removed: 0, skipped: 0 }
  const run: CheckoutRun = { ...claimed, gifts, counts }
  const failure = await visitAll(run, reading.orders)
  await endAll(run)
  if (failure !== undefined) return claimed.end({}, isTaken ? failure : undefined)
  return claimed.end({ read_until: new Date(startedAt), ...(isTaken && { counts }) })
}

/** Visits the orders, and those that were refused before. Returns why the reading is not complete. */
async function visitAll(
  run: CheckoutRun,
  orders: readonly fulfilment.PaidGift[],
): Promise<string | undefined> {
  const { signal, gifts, prepared, transact, row } = run
  for (const order of orders) {
    if (signal.aborted) return 'The gifts are read with the next run.'
    await visit(run, order)
  }
  const keys = new Set(orders.map(({ key }) => key))
  for (const key of prepared.refused.filter((each) => !keys.has(each))) {
    if (signal.aborted) return undefined
    const found = await gifts.find(key)
    if (found.kind === 'unreachable') return found.reason
    if (found.kind === 'found') await visit(run, found.order)
    else await transact((ctx) => forgetRefusal(ctx, row.connection_id, key))
  }
  return undefined
}

async function visit(run: CheckoutRun, found: fulfilment.PaidGift): Promise<void> {
  const { gifts, transact, row, counts } = run
  const order = {
    ...found,
    number: found.number
      .replace(/\p{Cc}/gu, '')
      .slice(0, 50)
      .toWellFormed(),
  }
  const { key, state } = order
  const known = await transact(async (ctx) => {
    const paid = await fulfilment.findPaidOrder(ctx, { shop: gifts.shop, key })
    if (paid !== undefined && state === 'ended' && (await cancelGift(ctx, paid)))
      counts.removed += 1
    if (paid?.problem != null && state === 'shipped')
      await fulfilment.changePaidOrder(ctx, paid.gift_request_id, { problem: null })
    if (paid !== undefined || state !== 'paid') await forgetRefusal(ctx, row.connection_id, key)
    return paid
  })
  if (known !== undefined || state !== 'paid') return
  const problem = await take(run, order)
  if (problem === undefined) return
  counts.skipped += 1
  await transact((ctx) =>
    saveRefusal(ctx, row.connection_id, { key, number: order.number, problem }),
  )
}

/** Makes a paid order a gift. Returns why not. */
async function take(run: CheckoutRun, order: fulfilment.PaidGift): Promise<string | undefined> {
  const { gifts, transact, row } = run
  const planned = await transact((ctx) => planGift(ctx, row, order))
  if ('problem' in planned) return planned.problem
  const result = await gifts.hold(order.key)
  if (result.kind !== 'on_hold') return `The order cannot be put on hold: ${result.reason}`
  let problem: string | undefined
  try {
    const refusal = await tryToSave(async () => {
      problem = await create(run, order)
    })
    return refusal === undefined ? problem : `${refusal}. The order is on hold in the shop.`
  } catch (error) {
    // another connection to the same shop was first
    if (violatedConstraint(error) === fulfilment.paidOrderKey) return undefined
    throw error
  }
}

/** Creates the gift of an order that is on hold. Returns why it can no longer become one; throws if a budget or a limit refuses it. */
function create(run: CheckoutRun, order: fulfilment.PaidGift): Promise<string | undefined> {
  const { gifts, transact, row, counts } = run
  const { connection_id } = row
  const { key, number } = order
  return transact(async (ctx) => {
    const planned = await planGift(ctx, row, order)
    if ('problem' in planned) return planned.problem
    const { validated, variant_id } = planned
    const cause = `paid in a shop: order ${number}`
    const { id: gift_request_id } = await gifting.createValidated(ctx, validated, cause)
    const paid = { connection_id, shop: gifts.shop, key, number, variant_id }
    await fulfilment.insertPaidOrder(ctx, { gift_request_id, ...paid })
    await forgetRefusal(ctx, connection_id, key)
    // the unit that the shop counts as sold is available to the recipient
    await connections.hastenRun(ctx, runKind, connection_id)
    ctx.afterCommit(() => {
      counts.added += 1
    })
    return undefined
  })
}

async function endAll({ transact, row, gifts }: CheckoutRun): Promise<void> {
  const { connection_id } = row
  const ended = await transact(async (ctx) => {
    await endGifts(ctx, connection_id)
    return fulfilment.listEndedOrders(ctx, connection_id, maxNotes)
  })
  await noteEnds(ended, gifts, ({ gift_request_id }) =>
    transact((ctx) => fulfilment.changePaidOrder(ctx, gift_request_id, { is_noted: true })),
  )
}
