import { type Address, ApiError, throwIfAny, validateAddress } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { follow, stepTo } from './follow.ts'
import { isEnd } from './parcel-states.ts'
import { plan } from './plan.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { standings } from './track.ts'
import { type Parcel, parcelsOf } from './view.ts'

/** A held gift request with its parcels; undefined when the account has none by that id. */
async function held(ctx: TxContext, gift_request_id: string) {
  if (!isId(gift_request_id)) return undefined
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  if (gift === undefined) return undefined
  return { gift, parcels: await store.parcelsOf(ctx, gift.id) }
}

const refuse = (message: string): never => {
  throw new ApiError('invalid_transition', { message })
}

/** Ready to be placed once more, under a reference of its own. */
const anew = (row: ParcelRow): ParcelRow => ({
  ...row,
  round: row.round + 1,
  task: 'place',
  tries: 0,
  due_at: new Date(0),
  leased_until: null,
})

/**
 * Corrects the address, and has the labels that were refused bought anew. After a failed delivery it is
 * there for the carrier's office and for whatever is sent again. Undefined when there is no such gift
 * request; refused once everything has left.
 */
export async function fixAddress(
  ctx: TxContext,
  gift_request_id: string,
  address: Address,
): Promise<Parcel[] | undefined> {
  const found = await held(ctx, gift_request_id)
  if (found === undefined) return undefined
  const problems = validateAddress({ ...address })
  throwIfAny(
    problems.map(({ field, code, message }) => ({
      code,
      message,
      param: `shipping_address.${field}`,
    })),
  )
  const mendable = ['placing', 'waiting', 'refused', 'delivery_attempt_failed', 'returned']
  const isOver = found.gift.status === 'cancelled' || found.gift.state === 'complete'
  const isUnplanned = found.parcels.length === 0 && found.gift.state === 'redeemed'
  if (isOver || !(isUnplanned || found.parcels.some(({ state }) => mendable.includes(state))))
    return refuse(
      'Its address can no longer be changed: everything in it is on its way or has arrived.',
    )
  if (found.parcels.some(({ task, leased_until }) => task === 'place' && leased_until !== null))
    return refuse('A label is being bought at this moment. Try again in a minute.')
  gifting.changeAddress(ctx, found.gift, address)
  await placeRefused(ctx, found.parcels)
  return parcelsOf(ctx, gift_request_id)
}

/** Tries once more what a carrier has refused, as it is. Undefined when there is no such gift request. */
export async function retry(
  ctx: TxContext,
  gift_request_id: string,
): Promise<Parcel[] | undefined> {
  const found = await held(ctx, gift_request_id)
  if (found === undefined) return undefined
  if (found.gift.status === 'cancelled') return refuse('It was cancelled.')
  if ((await placeRefused(ctx, found.parcels)) === 0)
    return refuse('None of its parcels waits for another attempt.')
  return parcelsOf(ctx, gift_request_id)
}

/** What was refused goes out anew; what a carrier could not be asked for is asked for at once. */
async function placeRefused(ctx: TxContext, parcels: readonly ParcelRow[]): Promise<number> {
  const changed = parcels.flatMap((row): ParcelRow[] => {
    if (row.state === 'refused' && row.task === null) return [anew(row)]
    return row.task !== null && row.leased_until === null ? [{ ...row, due_at: new Date(0) }] : []
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
export async function retryLines(
  ctx: TxContext,
  gift_request_id: string,
  parcel_id: string,
  shipping: Shipping,
): Promise<Parcel[] | undefined> {
  const found = await held(ctx, gift_request_id)
  const failed = found?.parcels.find(({ id }) => id === parcel_id)
  if (found === undefined || failed === undefined) return undefined
  const { gift, parcels } = found
  if (gift.status === 'cancelled' || gift.state === 'complete')
    return refuse(`The gift request is ${gift.state}: nothing in it is sent again.`)
  if (!isEnd(failed.state)) return refuse('The parcel may still arrive.')
  if (parcels.some(({ replaces }) => replaces === failed.id))
    return refuse('Its lines are being sent again already.')
  const lines = (await store.linesOf(ctx, [failed.id])).map(({ parcel_id: _id, ...line }) => line)
  const number = Math.max(...parcels.map((row) => row.number)) + 1
  const made = await plan(ctx, gift, { lines, number, replaces: failed.id }, shipping)
  await store.insertParcels(ctx, made)
  follow(ctx, gift, standings([...parcels, ...made]), `parcel ${failed.number} is sent again`)
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return parcelsOf(ctx, gift_request_id)
}

/**
 * Gives up a parcel that no carrier has: its lines will not come. Undefined when there is none; refused
 * when it is on its way.
 */
export async function giveUp(
  ctx: TxContext,
  gift_request_id: string,
  parcel_id: string,
): Promise<Parcel[] | undefined> {
  const found = await held(ctx, gift_request_id)
  const parcel = found?.parcels.find(({ id }) => id === parcel_id)
  if (found === undefined || parcel === undefined) return undefined
  if (isEnd(parcel.state)) return parcelsOf(ctx, gift_request_id)
  if (parcel.leased_until !== null) return refuse('Its carrier is being asked at this moment.')
  if (!['waiting', 'refused', 'ordered'].includes(parcel.state))
    return refuse(`The parcel is ${parcel.state}.`)
  const changed = calledOff(parcel)
  await store.saveParcel(ctx, changed)
  follow(
    ctx,
    found.gift,
    standings(found.parcels, [changed]),
    `parcel ${parcel.number} is given up`,
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return parcelsOf(ctx, gift_request_id)
}

/** A carrier that has it is asked to forget it; otherwise that is all. */
const calledOff = (row: ParcelRow): ParcelRow =>
  row.state === 'ordered'
    ? { ...row, task: 'cancel', tries: 0, due_at: new Date(0) }
    : { ...row, state: 'cancelled', task: null, due_at: null }

/** Closes a gift request that was delivered: nothing is left to do. */
export async function close(
  ctx: TxContext,
  gift_request_id: string,
): Promise<gifting.Gift | undefined> {
  const found = await held(ctx, gift_request_id)
  if (found === undefined || found.gift.state === 'complete') return found?.gift
  if (found.gift.state !== 'delivered') throw gifting.transitionError(found.gift, 'complete')
  return stepTo(ctx, found.gift, 'complete', 'closed after delivery')
}
