import { type Address, ApiError, throwIfAny, validateAddress } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { isFinal } from '../parcels/parcel-states.ts'
import { listGiftParcels, type Parcel } from '../parcels/read.ts'
import { summarizeParcels } from '../parcels/record-tracking.ts'
import * as store from '../parcels/store.ts'
import { syncGiftState, transitionTo } from '../parcels/sync-gift-state.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { planParcels } from './plan-parcels.ts'

/** A held gift request with its parcels; undefined when the account has none by that id. */
async function lockGiftWithParcels(ctx: TxContext, gift_request_id: string) {
  if (!isId(gift_request_id)) return undefined
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined) return undefined
  return { gift, parcels: await store.findParcelsByGift(ctx, gift.id) }
}

const reject = (message: string): never => {
  throw new ApiError('invalid_transition', { message })
}

/** Ready to be placed once more, under a reference of its own. */
const newAttempt = (row: ParcelRow): ParcelRow => ({
  ...row,
  label_attempt: row.label_attempt + 1,
  pending_action: 'place',
  attempts: 0,
  due_at: new Date(0),
  leased_until: null,
})

/**
 * Corrects the address, and has the labels that were refused bought anew. After a failed delivery it is
 * there for the carrier's office and for whatever is sent again. Undefined when there is no such gift
 * request; refused once everything has left.
 */
export async function correctAddress(
  ctx: TxContext,
  gift_request_id: string,
  address: Address,
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
  const correctableStates = ['placing', 'waiting', 'refused', 'delivery_attempt_failed', 'returned']
  const isFinished = locked.gift.status === 'cancelled' || locked.gift.state === 'complete'
  const isUnplanned = locked.parcels.length === 0 && locked.gift.state === 'redeemed'
  if (
    isFinished ||
    !(isUnplanned || locked.parcels.some(({ state }) => correctableStates.includes(state)))
  )
    return reject(
      'Its address can no longer be changed: everything in it is on its way or has arrived.',
    )
  if (
    locked.parcels.some(
      ({ pending_action: task, leased_until }) => task === 'place' && leased_until !== null,
    )
  )
    return reject('A label is being bought at this moment. Try again in a minute.')
  gifting.changeAddress(ctx, locked.gift, address)
  await requeueRefused(ctx, locked.parcels)
  return listGiftParcels(ctx, gift_request_id)
}

/** Tries once more what a carrier has refused, as it is. Undefined when there is no such gift request. */
export async function retryRefused(
  ctx: TxContext,
  gift_request_id: string,
): Promise<Parcel[] | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  if (locked === undefined) return undefined
  if (locked.gift.status === 'cancelled') return reject('It was cancelled.')
  if ((await requeueRefused(ctx, locked.parcels)) === 0)
    return reject('None of its parcels waits for another attempt.')
  return listGiftParcels(ctx, gift_request_id)
}

/** What was refused goes out anew; what a carrier could not be asked for is asked for at once. */
async function requeueRefused(ctx: TxContext, parcels: readonly ParcelRow[]): Promise<number> {
  const changed = parcels.flatMap((row): ParcelRow[] => {
    if (row.state === 'refused' && row.pending_action === null) return [newAttempt(row)]
    return row.pending_action !== null && row.leased_until === null
      ? [{ ...row, due_at: new Date(0) }]
      : []
  })
  for (const row of changed) await store.saveParcel(ctx, row)
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return changed.length
}

/**
 * Ships the lines of a parcel again that came to nothing, or arrived broken: in a new parcel, from new
 * stock. Undefined when there is no such gift request or parcel; refused while the old one may still
 * arrive, and when it was done before.
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
    return reject(`The gift request is ${gift.state}: nothing in it is sent again.`)
  if (!isFinal(failed.state)) return reject('The parcel may still arrive.')
  if (parcels.some(({ replaces }) => replaces === failed.id))
    return reject('Its lines are being sent again already.')
  const lines = (await store.findLines(ctx, [failed.id])).map(({ parcel_id: _id, ...line }) => line)
  const number = Math.max(...parcels.map((row) => row.number)) + 1
  const created = await planParcels(ctx, gift, { lines, number, replaces: failed.id }, shipping)
  await store.insertParcels(ctx, created)
  syncGiftState(
    ctx,
    gift,
    summarizeParcels([...parcels, ...created]),
    `parcel ${failed.number} is sent again`,
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return listGiftParcels(ctx, gift_request_id)
}

/**
 * Gives up a parcel that no carrier has: its lines will not come. Undefined when there is none; refused
 * when it is on its way.
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
  if (parcel.leased_until !== null) return reject('Its carrier is being asked at this moment.')
  if (!['waiting', 'refused', 'ordered'].includes(parcel.state))
    return reject(`The parcel is ${parcel.state}.`)
  const changed = toCancelled(parcel)
  await store.saveParcel(ctx, changed)
  syncGiftState(
    ctx,
    locked.gift,
    summarizeParcels(locked.parcels, [changed]),
    `parcel ${parcel.number} is given up`,
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return listGiftParcels(ctx, gift_request_id)
}

/** A carrier that has it is asked to forget it; otherwise that is all. */
const toCancelled = (row: ParcelRow): ParcelRow =>
  row.state === 'ordered'
    ? { ...row, pending_action: 'cancel', attempts: 0, due_at: new Date(0) }
    : { ...row, state: 'cancelled', pending_action: null, due_at: null }

/** Closes a gift request that was delivered: nothing is left to do. */
export async function closeDelivered(
  ctx: TxContext,
  gift_request_id: string,
): Promise<gifting.Gift | undefined> {
  const locked = await lockGiftWithParcels(ctx, gift_request_id)
  if (locked === undefined || locked.gift.state === 'complete') return locked?.gift
  if (locked.gift.state !== 'delivered') throw gifting.transitionError(locked.gift, 'complete')
  return transitionTo(ctx, locked.gift, 'complete', 'closed after delivery')
}
