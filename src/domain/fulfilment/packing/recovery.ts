import { type Address, ApiError, throwIfAny, validateAddress } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import { isFinal } from '../parcels/parcel-states.ts'
import { updateStock } from '../parcels/parcel-stock.ts'
import { listGiftParcels, type Parcel } from '../parcels/read.ts'
import { summarizeParcels } from '../parcels/record-tracking.ts'
import { withNewLabel } from '../parcels/relabel.ts'
import * as store from '../parcels/store.ts'
import { syncGiftState, transitionTo } from '../parcels/sync-gift-state.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { findAddressBlocker } from './address-blocker.ts'
import { isCurrent, relabelParcels } from './apply-change.ts'
import { loadFacts } from './changeability.ts'
import { planParcels } from './plan-parcels.ts'

/** Locks a gift request and its parcels. Returns undefined if the account has no such gift request. */
async function lockGiftWithParcels(ctx: TxContext, gift_request_id: string) {
  if (!isId(gift_request_id)) return undefined
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined) return undefined
  return { gift, parcels: await store.lockParcelsByGift(ctx, gift.id) }
}

const reject = (message: string): never => {
  throw new ApiError('invalid_transition', { message })
}

/**
 * Corrects the shipping address. Requests new labels for parcels that were rejected or that no user has
 * packed. After a failed delivery, the office of the carrier and later reshipments use the new address.
 * Returns undefined if the gift request does not exist. Throws if every parcel is packed, has left, or has a
 * label of another system.
 */
export async function correctAddress(
  ctx: TxContext,
  gift_request_id: string,
  address: Address,
  shipping: ShippingConfig,
): Promise<Parcel[] | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  if (locked === undefined) return undefined
  const problems = validateAddress({ ...address })
  throwIfAny(
    problems.map(({ field, code, message }) => ({
      code,
      message,
      param: `shipping_address.${field}`,
    })),
  )
  const destinationError = await gifting.findDestinationErrorOf(ctx, locked.gift, address)
  throwIfAny(destinationError === undefined ? [] : [destinationError])
  const { gift, parcels } = locked
  const blocker = findAddressBlocker(gift, await loadFacts(ctx, parcels), shipping)
  if (blocker !== undefined) return reject(`The address cannot be changed: ${blocker}.`)
  if (
    locked.parcels.some(
      ({ pending_action, leased_until }) => pending_action === 'place' && leased_until !== null,
    )
  )
    return reject('A label purchase is in progress. Retry in a minute.')
  await assertNoPendingChange(ctx, locked.gift)
  gifting.changeAddress(ctx, gift, address)
  const current = parcels.filter(isCurrent)
  if (current.every(({ state }) => state === 'ordered')) await relabelParcels(ctx, current)
  await requeueRefused(ctx, parcels)
  return listGiftParcels(ctx, gift_request_id)
}

/** Retries rejected parcels without changes. Returns undefined if the gift request does not exist. */
export async function retryRefused(
  ctx: TxContext,
  gift_request_id: string,
): Promise<Parcel[] | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  if (locked === undefined) return undefined
  if (locked.gift.status === 'cancelled') return reject('The gift request is cancelled.')
  if ((await requeueRefused(ctx, locked.parcels)) === 0)
    return reject('None of its parcels can be retried.')
  return listGiftParcels(ctx, gift_request_id)
}

/**
 * Enqueues a new attempt to buy a label for rejected parcels. Makes delayed carrier tasks due immediately.
 */
