import { createHmac } from 'node:crypto'
import type { Agent } from 'node:http'
import type { IShipment } from '@easypost/api'
import type { TestResult } from '#connections'
import {
  type CancelResult,
  type Carrier,
  findMissingCustoms,
  needsCustoms,
  type PlaceResult,
  type RateList,
  type ShipmentRequest,
  type ShippingLabel,
  toPublicUrl,
} from '#fulfilment'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { createSsrfAgent } from '#platform/http-client/ssrf-agent'
import { toMinorUnits } from '#platform/lib/minor-units'
import { type ClientRequest, type EasyPostClient, loadEasyPostClient } from './easypost-client.ts'
import { isAlreadyBought, isNotFound, toFailure } from './easypost-errors.ts'
import { pickRate, toRates } from './easypost-rates.ts'
import { toShipment } from './easypost-shipment.ts'
import { parseEasyPostMessage, parseTimestamp } from './easypost-webhook.ts'

/*
 * The carrier EasyPost, which uses EasyPost's client library. EasyPost has no idempotency keys. So each
 * shipment contains the reference of the parcel, and each request first looks for a shipment with this
 * reference. If the shipment exists, the request returns it, and buys its label if no one has bought it yet.
 */

export interface EasyPostOptions {
  api_key: string
  /** The secret with which EasyPost signs its webhook messages. */
  webhook_secret: string
  /** The id of the saved sender address (`adr_…`). Warehouses without an address use it. */
  from: string
  /** The weight in ounces of an item that has no weight in the catalogue. */
  ounces: number
  /** A URL that replaces the base URL of EasyPost. */
  url?: string
  outbound: OutboundRules
  /** The timeout of a request in milliseconds. */
  timeoutMs?: number
}

const defaultUrl = 'https://api.easypost.com/v2/'

export function createEasyPost(options: EasyPostOptions): Carrier {
  const agent = createAgent(options)
  const client = () => createClient(options, agent)
  return {
    name: 'easypost',
    packedHere: true,
    async place(request) {
      try {
        return await buyLabel(await client(), request, options)
      } catch (error) {
        return toFailure(error)
      }
    },
    async cancel(carrier_ref) {
      try {
        return await cancelLabel(await client(), carrier_ref)
      } catch (error) {
        const failure = toFailure(error)
        return failure.kind === 'refused' ? { kind: 'too_late', reason: failure.reason } : failure
      }
    },
    rates: {
      async list(carrier_ref) {
        try {
          return await listRates(await client(), carrier_ref)
        } catch (error) {
          return { kind: 'unreachable', reason: toFailure(error).reason }
        }
      },
      async buy(carrier_ref, rate_id) {
        try {
          return await buyRate(await client(), carrier_ref, rate_id)
        } catch (error) {
          return toFailure(error)
        }
      },
    },
    inbox: {
      key: inboxKey(options.webhook_secret),
      parse: (message) => parseEasyPostMessage(message, options.webhook_secret),
    },
  }
}

/** Reads the saved address, which needs a valid API key and the id of the address. */
export async function testEasyPost(options: EasyPostOptions): Promise<TestResult> {
  const tried = `GET ${options.url ?? defaultUrl}addresses/${options.from}`
  try {
    const client = await createClient(options, createAgent(options))
    const { id } = await client.Address.retrieve(options.from)
    return { ok: true, tried, answer: `200, the address ${id}` }
  } catch (error) {
    return { ok: false, tried, answer: toFailure(error).reason }
  }
}

/**
 * Derives the URL of the inbox from the webhook secret, so that no one can guess the URL without the secret.
 */
const inboxKey = (webhook_secret: string) =>
  createHmac('sha256', webhook_secret)
    .update('the address of the inbox')
    .digest('base64url')
    .slice(0, 24)

const createAgent = ({ url = defaultUrl, outbound }: EasyPostOptions): Agent =>
  createSsrfAgent(new URL(url).protocol === 'http:' ? 'http:' : 'https:', outbound)

/**
 * Creates the client library with the limits for outbound requests. Each connection may only use public
 * addresses, redirects are not followed, and the size of a response is limited. A request also has a
 * deadline, which the timeout option of the library does not set.
 */
function createClient(
  { api_key, url = defaultUrl, timeoutMs = 20_000 }: EasyPostOptions,
  agent: Agent,
) {
  return loadEasyPostClient(api_key, {
    baseUrl: url,
    requestMiddleware: (request: ClientRequest) =>
      request
        .agent(agent)
        .redirects(0)
        .timeout({ response: timeoutMs, deadline: timeoutMs })
        .maxResponseSize(2_000_000),
  })
}

