import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import { follow, stepTo } from './follow.ts'
import { goodsOf, plan } from './plan.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import { keepStock, standings, stepped } from './track.ts'

/** Makes parcels of a gift request that was redeemed. Doing so twice does it once. */
export async function takeOn(ctx: TxContext, gift_request_id: string, shipping: Shipping) {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift?.state !== 'redeemed' || !(await store.openOrder(ctx, gift.id))) return
  const goods = await goodsOf(ctx, gift)
  if (goods.length === 0) return arriveAtOnce(ctx, gift)
  const parcels = await plan(ctx, gift, { lines: goods, number: 1, replaces: null }, shipping)
  await store.insertParcels(ctx, parcels)
  follow(ctx, gift, standings(parcels), causes.short)
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

const causes = {
  short: 'there is not enough in stock',
  inStock: 'there is enough in stock again',
} as const

/** Digital lines travel in no parcel: nobody has to wait for them. */
function arriveAtOnce(ctx: TxContext, gift: gifting.Gift): void {
  const path = ['ordered', 'delivered', 'complete'] as const
  path.reduce((at, to) => stepTo(ctx, at, to, 'everything in it is digital'), gift)
}

/**
 * Looks whether there is enough in stock now for what waits in a gift request. What waits keeps its
 * state until a carrier has it, as the gift request does. Answers whether it goes on.
 */
export async function goOn(ctx: TxContext, gift_request_id: string, shipping: Shipping) {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined || gift.status === 'cancelled') return false
  const parcels = await store.parcelsOf(ctx, gift_request_id)
  const waits = parcels.find(({ state, task }) => state === 'waiting' && task === null)
  if (waits === undefined) return false
  const lines = await store.linesOf(ctx, [waits.id])
  const wanted = {
    lines: lines.map(({ parcel_id: _id, ...line }) => line),
    number: waits.number,
    replaces: waits.replaces,
  }
  const made = await plan(ctx, gift, wanted, shipping)
  if (made.some(({ state }) => state === 'waiting')) return false
  const last = Math.max(...parcels.map(({ number }) => number))
  await store.removeParcel(ctx, waits)
  await store.insertParcels(
    ctx,
    made.map((row, place) => ({
      ...row,
      number: place === 0 ? waits.number : last + place,
      state: 'waiting',
    })),
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return true
}

/**
 * Keeps at home what can be kept there, now that its gift request is cancelled: what no carrier has yet
 * stays here, and what one has is called off. What is being ordered this very moment is seen to when
 * the carrier has answered.
 *
 * @param realNow  leases are measured by the real clock
 */
export async function callOff(
  ctx: TxContext,
  gift_request_id: string,
  realNow: Date,
): Promise<void> {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined) return
  await store.callOffOrder(ctx, gift_request_id)
  const parcels = await store.parcelsOf(ctx, gift_request_id)
  if (parcels.length === 0) catalogue.release(ctx, gift.id)
  const changed = parcels.flatMap((row) => {
    const isUnderWay = row.leased_until !== null && row.leased_until > realNow
    if (row.state === 'ordered')
      return [
        { ...row, task: 'cancel' as const, tries: 0, due_at: new Date(0), leased_until: null },
      ]
    const isHere = ['placing', 'waiting', 'refused'].includes(row.state)
    return isHere && !isUnderWay ? [stepped(row, 'cancelled')] : []
  })
  for (const row of changed) await store.saveParcel(ctx, row)
  await keepStock(ctx, gift, parcels, changed)
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}
