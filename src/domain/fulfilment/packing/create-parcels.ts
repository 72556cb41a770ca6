import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as donations from '#donations'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { updateStock } from '../parcels/parcel-stock.ts'
import { summarizeParcels, withState } from '../parcels/record-tracking.ts'
import * as store from '../parcels/store.ts'
import { syncGiftState, transitionTo } from '../parcels/sync-gift-state.ts'
import { getLineItems, getPhysicalLines, planParcels } from './plan-parcels.ts'

/** Creates the parcels of a redeemed gift request. A repeated call changes nothing. */
export async function createParcels(
  ctx: TxContext,
  gift_request_id: string,
  shipping: ShippingConfig,
) {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift?.state !== 'redeemed' || !(await store.createOrder(ctx, gift.id))) return
  const lines = await getPhysicalLines(ctx, gift)
  const giftLines = gifting.toGiftLines(getLineItems(gift))
  await donations.give(ctx, gift.id, giftLines, 'direct')
  const country = gifting.decryptAddress(ctx.deployment, gift)?.country
  await digital.giveAvailable(ctx, gift.id, giftLines, country)
  if (lines.length === 0) return continueUnshipped(ctx, gift)
  const first = { lines, number: 1, replaces: null, holder: 'gift' } as const
  const parcels = await planParcels(ctx, gift, first, shipping)
  await store.insertParcels(ctx, parcels)
  syncGiftState(ctx, gift, summarizeParcels(parcels), 'not enough stock')
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

/**
 * Continues a gift request that ships nothing: it is complete after its last code, and backordered when codes are missing
 * that no supplier is asked for.
 */
async function continueUnshipped(ctx: TxContext, gift: gifting.Gift): Promise<void> {
  const { waiting, buying } = await digital.countWaiting(ctx, gift.id)
  if (waiting === 0) return completeUnshipped(ctx, gift)
  if (buying === 0 && gift.state === 'redeemed') backorderDigital(ctx, gift)
}

/** Completes a gift request that has only digital items or donations, so that no parcel ships. */
async function completeUnshipped(ctx: TxContext, gift: gifting.Gift): Promise<void> {
  const details = {
    isUnshipped: true as const,
    ...(await gifting.findDonationDetails(ctx, gift.id, gift.line_items)),
  }
  const path = ['ordered', 'delivered', 'complete'] as const
  const step = (current: gifting.Gift, to: (typeof path)[number]) =>
    transitionTo(ctx, current, to, 'no item ships', details)
  path.reduce(step, gift)
}

/**
 * Marks a gift request as backordered, because codes are missing. `fillDigital` continues it after an import
 * of codes.
 */
function backorderDigital(ctx: TxContext, gift: gifting.Gift): void {
  transitionTo(ctx, gift, 'backordered', 'not enough codes')
}

/**
 * Gives codes to the waiting items of a gift request, or orders them again, and emails its recipient. A gift request without
 * parcels is complete after its last code. Returns whether an item received a code.
 */
export async function fillDigital(ctx: TxContext, gift_request_id: string): Promise<boolean> {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined || gift.state === 'cancelled') return false
  const { filled } = await digital.fillWaiting(ctx, gift.id)
  await digital.retryPurchases(ctx, gift.id)
  if (filled.length > 0) await showDigital(ctx, gift, filled)
  return filled.length > 0
}

/** Continues a gift request after some of its waiting items got codes, or after an order of one has failed. */
export async function showDigital(
  ctx: TxContext,
  gift: gifting.Gift,
  filled: readonly { line_item_id: string }[],
): Promise<void> {
  const isUnshipped =
    (gift.state === 'redeemed' || gift.state === 'backordered') &&
    (await getPhysicalLines(ctx, gift)).length === 0
  const { waiting } = await digital.countWaiting(ctx, gift.id)
  if (isUnshipped && (waiting === 0 || filled.length === 0)) return continueUnshipped(ctx, gift)
  const line_item_ids = filled.map(({ line_item_id }) => line_item_id)
  if (filled.length > 0) gifting.emailDigitalItems(ctx, gift, line_item_ids)
}

/**
 * Retries a backordered parcel with the current stock. The parcel and its gift request are still backordered
 * until a carrier accepts the parcel. Returns whether the parcel now has stock.
 */
export async function retryBackordered(
  ctx: TxContext,
  gift_request_id: string,
  shipping: ShippingConfig,
) {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined || gift.status === 'cancelled') return false
  const parcels = await store.findParcelsByGift(ctx, gift_request_id)
  const backordered = parcels.find(
    ({ state, pending_action: task }) => state === 'waiting' && task === null,
  )
  if (backordered === undefined) return false
  const lines = await store.findLines(ctx, [backordered.id])
  const wanted = {
    lines: lines.map(({ parcel_id: _id, ...line }) => line),
    number: backordered.number,
    replaces: backordered.replaces,
    holder: parcels.length === 1 ? ('gift' as const) : ('parcel' as const),
  }
  const created = await planParcels(ctx, gift, wanted, shipping)
  if (created.some(({ state }) => state === 'waiting')) return false
  const last = Math.max(...parcels.map(({ number }) => number))
  await store.deleteParcel(ctx, backordered)
  await store.insertParcels(
    ctx,
    created.map((row, index) => ({
      ...row,
      number: index === 0 ? backordered.number : last + index,
      state: 'waiting',
    })),
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return true
}

/**
 * Cancels the parcels of a cancelled gift request. Cancels parcels without a label immediately, and creates a
 * cancel task for placed parcels. If a request to the carrier is in progress, the result of this request
 * decides what happens to its parcel.
 *
 * @param realNow  the real time, which decides whether a lease has ended
 */
export async function cancelParcels(
  ctx: TxContext,
  gift_request_id: string,
  realNow: Date,
): Promise<void> {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined) return
  await store.cancelOrder(ctx, gift_request_id)
  const { pending } = await gifting.findChanges(ctx, gift)
  if (pending !== undefined) gifting.rejectChange(ctx, gift, pending, { isEmailed: false })
  const parcels = await store.lockParcelsByGift(ctx, gift_request_id)
  if (parcels.length === 0) catalogue.release(ctx, gift.id)
  const changed = parcels.flatMap((row) => {
    const isLeased = row.leased_until !== null && row.leased_until > realNow
    if (row.state === 'ordered' && row.carrier_ref !== null)
      return [
        {
          ...row,
          pending_action: 'cancel' as const,
          attempts: 0,
          due_at: new Date(0),
          leased_until: null,
        },
      ]
    const isUnshipped = ['placing', 'waiting', 'refused', 'ordered'].includes(row.state)
    return isUnshipped && !isLeased ? [withState(row, 'cancelled')] : []
  })
  for (const row of changed) await store.saveParcel(ctx, row)
  await updateStock(ctx, gift, parcels, changed)
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}