async function buyLabel(
  client: EasyPostClient,
  request: ShipmentRequest,
  options: EasyPostOptions,
): Promise<PlaceResult> {
  const missing = needsCustoms(request) ? findMissingCustoms(request) : []
  if (missing.length > 0) return missingCustomsResult(missing)
  const existing = await findShipment(client, request.reference)
  const shipment = existing ?? (await client.Shipment.create(toShipment(request, options)))
  if (isBought(shipment)) return { kind: 'placed', label: toLabel(shipment) }
  if (shipment.rates.length === 0) return noRatesResult(shipment)
  if (request.rate_rule.kind === 'manual') return { kind: 'placed', label: toLabel(shipment) }
  const picked = pickRate(toRates(shipment), request.rate_rule)
  return 'refused' in picked ? picked.refused : buyRate(client, shipment.id, picked.rate.id)
}

/** Buys the label at a rate. If another request has bought the label in the meantime, returns that label. */
async function buyRate(client: EasyPostClient, id: string, rate_id: string): Promise<PlaceResult> {
  try {
    return { kind: 'placed', label: toLabel(await client.Shipment.buy(id, rate_id)) }
  } catch (error) {
    const bought = isAlreadyBought(error) ? await findShipment(client, id) : undefined
    if (bought === undefined || !isBought(bought)) throw error
    return { kind: 'placed', label: toLabel(bought) }
  }
}

async function listRates(client: EasyPostClient, carrier_ref: string): Promise<RateList> {
  const shipment = await client.Shipment.retrieve(carrier_ref)
  return isBought(shipment)
    ? { kind: 'bought', label: toLabel(shipment) }
    : { kind: 'rates', rates: toRates(shipment) }
}

const missingCustomsResult = (missing: readonly string[]): PlaceResult => ({
  kind: 'refused',
  reason: `The parcel crosses a border, and its customs declaration is incomplete. ${missing.join('; ')}.`,
  remedy: 'Enter these values at the product, then retry.',
})

async function findShipment(
  client: EasyPostClient,
  reference: string,
): Promise<IShipment | undefined> {
  try {
    return await client.Shipment.retrieve(reference)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

const isBought = ({ postage_label }: IShipment) =>
  postage_label !== null && postage_label !== undefined

function toLabel(shipment: IShipment): ShippingLabel {
  const { tracker } = shipment
  return {
    carrier_ref: shipment.id,
    carrier_name: shipment.selected_rate?.carrier ?? tracker?.carrier ?? 'EasyPost',
    tracking_code: shipment.tracking_code ?? null,
    tracking_url: toPublicUrl(tracker?.public_url),
    label_url: toPublicUrl(shipment.postage_label?.label_url),
    estimated_at: parseTimestamp(tracker?.est_delivery_date) ?? null,
    ...toLabelPrice(shipment),
  }
}

/**
 * Returns the price of the label. A shipment without a label has no selected rate, so the result is empty.
 */
function toLabelPrice({ selected_rate }: Pick<IShipment, 'selected_rate'>) {
  const currency = selected_rate?.currency || 'USD'
  const price = selected_rate == null ? Number.NaN : toMinorUnits(selected_rate.rate, currency)
  return Number.isSafeInteger(price) && price >= 0
    ? { label_price_minor: price, label_price_currency: currency }
    : {}
}

function noRatesResult({ messages = [] }: IShipment): PlaceResult {
  const carrierMessage = messages.map(({ message }) => String(message)).join(' ')
  return {
    kind: 'refused',
    reason: carrierMessage === '' ? 'No carrier delivers to this address.' : carrierMessage,
    remedy: 'Correct the address or choose other carriers in EasyPost, then retry.',
  }
}

/**
 * Cancels the label of a shipment. A shipment without a label costs nothing and needs no refund. A label is
 * refunded only once.
 */
async function cancelLabel(client: EasyPostClient, carrier_ref: string): Promise<CancelResult> {
  const shipment = await client.Shipment.retrieve(carrier_ref)
  const isRefunded = ['submitted', 'refunded'].includes(shipment.refund_status ?? '')
  if (!isBought(shipment) || isRefunded) return { kind: 'cancelled' }
  const { refund_status } = await client.Shipment.refund(carrier_ref)
  return toCancelResult(refund_status)
}

function toCancelResult(refund_status: string | null | undefined): CancelResult {
  if (refund_status === 'rejected')
    return { kind: 'too_late', reason: 'The carrier does not refund the label.' }
  return { kind: 'cancelled' } // Where a label is free until its first scan, the result is the same.
}
