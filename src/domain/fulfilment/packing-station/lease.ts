import * as accounts from '#accounts'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { packedHereCarriers, type ShippingConfig } from '../carriers/shipping-config.ts'
import type { PackingRow } from '../parcels/tables.ts'
import { findByBarcode } from './find-by-barcode.ts'
import {
  conflict,
  digestAddress,
  findLeaseEnd,
  isLeased,
  isToPack,
  type LockedParcel,
  leaseMs,
  lockParcel,
  toLeaseEndError,
} from './lock-leased.ts'
import * as store from './packing-store.ts'

/** The maximum number of parcels that one user can lease at a time. */
export const maxLeases = 50

export interface TakeNextOptions {
  /** The number of parcels to lease: 1 to 50. */
  count: number
  /** The warehouse of the parcels. Undefined for all warehouses. */
  warehouse_id?: string | undefined
}

/** Runs a function in a transaction of the account. */
export type RunTransaction = <T>(callback: (ctx: TxContext) => Promise<T>) => Promise<T>

/**
 * Leases the oldest free parcels to the user. Concurrent callers receive different parcels and do not wait
 * for each other. Returns the ids of the leased parcels, oldest first. A lease ends, because an assignment
 * without an end would block a parcel after its packer has gone home.
 *
 * The function waits for a locked gift request in a separate transaction. A transaction that has locked some
 * gift requests and waits for another one could deadlock.
 */
export async function takeNext(
  run: RunTransaction,
  user_id: string,
  options: TakeNextOptions,
  shipping: ShippingConfig,
): Promise<string[]> {
  const { ids, skipped } = await run((ctx) => takeUnlocked(ctx, user_id, options, shipping))
  if (ids.length > 0) return ids
  for (const id of skipped.slice(0, maxAwaited))
    if (await run((ctx) => takeIfFree(ctx, user_id, id))) return [id]
  return []
}

const maxPages = 20
/** The maximum number of gift requests for which the function waits, one after the other. */
const maxAwaited = 5

/**
 * Leases the oldest free parcels whose gift requests are not locked by another transaction. Returns the
 * remaining parcels as `skipped`.
 */
export async function takeUnlocked(
  ctx: TxContext,
  user_id: string,
  { count, warehouse_id }: TakeNextOptions,
  shipping: ShippingConfig,
): Promise<{ ids: string[]; skipped: string[] }> {
  await store.lockUser(ctx, user_id)
  const wanted = Math.min(count, await countFreeSlots(ctx, user_id))
  const part = { carriers: packedHereCarriers(shipping), warehouse_id, limit: 2 * wanted + 20 }
  const ids: string[] = []
  const skipped: string[] = []
  let after: { at: Date; id: string } | undefined
  for (let page = 0; page < maxPages && ids.length < wanted; page += 1) {
    const candidates = await store.findFree(ctx, { ...part, after })
    const leased = await leaseAvailable(ctx, user_id, candidates, wanted - ids.length)
    ids.push(...leased)
    skipped.push(...candidates.flatMap(({ id }) => (leased.includes(id) ? [] : [id])))
    const last = candidates.at(-1)
    if (last === undefined || candidates.length < part.limit) break
    after = { at: last.created_at, id: last.id }
  }
  return { ids, skipped }
}

/** Waits for the lock on the gift request of a parcel. Leases the parcel if it is still free. */
async function takeIfFree(ctx: TxContext, user_id: string, id: string): Promise<boolean> {
  await store.lockUser(ctx, user_id)
  await countFreeSlots(ctx, user_id)
  const locked = await lockParcel(ctx, id)
  if (locked === undefined || locked.packing.packed_at !== null) return false
  if (isLeased(ctx, locked.packing) || !canLease(locked)) return false
  await saveLease(ctx, user_id, locked)
  return true
}

/** Returns the number of further parcels that the user can lease. Throws if this number is zero. */
async function countFreeSlots(ctx: TxContext, user_id: string): Promise<number> {
  const free = maxLeases - (await store.findLeased(ctx, user_id)).length
  if (free <= 0)
    throw conflict(`You have ${maxLeases} parcels. Pack or release some before you take more.`)
  return free
}