async function requeueRefused(ctx: TxContext, parcels: readonly ParcelRow[]): Promise<number> {
  const changed = parcels.flatMap((row): ParcelRow[] => {
    if (row.state === 'refused' && row.pending_action === null && !row.is_retired)
      return [withNewLabel(row)]
    return row.pending_action !== null && row.leased_until === null
      ? [{ ...row, due_at: new Date(0) }]
      : []
  })
  for (const row of changed) await store.saveParcel(ctx, row)
  // A parcel with a new label counts as a new parcel, so its packing begins again.
  await packingRows.remove(
    ctx,
    changed.map(({ id }) => id),
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return changed.length
}

/**
 * Ships the lines of a failed or damaged parcel again, in a new parcel with new stock. Returns undefined if
 * the gift request or the parcel does not exist. Throws if the old parcel may still arrive, or if its lines
 * already ship again.
 */
export async function reshipLines(
  ctx: TxContext,
  gift_request_id: string,
  parcel_id: string,
  shipping: ShippingConfig,
): Promise<Parcel[] | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  const failed = locked?.parcels.find(({ id }) => id === parcel_id)
  if (locked === undefined || failed === undefined) return undefined
  const { gift, parcels } = locked
  if (gift.status === 'cancelled' || gift.state === 'complete')
    return reject(`The gift request is ${gift.state}: its items cannot be shipped again.`)
  if (!isFinal(failed.state)) return reject('The parcel may still arrive.')
  if (parcels.some(({ replaces }) => replaces === failed.id))
    return reject('Another parcel ships its items again already.')
  const lines = (await store.findLines(ctx, [failed.id])).map(({ parcel_id: _id, ...line }) => line)
  const number = Math.max(...parcels.map((row) => row.number)) + 1
  const wanted = { lines, number, replaces: failed.id, holder: 'parcel' } as const
  const created = await planParcels(ctx, gift, wanted, shipping)
  await store.insertParcels(ctx, created)
  syncGiftState(
    ctx,
    gift,
    summarizeParcels([...parcels, ...created]),
    `parcel ${failed.number} is shipped again`,
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return listGiftParcels(ctx, gift_request_id)
}

/**
 * Abandons a parcel that has not left, so that its lines are never shipped. Returns undefined if the parcel
 * does not exist. Throws if the parcel is in transit.
 */
export async function abandonParcel(
  ctx: TxContext,
  gift_request_id: string,
  parcel_id: string,
): Promise<Parcel[] | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  const parcel = locked?.parcels.find(({ id }) => id === parcel_id)
  if (locked === undefined || parcel === undefined) return undefined
  if (isFinal(parcel.state)) return listGiftParcels(ctx, gift_request_id)
  await assertNoPendingChange(ctx, locked.gift)
  if (parcel.leased_until !== null) return reject('A request to the carrier is in progress.')
  if (!['waiting', 'refused', 'ordered'].includes(parcel.state))
    return reject(`The parcel is ${parcel.state}.`)
  const changed = toCancelled(parcel)
  await store.saveParcel(ctx, changed)
  const gift = syncGiftState(
    ctx,
    locked.gift,
    summarizeParcels(locked.parcels, [changed]),
    `parcel ${parcel.number} is abandoned`,
  )
  await updateStock(ctx, gift, locked.parcels, [changed])
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return listGiftParcels(ctx, gift_request_id)
}

async function assertNoPendingChange(ctx: TxContext, gift: gifting.Gift): Promise<void> {
  const { pending } = await gifting.findChanges(ctx, gift)
  if (pending !== undefined) reject('A change by the recipient is in progress. Retry in a minute.')
}

/**
 * Returns the cancelled parcel. If the parcel is placed, its carrier must cancel it first; other parcels are
 * cancelled immediately.
 */
const toCancelled = (row: ParcelRow): ParcelRow =>
  row.state === 'ordered' && row.carrier_ref !== null
    ? { ...row, pending_action: 'cancel', attempts: 0, due_at: new Date(0) }
    : { ...row, state: 'cancelled', pending_action: null, due_at: null }

/** Completes a delivered gift request. */
export async function closeDelivered(
  ctx: TxContext,
  gift_request_id: string,
): Promise<gifting.Gift | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  if (locked === undefined || locked.gift.state === 'complete') return locked?.gift
  if (locked.gift.state !== 'delivered') throw gifting.transitionError(locked.gift, 'complete')
  return transitionTo(ctx, locked.gift, 'complete', 'closed after delivery')
}
