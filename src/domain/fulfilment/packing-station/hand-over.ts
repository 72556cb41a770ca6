import { ApiError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import {
  resolveTracking,
  type TrackingInput,
  validateTracking,
} from '../parcels/manual-tracking.ts'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'
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
import * as pendingHandOvers from './pending-hand-overs.ts'

/**
 * How long a hand-over can be undone, in milliseconds. It takes effect after this time, and not at once: its
 * effect is the webhook `gift_request_dispatched` and the email to the recipient. They leave within a second,
 * and neither can be taken back, so an undo after the effect would contradict them. The price is that both
 * come later by this time. A scan of the carrier in between does not wait.
 */
export const undoMs = 10 * 60_000

/** Returns until when a pending hand-over can be undone, at the time of the account. */
export const toUndoEnd = ({ handed_over_at }: Pick<PackingRow, 'handed_over_at'>): Date | null =>
  handed_over_at && new Date(handed_over_at.getTime() + undoMs)

/** The details that the packer enters for a parcel with manual shipping. A bought label already has them. */
export interface HandOverInput {
  carrier_name?: string | undefined
  /** The tracking number. Absent for mail without tracking. */
  tracking_code?: string | undefined
}

/**
 * Hands a packed parcel over to its carrier. The hand-over takes effect after `undoMs` (`effectHandOver`);
 * until then it can be undone. A repeated call with equal details changes nothing. Any packer can hand over a
 * packed parcel, unless another packer has leased it.
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
  const { row, packing } = locked
  const tracking = toTracking(row, input)
  if (packing.handed_over_at !== null) {
    await assertRepeated(ctx, row, tracking)
    return false
  }
  assertPacked(ctx, user_id, locked)
  if (tracking !== undefined) throwIfAny(validateTracking(tracking))
  await store.savePacking(ctx, {
    ...packing,
    leased_by: null,
    leased_until: null,
    handed_over_at: ctx.now,
  })
  await pendingHandOvers.insert(ctx, {
    account_id: ctx.account_id,
    parcel_id: row.id,
    due_at: new Date(ctx.real_now.getTime() + undoMs),
    ...toDetails(row, input, tracking),
  })
  return true
}

/** Throws if the parcel was handed over with another tracking number. */
async function assertRepeated(
  ctx: TxContext,
  row: ParcelRow,
  tracking: TrackingInput | undefined,
): Promise<void> {
  if (!isManual(row)) return
  const [pending] = await pendingHandOvers.find(ctx, [row.id])
  const { tracking_code } = pending ?? row
  if ((tracking_code ?? '') !== (tracking?.tracking_code ?? ''))
    throw conflict('This parcel was handed over already, with another tracking number.')
}

function assertPacked(ctx: TxContext, user_id: string, { gift, row, packing }: LockedParcel): void {
  if (isLeased(ctx, packing) && packing.leased_by !== user_id)
    throw conflict('Another person has this parcel at the moment.')
  const end = findLeaseEnd({ ...gift, gift_status: gift.status }, row, packing)
  if (end !== undefined) throw toLeaseEndError(end)
  if (packing.packed_at === null) throw conflict('Mark the parcel as packed first.')
  if (needsRate(row)) throw conflict('The parcel has no label yet. Choose a rate first.')
}

export const isManual = ({ carrier }: ParcelRow): boolean => carrier === 'manual'

/** Returns the tracking details that the parcel gets. Mail without tracking gets only the carrier. */
function toDetails(
  row: ParcelRow,
  { carrier_name }: HandOverInput,
  tracking: TrackingInput | undefined,
): Pick<ParcelRow, 'carrier_name' | 'tracking_code' | 'tracking_url'> {
  if (tracking !== undefined) return resolveTracking(row, tracking)
  const { tracking_code, tracking_url } = row
  const name = isManual(row) ? carrier_name : undefined
  return { carrier_name: name ?? row.carrier_name, tracking_code, tracking_url }
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