/** Leases those candidates whose gift requests are not locked by another transaction. */
async function leaseAvailable(
  ctx: TxContext,
  user_id: string,
  candidates: readonly store.StationParcel[],
  limit: number,
): Promise<string[]> {
  if (candidates.length === 0) return []
  const giftIds = [...new Set(candidates.map(({ gift_request_id }) => gift_request_id))]
  const gifts = new Map(
    (await gifting.lockAvailable(ctx, giftIds, limit)).map((gift) => [gift.id, gift]),
  )
  const targets = candidates.flatMap(({ id, gift_request_id }) => {
    const gift = gifts.get(gift_request_id)
    if (gift === undefined || gift.status === 'cancelled' || gift.address === null) return []
    return [{ parcel_id: id, address_digest: digestAddress(gift.address) }]
  })
  const ids = await store.leaseFree(ctx, user_id, endOfLease(ctx), targets.slice(0, limit))
  return candidates.flatMap(({ id }) => (ids.includes(id) ? [id] : []))
}

const endOfLease = ({ now }: TxContext) => new Date(now.getTime() + leaseMs)

const canLease = ({ gift, row }: LockedParcel) =>
  isToPack(row) && gift.status !== 'cancelled' && gift.address !== null

/**
 * Leases one parcel, by its id or barcode, to pack it or to hand it over. A packed parcel whose address has
 * changed must be packed again. Throws if another user has leased the parcel, or if it must not be sent.
 */
export async function take(
  ctx: TxContext,
  user_id: string,
  idOrBarcode: string,
  shipping: ShippingConfig,
): Promise<string> {
  const found = await findByBarcode(ctx, idOrBarcode)
  if (found === undefined)
    throw new ApiError('not_found', { message: `There is no parcel ${idOrBarcode}.` })
  await store.lockUser(ctx, user_id)
  const locked = await lockParcel(ctx, found.id)
  if (locked === undefined) throw new ApiError('not_found')
  const { gift, row, packing } = locked
  const end = findLeaseEnd({ ...gift, gift_status: gift.status }, row, { address_digest: null })
  if (packing.handed_over_at !== null && end !== 'cancelled')
    throw conflict(
      'This parcel was handed over to the carrier already. Within some minutes, it can be taken back under “Handed over”.',
    )
  if (end !== undefined) throw toLeaseEndError(end)
  if (!packedHereCarriers(shipping).includes(row.carrier))
    throw conflict('This parcel is not packed here.')
  if (gift.address === null) throw conflict('The gift has no shipping address.')
  if (isLeased(ctx, packing) && packing.leased_by !== user_id)
    throw conflict(await describeHolder(ctx, packing))
  if (!isLeased(ctx, packing)) await countFreeSlots(ctx, user_id)
  await saveLease(ctx, user_id, locked)
  return row.id
}

async function describeHolder(ctx: TxContext, { leased_by, leased_until }: PackingRow) {
  const holders = await accounts.findUsersById(ctx, [leased_by ?? ''])
  const name = holders.get(leased_by ?? '')?.name ?? 'Another person'
  const minutes = Math.ceil(((leased_until?.getTime() ?? 0) - ctx.now.getTime()) / 60_000)
  return `${name} is packing this parcel. It is free when ${name} releases it, or does nothing for ${minutes} min.`
}

async function saveLease(ctx: TxContext, user_id: string, { gift, packing }: LockedParcel) {
  const address_digest = digestAddress(gift.address)
  const isSame = packing.address_digest?.equals(address_digest) ?? false
  const continues = isSame && packing.leased_by === user_id && isLeased(ctx, packing)
  await store.savePacking(ctx, {
    ...packing,
    ...(isSame ? {} : { packed_at: null, packed_by: null }),
    leased_by: user_id,
    leased_until: endOfLease(ctx),
    address_digest,
    address_shown: continues && packing.address_shown,
  })
}

/** Returns the packing row with a lease that begins now. Every action on a parcel extends its lease. */
export const withExtendedLease = (ctx: TxContext, packing: PackingRow): PackingRow => ({
  ...packing,
  leased_until: endOfLease(ctx),
})

/**
 * Extends all current leases of the user. Skips gift requests that another transaction has locked. Pages call
 * this function every minute, so a skipped lease is extended soon after.
 */
export async function renew(ctx: TxContext, user_id: string): Promise<void> {
  const leased = await store.findLeased(ctx, user_id)
  if (leased.length === 0) return
  const giftIds = [...new Set(leased.map(({ gift_request_id }) => gift_request_id))]
  const locked = await gifting.lockAvailable(ctx, giftIds, giftIds.length)
  const ids = locked.map(({ id }) => id)
  await store.extendLeases(ctx, user_id, endOfLease(ctx), ids)
}

/** Ends the user's lease. Does nothing if the user has no lease on the parcel. */
export async function release(ctx: TxContext, user_id: string, parcel_id: string): Promise<void> {
  const locked = await lockParcel(ctx, parcel_id)
  if (locked?.packing.leased_by !== user_id) return
  await store.savePacking(ctx, { ...locked.packing, leased_by: null, leased_until: null })
}
