import { createHash } from 'node:crypto'
import {
  type CarrierMessage,
  type ParsedMessage,
  type Scan,
  type ScanState,
  toPublicUrl,
} from '#fulfilment'
import { loadEasyPostClient } from './easypost-client.ts'

/** Maps the statuses of EasyPost to scan states. Null for a status that is not about the parcel. */
const scanStateByStatus: Readonly<Record<string, ScanState | null>> = {
  pre_transit: 'ordered',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  available_for_pickup: 'delivery_attempt_failed', // the recipient collects the parcel at a counter
  return_to_sender: 'returned',
  failure: 'lost',
  cancelled: 'cancelled',
  unknown: null,
  error: null, // EasyPost's tracker has failed, not the parcel
}

interface TrackingDetail {
  status?: unknown
  status_detail?: unknown
  message?: unknown
  datetime?: unknown
  tracking_location?: { city?: unknown; country?: unknown } | null
}

interface EasyPostTracker {
  id?: unknown
  shipment_id?: unknown
  public_url?: unknown
  est_delivery_date?: unknown
  tracking_details?: unknown
}

/**
 * Parses a message from EasyPost. A message is genuine if its HMAC matches the shared secret. Each tracker
 * message repeats all scans of the tracker, so a hash of its content identifies a scan.
 */
export async function parseEasyPostMessage(
  { headers, body }: CarrierMessage,
  secret: string,
): Promise<ParsedMessage> {
  const event = await verify(body, headers, secret)
  if (event === undefined) return { kind: 'forged' }
  const { description, result } = event
  const isTracker =
    typeof description === 'string' && /^tracker\.(created|updated)$/.test(description)
  const tracker = isTracker && isObject(result) ? (result as EasyPostTracker) : undefined
  // A message without a shipment id is not about a label of this deployment.
  if (typeof tracker?.shipment_id !== 'string') return { kind: 'other' }
  return {
    kind: 'tracking',
    tracking: {
      carrier: 'easypost',
      carrier_ref: tracker.shipment_id,
      scans: parseScans(tracker),
      estimated_at: parseTimestamp(tracker.est_delivery_date) ?? null,
      tracking_url: toPublicUrl(tracker.public_url),
    },
  }
}

/**
 * Verifies the signature with the client library of EasyPost. The library compares in constant time and
 * throws on a mismatch.
 */
async function verify(body: Buffer, headers: CarrierMessage['headers'], secret: string) {
  const { Utils } = await loadEasyPostClient('signature check only')
  try {
    const event: unknown = Utils.validateWebhook(body, headers, secret)
    return isObject(event) ? (event as { description?: unknown; result?: unknown }) : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function parseScans({ id, tracking_details }: EasyPostTracker): Scan[] {
  const details = Array.isArray(tracking_details) ? tracking_details.filter(isObject) : []
  return details.flatMap((detail: TrackingDetail) => {
    const { status, status_detail, message, datetime } = detail
    const reported = typeof status === 'string' ? scanStateByStatus[status] : undefined
    const state = reported === 'delivered' && isAtSender(detail) ? 'returned' : reported
    const occurred_at = parseTimestamp(datetime)
    if (state === undefined || state === null || occurred_at === undefined) return []
    const identity = JSON.stringify([id, datetime, status, status_detail, message])
    const message_id = createHash('sha256').update(identity).digest('base64url')
    const description = typeof message === 'string' && message !== '' ? message : state
    return [{ message_id, state, occurred_at, description, location: parseLocation(detail) }]
  })
}

/**
 * Returns whether a returned parcel has arrived at its sender. EasyPost reports this as a delivery "to
 * original sender".
 */
const isAtSender = ({ status_detail, message }: TrackingDetail): boolean =>
  [status_detail, message].some(
    (text) =>
      typeof text === 'string' &&
      /\b(original|return\w*|back)\b.{0,14}\b(sender|shipper|seller|merchant|retailer)\b/i.test(
        text.replaceAll('_', ' '),
      ),
  )

const withoutZone = /^(\d{4}-\d{2}-\d{2})[T ]([\d:.]+)$/

/**
 * Parses a time. A time without a zone is in UTC, like all times of EasyPost, and not in the zone of this
 * server.
 */
export function parseTimestamp(text: unknown): Date | undefined {
  const date = typeof text === 'string' ? new Date(text.replace(withoutZone, '$1T$2Z')) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date
}

function parseLocation({ tracking_location }: TrackingDetail): string | null {
  const { city, country } = tracking_location ?? {}
  const parts = [city, country].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? null : parts.join(', ')
}
