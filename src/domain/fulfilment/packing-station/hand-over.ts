import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { enterTracking, recordScan, type TrackingInput } from '../parcels/manual-tracking.ts'
import { saveParcel } from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { guessCarrier } from '../parcels/tracking-number.ts'
import {
  conflict,
  findLeaseEnd,
  isLeased,
  type LockedParcel,
  lockParcel,
  needsRate,
  toLeaseEndError,
} from './lock-leased.ts'
import * as store from './packing-store.ts'

/** The details that the packer enters for a parcel with manual shipping. A bought label already has them. */
export interface HandOverInput {
  carrier_name?: string | undefined
  /** The tracking number. Absent for mail without tracking. */
  tracking_code?: string | undefined
}

/**
 * Hands a packed parcel over to its carrier. Saves the tracking number and records the scan `in_transit` in
 * one transaction, so that the gift request is dispatched only once. A repeated call with equal details
 * changes nothing. Any packer can hand over a packed parcel, unless another packer has leased it.
 *
 * @returns whether this call handed the parcel over
 */
export async function handOver(
  ctx: TxContext,
  user_id: string,
  parcel_id: string,
  input: HandOverInput,
): Promise<boolean> {
  const locked = await lockParcel(ctx, parcel_id)
  if (locked === undefined) throw new ApiError('not_found')
  const tracking = toTracking(locked.row, input)
  if (locked.packing.handed_over_at !== null) {
    const isRepeated = (locked.row.tracking_code ?? '') === (tracking?.tracking_code ?? '')
    if (isRepeated || !isManual(locked.row)) return false
    throw conflict('This parcel was handed over already, with another tracking number.')
  }
  assertPacked(ctx, user_id, locked)
  await saveTracking(ctx, locked.row, input, tracking)
  const outcome = await recordScan(ctx, parcel_id, {
    state: 'in_transit',
    description: 'Handed over to the carrier',
    message_id: `handed over ${locked.row.id}-${locked.row.label_attempt}`,
  })
  if (outcome !== 'applied') throw new Error(`the hand-over of ${parcel_id} is ${outcome}`)
  await store.savePacking(ctx, {
    ...locked.packing,
    leased_by: null,
    leased_until: null,
    handed_over_at: ctx.now,
  })
  return true
}

function assertPacked(ctx: TxContext, user_id: string, { gift, row, packing }: LockedParcel): void {
  if (isLeased(ctx, packing) && packing.leased_by !== user_id)
    throw conflict('Another person has this parcel at the moment.')
  const end = findLeaseEnd({ ...gift, gift_status: gift.status }, row, packing)
  if (end !== undefined) throw toLeaseEndError(end)
  if (packing.packed_at === null) throw conflict('Mark the parcel as packed first.')
  if (needsRate(row)) throw conflict('The parcel has no label yet. Choose a rate first.')
}

const isManual = ({ carrier }: ParcelRow) => carrier === 'manual'

/** Saves the tracking details of a parcel. For mail without tracking, saves only the carrier. */
async function saveTracking(
  ctx: TxContext,
  row: ParcelRow,
  { carrier_name }: HandOverInput,
  tracking: TrackingInput | undefined,
): Promise<void> {
  if (tracking !== undefined) await enterTracking(ctx, row.id, tracking)
  else if (isManual(row) && carrier_name !== undefined)
    await saveParcel(ctx, { ...row, carrier_name })
}

/**
 * Returns the tracking details to save. Returns undefined without a tracking number, and for a bought label.
 * The number determines the carrier and its tracking page, unless the packer names another carrier.
 */
function toTracking(
  row: ParcelRow,
  { carrier_name, tracking_code }: HandOverInput,
): TrackingInput | undefined {
  if (!isManual(row) || tracking_code === undefined) return undefined
  const guess = guessCarrier(tracking_code)
  const name = carrier_name ?? guess?.carrier_name
  const tracking_url = guess?.carrier_name === name ? guess?.tracking_url : undefined
  return {
    tracking_code,
    ...(name !== undefined && { carrier_name: name }),
    ...(tracking_url !== undefined && { tracking_url }),
  }
}
