import * as gifting from '#gifting'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ScanState } from '../carriers/carrier.ts'
import { buildScan } from '../carriers/simulator.ts'
import { recordTracking, type TrackingOutcome } from './record-tracking.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'

/** A scan that a person enters in place of the carrier. */
export interface ManualScan {
  state: ScanState
  /** Defaults to now. */
  occurred_at?: Date
  /** Defaults to the simulator's description of the state. */
  description?: string
  location?: string
  /** Identifies a repeated scan; defaults to a new id each time. */
  message_id?: string
}

/**
 * Records a scan in place of the carrier: from the simulator's buttons in the admin area, and for all
 * parcels of manual shipping. Returns undefined when the account has no such parcel, or no carrier has
 * accepted the parcel yet.
 */
export async function recordScan(
  ctx: TxContext,
  parcel_id: string,
  input: ManualScan,
): Promise<TrackingOutcome | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (parcel?.carrier_ref === null || parcel === undefined) return undefined
  const message_id = input.message_id ?? `manual ${newId()}`
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

/** Later entries get later timestamps, even within one millisecond. */
async function nextOccurredAt(ctx: TxContext, { id }: ParcelRow): Promise<Date> {
  const scans = await store.findScans(ctx, [id])
  const last = Math.max(0, ...scans.map(({ occurred_at }) => occurred_at.getTime()))
  return new Date(Math.max(ctx.now.getTime(), last + 1))
}

/** Simulates a scan from the admin area; only for parcels of the simulator. */
export async function simulateScan(
  ctx: TxContext,
  parcel_id: string,
  state: ScanState,
): Promise<TrackingOutcome | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  return parcel?.carrier === 'simulator' ? recordScan(ctx, parcel_id, { state }) : undefined
}

/**
 * Saves the tracking details of a manually shipped parcel. Returns false when there is no such parcel.
 */
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
