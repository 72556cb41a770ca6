import { type FieldError, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { cleanText, damageMessages, findDamage } from '#platform/tables/index'
import type { ScanState } from '../carriers/carrier.ts'
import { buildScan } from '../carriers/simulator.ts'
import { parseBarcode } from './barcode.ts'
import { recordTracking, type TrackingOutcome } from './record-tracking.ts'
import { findScanTimeMistake } from './scan-time.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { cleanTrackingCode, findMistake } from './tracking-mistakes.ts'
import { guessCarrier } from './tracking-number.ts'

/** A scan that a person enters instead of the carrier. */
export interface ManualScan {
  state: ScanState
  /** The time of the scan: now by default. */
  occurred_at?: Date
  /** The description of the scan. By default, the simulator's description of the state. */
  description?: string
  location?: string
  /** Identifies a scan, so that a repetition is recognized. By default, each scan has a new id. */
  message_id?: string
}

/**
 * Records a scan instead of the carrier. The buttons of the simulator use it. For parcels with manual
 * shipping, so do the admin area and `bestow parcels`. Returns undefined if the account has no such parcel,
 * or if no carrier has accepted the parcel yet. Throws if the parcel cannot have a scan at this time.
 */
export async function recordScan(
  ctx: TxContext,
  parcel_id: string,
  input: ManualScan,
): Promise<TrackingOutcome | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (parcel?.carrier_ref === null || parcel === undefined) return undefined
  if (input.occurred_at !== undefined) {
    const message = findScanTimeMistake(input.occurred_at, parcel, ctx.now)
    if (message !== undefined) throwIfAny([{ code: 'invalid', param: 'occurred_at', message }])
  }
  const message_id = input.message_id ?? `manual ${newId()}`
  const occurred_at = input.occurred_at ?? (await nextOccurredAt(ctx, parcel))
  const defaults = buildScan(input.state, occurred_at, message_id)
  const scan = {
    ...defaults,
    description: input.description ?? defaults.description,
    location: input.location ?? defaults.location,
  }
  const { carrier, carrier_ref, connection_id } = parcel
  return recordTracking(ctx, { carrier, carrier_ref, scans: [scan] }, connection_id)
}

/**
 * Returns a time after the last scan of the parcel. Later scans need later timestamps, even within one
 * millisecond.
 */
async function nextOccurredAt(ctx: TxContext, { id }: ParcelRow): Promise<Date> {
  const scans = await store.findScans(ctx, [id])
  const last = Math.max(0, ...scans.map(({ occurred_at }) => occurred_at.getTime()))
  return new Date(Math.max(ctx.now.getTime(), last + 1))
}

/** Simulates a scan for the admin area. Only parcels of the simulator can have simulated scans. */
export async function simulateScan(
  ctx: TxContext,
  parcel_id: string,
  state: ScanState,
): Promise<TrackingOutcome | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  return parcel?.carrier === 'simulator' ? recordScan(ctx, parcel_id, { state }) : undefined
}

/**
 * Saves the tracking details of a parcel with manual shipping. Returns false if there is no such parcel.
 * Throws if the details are invalid.
 */
export async function enterTracking(
  ctx: TxContext,
  parcel_id: string,
  tracking: TrackingInput,
): Promise<boolean> {
  const found = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (found === undefined) return false
  await gifting.findForUpdate(ctx, ctx.account_id, found.gift_request_id)
  const parcel = await store.findParcel(ctx, parcel_id)
  if (parcel?.carrier !== 'manual') return false
  await saveTracking(ctx, parcel, tracking)
  return true
}

export interface TrackingInput {
  /**
   * The name of the carrier. By default, the carrier that the tracking number belongs to. If this is unknown,
   * the current carrier.
   */
  carrier_name?: string | undefined
  /** The tracking number. An empty text removes it. */
  tracking_code: string
  /** The tracking page. By default, the page of the carrier that the tracking number belongs to. */
  tracking_url?: string | undefined
}

type TrackingDetails = Pick<ParcelRow, 'carrier_name' | 'tracking_code' | 'tracking_url'>

/**
 * Saves the tracking details of a parcel, also for a hand-over that has no effect yet: its older details do not replace
 * these. The caller has locked the gift request.
 */
export async function saveTracking(
  ctx: TxContext,
  parcel: ParcelRow,
  input: TrackingInput,
): Promise<void> {
  throwIfAny(validateTracking(input))
  const details = resolveTracking(parcel, input)
  await store.saveParcel(ctx, { ...parcel, ...details })
  store.correctHandOver(ctx, parcel, details)
}

/** Adds the carrier and the link of a tracking number to the tracking details. */
export function resolveTracking(parcel: TrackingDetails, input: TrackingInput): TrackingDetails {
  const tracking_code = cleanTrackingCode(input.tracking_code) || null
  const guess = tracking_code === null ? undefined : guessCarrier(tracking_code)
  const carrier_name =
    cleanText(input.carrier_name ?? '') || guess?.carrier_name || parcel.carrier_name
  const isGuessed = guess?.carrier_name.toLowerCase() === carrier_name?.toLowerCase()
  const guessedUrl = isGuessed ? guess?.tracking_url : undefined
  return {
    carrier_name,
    tracking_code,
    tracking_url: tracking_code === null ? null : input.tracking_url?.trim() || guessedUrl || null,
  }
}

const maxTrackingLength = 100
const maxUrlLength = 2_000

/** Validates tracking details. Recipients open the link from an email, so it must be a web page. */
export function validateTracking(input: TrackingInput): FieldError[] {
  const { tracking_url = '' } = input
  const carrier_name = cleanText(input.carrier_name ?? '')
  const tracking_code = cleanTrackingCode(input.tracking_code)
  const errors: FieldError[] = []
  for (const [param, text] of Object.entries({ carrier_name, tracking_code })) {
    if (text.length > maxTrackingLength)
      errors.push({
        code: 'too_long',
        param,
        message: `has more than ${maxTrackingLength} characters`,
      })
    if (/\p{Cc}/u.test(text))
      errors.push({ code: 'invalid', param, message: 'contains a control character; remove it' })
  }
  errors.push(...findDestroyedTexts({ carrier_name, tracking_code }))
  if (parseBarcode(tracking_code) !== undefined)
    errors.push({
      code: 'invalid',
      param: 'tracking_code',
      message: 'is the barcode of a parcel; scan the number on the label of the carrier',
    })
  if (tracking_url !== '' && !isWebUrl(tracking_url.trim()))
    errors.push({
      code: 'invalid_format',
      param: 'tracking_url',
      message:
        'must be a web address such as https://www.ups.com/track?tracknum=1Z5R89390357567127',
    })
  return errors
}

/**
 * Returns errors for texts that a spreadsheet has damaged. Any text can be the name of a carrier, except one
 * that is clearly not a name.
 */
function findDestroyedTexts(texts: { carrier_name: string; tracking_code: string }): FieldError[] {
  const damage = findDamage(texts.carrier_name)
  const messages = {
    carrier_name: damage === undefined ? undefined : damageMessages[damage],
    tracking_code: findMistake(texts.tracking_code),
  }
  return Object.entries(messages).flatMap(([param, message]) =>
    message === undefined ? [] : [{ code: 'invalid', param, message }],
  )
}

function isWebUrl(text: string): boolean {
  if (text.length > maxUrlLength || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
