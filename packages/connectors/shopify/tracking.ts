import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type CarrierMessage,
  type ParsedMessage,
  type Scan,
  type ScanState,
  type Shop,
  toPublicUrl,
} from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { nodesOf, type ShopifyClient, toGlobalId } from './client.ts'

export const carrierName = 'shopify'

/** Derives the URL of the inbox from the secret, so that no one can guess it. */
export const inboxKey = (secret: string): string =>
  createHmac('sha256', secret).update('the URL of the inbox').digest('base64url').slice(0, 24)

/** Verifies a webhook. The body only says what to ask the shop for. */
export async function parseMessage(
  client: ShopifyClient,
  secret: string,
  { headers, body }: CarrierMessage,
): Promise<ParsedMessage> {
  const given = Buffer.from(String(headers['x-shopify-hmac-sha256'] ?? ''), 'base64')
  const expected = createHmac('sha256', secret).update(body).digest()
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { kind: 'forged' }
  const topic = String(headers['x-shopify-topic'] ?? '')
  if (/^(products|inventory_levels|variants)\//.test(topic)) return { kind: 'products' }
  const name = topic.startsWith('fulfillments/') ? 'order_id' : 'id'
  if (!/^(fulfillments|orders)\//.test(topic)) return { kind: 'other' }
  const value = member(parseJson(body), name)
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id)
    ? trackOrder(client, id)
    : { kind: 'other' }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

const trackQuery = `query ($id: ID!) {
  order(id: $id) {
    id cancelledAt
    fulfillments(first: 20) {
      id status createdAt estimatedDeliveryAt
      trackingInfo(first: 1) { company number url }
      events(first: 50) { nodes { id status happenedAt city message } }
    }
  }
}`

/** Reads an order, and returns its tracking. */
export async function trackOrder(
  client: ShopifyClient,
  carrier_ref: string,
): Promise<Awaited<ReturnType<Shop['track']>>> {
  const id = toGlobalId('Order', carrier_ref)
  const reply = await client.send(trackQuery, { id })
  if (!reply.ok) return { kind: 'unreachable', reason: reply.reason }
  const order = member(reply.data, 'order')
  if (order === null) return { kind: 'other' }
  if (member(order, 'id') !== id)
    return { kind: 'unreachable', reason: 'The response of the shop is not one of Shopify.' }
  const parcels = listOf(member(order, 'fulfillments'), 20).filter(
    (each) => member(each, 'status') === 'SUCCESS',
  )
  const cancelled = toTime(member(order, 'cancelledAt'))
  const scans = parcels.flatMap(toScans)
  if (cancelled !== undefined && parcels.length === 0)
    scans.push(toScan('cancelled', 'cancelled', cancelled, 'The shop has cancelled the order.'))
  const last = parcels.at(-1)
  const [info] = listOf(member(last, 'trackingInfo'), 1)
  const name = textOf(member(info, 'company'), 100)
  const code = textOf(member(info, 'number'), 100)
  const tracking_url = toPublicUrl(member(info, 'url'))
  const estimated_at = toTime(member(last, 'estimatedDeliveryAt'))
  return {
    kind: 'tracking',
    tracking: {
      ...{ carrier: carrierName, carrier_ref, scans },
      ...(name !== undefined && { carrier_name: name }),
      ...(code !== undefined && { tracking_code: code }),
      ...(tracking_url !== null && { tracking_url }),
      ...(estimated_at !== undefined && { estimated_at }),
    },
  }
}

/** Maps the statuses of events to scan states. Other statuses say nothing about the parcel. */
const scanStateByStatus: Readonly<Record<string, ScanState>> = {
  CARRIER_PICKED_UP: 'in_transit',
  IN_TRANSIT: 'in_transit',
  OUT_FOR_DELIVERY: 'out_for_delivery',
  ATTEMPTED_DELIVERY: 'delivery_attempt_failed',
  READY_FOR_PICKUP: 'delivery_attempt_failed', // the recipient collects the parcel at a counter
  DELIVERED: 'delivered',
  PICKED_UP: 'delivered',
}

function toScans(parcel: unknown): Scan[] {
  const created = toTime(member(parcel, 'createdAt'))
  const id = textOf(member(parcel, 'id'), 200)
  if (id === undefined || created === undefined) return []
  const events = (nodesOf(member(parcel, 'events')) ?? []).slice(0, 50).flatMap((each): Scan[] => {
    const state = scanStateByStatus[String(member(each, 'status'))]
    const at = toTime(member(each, 'happenedAt'))
    const eventId = textOf(member(each, 'id'), 200)
    if (state === undefined || at === undefined || eventId === undefined) return []
    const text = textOf(member(each, 'message'), 500) ?? state.replaceAll('_', ' ')
    return [
      { ...toScan(eventId, state, at, text), location: textOf(member(each, 'city'), 200) ?? null },
    ]
  })
  return [toScan(id, 'in_transit', created, 'The shop has handed over the parcel.'), ...events]
}

const toScan = (
  message_id: string,
  state: ScanState,
  occurred_at: Date,
  description: string,
): Scan => ({
  ...{ message_id, state, occurred_at, description, location: null },
})

function toTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.+Z-]{5,25}$/.test(value))
    return undefined
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time
}
