import { createHash } from 'node:crypto'
import type { Heard, Message, Scan, ScanState } from './carrier.ts'
import { makeClient } from './easypost-client.ts'

/** EasyPost's words in ours; null where it says nothing of the parcel. */
const states: Readonly<Record<string, ScanState | null>> = {
  pre_transit: 'ordered',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  available_for_pickup: 'delivery_attempt_failed', // it waits at a counter for its recipient
  return_to_sender: 'returned',
  failure: 'lost',
  cancelled: 'cancelled',
  unknown: null,
  error: null, // the tracker is in trouble, not the parcel
}

interface Detail {
  status?: unknown
  status_detail?: unknown
  message?: unknown
  datetime?: unknown
  tracking_location?: { city?: unknown; country?: unknown } | null
}

interface Tracker {
  id?: unknown
  shipment_id?: unknown
  public_url?: unknown
  est_delivery_date?: unknown
  tracking_details?: unknown
}

/**
 * Reads a message of EasyPost: genuine when its HMAC is made with the secret that we share. Each message
 * about a tracker repeats everything that was ever scanned; each scan is told by what it says.
 */
export async function trackingIn({ headers, body }: Message, secret: string): Promise<Heard> {
  const event = await verified(body, headers, secret)
  if (event === undefined) return { kind: 'forged' }
  const { description, result } = event
  const isTracker =
    typeof description === 'string' && /^tracker\.(created|updated)$/.test(description)
  const tracker = isTracker && isObject(result) ? (result as Tracker) : undefined
  if (typeof tracker?.shipment_id !== 'string') return { kind: 'other' } // not one of our labels
  return {
    kind: 'tracking',
    tracking: {
      carrier: 'easypost',
      carrier_ref: tracker.shipment_id,
      scans: scansOf(tracker),
      estimated_at: momentOf(tracker.est_delivery_date) ?? null,
      tracking_url: typeof tracker.public_url === 'string' ? tracker.public_url : null,
    },
  }
}

/** As the client verifies: it compares in constant time, and throws at whatever does not fit. */
async function verified(body: Buffer, headers: Message['headers'], secret: string) {
  const { Utils } = await makeClient('verifies without calling anybody')
  try {
    const event: unknown = Utils.validateWebhook(body, headers, secret)
    return isObject(event) ? (event as { description?: unknown; result?: unknown }) : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function scansOf({ id, tracking_details }: Tracker): Scan[] {
  const details = Array.isArray(tracking_details) ? tracking_details.filter(isObject) : []
  return details.flatMap((detail: Detail) => {
    const { status, status_detail, message, datetime } = detail
    const state = typeof status === 'string' ? states[status] : undefined
    const occurred_at = momentOf(datetime)
    if (state === undefined || state === null || occurred_at === undefined) return []
    const identity = JSON.stringify([id, datetime, status, status_detail, message])
    const message_id = createHash('sha256').update(identity).digest('base64url')
    const words = typeof message === 'string' && message !== '' ? message : state
    return [{ message_id, state, occurred_at, words, place: placeOf(detail) }]
  })
}

function momentOf(text: unknown): Date | undefined {
  const moment = typeof text === 'string' ? new Date(text) : undefined
  return moment === undefined || Number.isNaN(moment.getTime()) ? undefined : moment
}

function placeOf({ tracking_location }: Detail): string | null {
  const { city, country } = tracking_location ?? {}
  const parts = [city, country].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? null : parts.join(', ')
}
