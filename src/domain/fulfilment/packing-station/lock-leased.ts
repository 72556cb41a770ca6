import { hash } from 'node:crypto'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as packingRows from '../parcels/packing-rows.ts'
import * as store from '../parcels/store.ts'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'

/** The duration of a lease after the last action of its user, in milliseconds. */
export const leaseMs = 20 * 60_000

/** A parcel, and its gift request, which the transaction has locked. */
export interface LockedParcel {
  gift: gifting.Gift
  /** All parcels of the gift request. */
  parcels: readonly ParcelRow[]
  row: ParcelRow
  /** The packing row. It has no values if no packer has leased the parcel yet. */
  packing: PackingRow
}

/** The reason why a parcel must no longer be packed or handed over. */
export type LeaseEnd = 'cancelled' | 'address_changed' | 'not_to_pack'

const endMessages: Readonly<Record<LeaseEnd, string>> = {
  cancelled: 'The gift was cancelled. Do not send this parcel. Put its items back into stock.',
  address_changed: 'The address has changed. Take the parcel again and print a new label.',
  not_to_pack: 'This parcel is not waiting to be packed any more.',
}

export const conflict = (message: string): ApiError =>
  new ApiError('invalid_transition', { message })
export const toLeaseEndError = (end: LeaseEnd): ApiError => conflict(endMessages[end])

/**
 * Locks the gift request of a parcel, and then reads all its parcels and the packing row. Returns undefined
 * for an unknown parcel.
 */
export async function lockParcel(
  ctx: TxContext,
  parcel_id: string,
): Promise<LockedParcel | undefined> {
  const found = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (found === undefined) return undefined
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, found.gift_request_id)
  const parcels = await store.findParcelsByGift(ctx, found.gift_request_id)
  const row = parcels.find(({ id }) => id === parcel_id)
  if (gift === undefined || row === undefined) return undefined
  const packing = await packingRows.get(ctx, row)
  return { gift, parcels, row, packing }
}

/**
 * Locks a parcel that the user has leased. Throws an error with the reason if the lease has ended, or if the
 * parcel must not be sent.
 */
export async function lockLeased(
  ctx: TxContext,
  user_id: string,
  parcel_id: string,
): Promise<LockedParcel> {
  const locked = await lockParcel(ctx, parcel_id)
  if (locked === undefined) throw new ApiError('not_found')
  const { gift, row, packing } = locked
  if (packing.leased_by !== user_id || !isLeased(ctx, packing)) throw leaseLost
  const end = findLeaseEnd({ ...gift, gift_status: gift.status }, row, packing)
  if (end !== undefined) throw toLeaseEndError(end)
  return locked
}

const leaseLost = conflict(
  'You are not packing this parcel any more: your 20 minutes are over, or you released it. Scan it again to continue.',
)

export const isLeased = (
  { now }: TxContext,
  { leased_until }: Pick<PackingRow, 'leased_until'>,
): boolean => leased_until !== null && leased_until > now

/** Returns why the parcel must not be packed or handed over. Returns undefined if it may be. */
export function findLeaseEnd(
  { gift_status, address }: { gift_status: gifting.Gift['status']; address: Buffer | null },
  row: Pick<ParcelRow, 'state' | 'has_left' | 'pending_action' | 'problem_reason'>,
  { address_digest }: Pick<PackingRow, 'address_digest'>,
): LeaseEnd | undefined {
  if (gift_status === 'cancelled' || row.state === 'cancelled') return 'cancelled'
  if (!isToPack(row)) return row.pending_action === 'cancel' ? 'cancelled' : 'not_to_pack'
  const isSame = address_digest === null || address_digest.equals(digestAddress(address))
  return isSame ? undefined : 'address_changed'
}

/** Returns whether a carrier sells the label of this parcel and no one has bought the label yet. */
export const needsRate = ({
  carrier,
  label_url,
}: Pick<ParcelRow, 'carrier' | 'label_url'>): boolean => carrier !== 'manual' && label_url === null

/** Returns whether the parcel is ready for packing, by the same rule as `isToPackSql`. */
export const isToPack = (
  row: Pick<ParcelRow, 'state' | 'has_left' | 'pending_action' | 'problem_reason'>,
): boolean =>
  row.state === 'ordered' &&
  !row.has_left &&
  row.pending_action === null &&
  row.problem_reason === null

/**
 * Calculates the digest of the encrypted address. Every change encrypts the address again, and so changes the
 * digest. The digest reveals nothing about the address.
 */
export const digestAddress = (address: Buffer | null): Buffer =>
  hash('sha256', address ?? Buffer.alloc(0), 'buffer')
