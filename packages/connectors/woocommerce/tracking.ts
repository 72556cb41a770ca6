import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type CarrierMessage,
  type ParsedMessage,
  type Scan,
  type Shop,
  toPublicUrl,
} from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { describe, idOf, metaOf, send, type WooCommerceOptions } from './client.ts'
import { endedStatuses, hasShipped, isGone } from './orders.ts'

export const carrierName = 'woocommerce'

/** Derives the URL of the inbox from the secret, so that no one can guess it. */
export const inboxKey = (secret: string): string =>
  createHmac('sha256', secret).update('the URL of the inbox').digest('base64url').slice(0, 24)

/**
 * Verifies a webhook. The body only says what to ask the shop for, so that messages that are late, repeated or out of order
 * change nothing. The test message of a new webhook has no signature, and asks for nothing.
 */
export async function parseMessage(
  options: WooCommerceOptions,
  { headers, body }: CarrierMessage,
): Promise<ParsedMessage> {
  if (/^webhook_id=\d{1,12}$/.test(body.toString('latin1', 0, 30))) return { kind: 'other' }
  const given = Buffer.from(String(headers['x-wc-webhook-signature'] ?? ''), 'base64')
  const expected = createHmac('sha256', options.webhook_secret).update(body).digest()
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { kind: 'forged' }
  const topic = String(headers['x-wc-webhook-topic'] ?? '')
  if (topic.startsWith('product.')) return { kind: 'products' }
  const id = topic.startsWith('order.') ? idOf(parseJson(body)) : undefined
  return id === undefined ? { kind: 'other' } : trackOrder(options, id)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Reads an order, and returns its tracking. */
export async function trackOrder(
  options: WooCommerceOptions,
  carrier_ref: string,
): Promise<Awaited<ReturnType<Shop['track']>>> {
  const reply = await send(options, `/orders/${encodeURIComponent(carrier_ref)}`)
  if (isGone(reply)) return { kind: 'other' }
  if (!reply.ok || reply.status !== 200 || idOf(reply.body) !== carrier_ref)
    return { kind: 'unreachable', reason: describe(reply) }
  const order = reply.body
  const parcels = listOf(metaOf(order, '_wc_shipment_tracking_items'), 20)
  const scans = [...parcels.flatMap(toShippedScan), ...toStatusScans(order, parcels.length > 0)]
  const last = parcels.at(-1)
  const name =
    textOf(member(last, 'formatted_tracking_provider'), 100) ??
    textOf(member(last, 'custom_tracking_provider'), 100) ??
    textOf(member(last, 'tracking_provider'), 100)
  const code = textOf(member(last, 'tracking_number'), 100)
  const tracking_url =
    toPublicUrl(member(last, 'custom_tracking_link')) ??
    toPublicUrl(member(last, 'ast_tracking_link')) ??
    toPublicUrl(member(last, 'formatted_tracking_link'))
  return {
    kind: 'tracking',
    tracking: {
      ...{ carrier: carrierName, carrier_ref, scans },
      ...(name !== undefined && { carrier_name: name }),
      ...(code !== undefined && { tracking_code: code }),
      ...(tracking_url !== null && { tracking_url }),
    },
  }
}

function toShippedScan(parcel: unknown): Scan[] {
  const occurred_at = toTime(member(parcel, 'date_shipped'))
  const id =
    textOf(member(parcel, 'tracking_id'), 100) ?? textOf(member(parcel, 'tracking_number'), 100)
  if (occurred_at === undefined || id === undefined) return []
  const description = 'The shop has handed over the parcel.'
  return [
    { message_id: `shipped ${id}`, state: 'in_transit', occurred_at, description, location: null },
  ]
}

/** Derives scans from the status: the shop knows that an order is complete, and with some plugins that it is delivered. */
function toStatusScans(order: unknown, hasParcels: boolean): Scan[] {
  const status = member(order, 'status')
  const modified = toTime(member(order, 'date_modified_gmt'))
  const completed = toTime(member(order, 'date_completed_gmt')) ?? modified
  const scans: Scan[] = []
  const add = (state: Scan['state'], occurred_at: Date | undefined, description: string) => {
    if (occurred_at !== undefined)
      scans.push({ message_id: `status ${state}`, state, occurred_at, description, location: null })
  }
  if (status === 'completed' && !hasParcels) add('in_transit', completed, 'The order is complete.')
  if (status === 'delivered') add('delivered', modified, 'The order is delivered.')
  if (endedStatuses.includes(status) && !hasShipped(order))
    add('cancelled', modified, `The shop has set the order to ${String(status)}.`)
  return scans
}

/** Reads a time: seconds since 1970, or ISO 8601 in UTC. */
function toTime(value: unknown): Date | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > 40) return undefined
  const isSeconds = /^\d{1,11}$/.test(text)
  const isUtc = /^\d{4}-\d\d-\d\dT[\d:.]+Z?$/.test(text)
  if (!isSeconds && !isUtc) return undefined
  const time = new Date(isSeconds ? Number(text) * 1000 : `${text.replace(/Z$/, '')}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
