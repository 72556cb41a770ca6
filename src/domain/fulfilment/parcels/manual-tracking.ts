import * as gifting from '#gifting'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ScanState } from '../carriers/carrier.ts'
import { buildScan } from '../carriers/simulator.ts'
import { recordTracking, type TrackingOutcome } from './record-tracking.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'

/** What somebody tells us of a parcel in its carrier's place. */
export interface ManualScan {
  state: ScanState
  /** Now when left out. */
  occurred_at?: Date
  /** The usual words when left out. */
  description?: string
  location?: string
  /** Says whether this was told before; a new one each time when left out. */
  message_id?: string
}

/**
 * Says of a parcel what its carrier would: the admin's buttons over the simulator, and everything over
 * parcels that are sent by hand. Undefined when the account has no such parcel, or no carrier has it yet.
 */
export async function recordScan(
  ctx: TxContext,
  parcel_id: string,
  input: ManualScan,
): Promise<TrackingOutcome | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (parcel?.carrier_ref === null || parcel === undefined) return undefined
  const message_id = input.message_id ?? `told ${newId()}`
  const occurred_at = input.occurred_at ?? (await nextOccurredAt(ctx, parcel))
  const defaults = buildScan(input.state, occurred_at, message_id)
  const scan = {
    ...defaults,
    description: input.description ?? defaults.description,
    location: input.location ?? defaults.location,
  }
  const { carrier, carrier_ref } = parcel
  return recordTracking(ctx, { carrier, carrier_ref, scans: [scan] })
}

/** What is told later happened later, though it may be told in the same millisecond. */
async function nextOccurredAt(ctx: TxContext, { id }: ParcelRow): Promise<Date> {
  const scans = await store.findScans(ctx, [id])
  const last = Math.max(0, ...scans.map(({ occurred_at }) => occurred_at.getTime()))
  return new Date(Math.max(ctx.now.getTime(), last + 1))
}

/** The admin's buttons: nothing but the simulator lets itself be told so. */
export async function simulateScan(
  ctx: TxContext,
  parcel_id: string,
  state: ScanState,
): Promise<TrackingOutcome | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  return parcel?.carrier === 'simulator' ? recordScan(ctx, parcel_id, { state }) : undefined
}

/** Enters the tracking of a parcel that somebody took to a carrier. False when there is no such parcel. */
export async function enterTracking(
  ctx: TxContext,
  parcel_id: string,
  { carrier_name, tracking_code, tracking_url }: TrackingInput,
): Promise<boolean> {
  const found = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (found === undefined) return false
  await gifting.findForUpdate(ctx, ctx.account_id, found.gift_request_id)
  const parcel = await store.findParcel(ctx, parcel_id)
  if (parcel?.carrier !== 'manual') return false
  await store.saveParcel(ctx, {
    ...parcel,
    carrier_name: carrier_name ?? parcel.carrier_name,
    tracking_code,
    tracking_url: tracking_url ?? null,
  })
  return true
}

export interface TrackingInput {
  carrier_name?: string
  tracking_code: string
  tracking_url?: string
}
