import { createHmac } from 'node:crypto'
import type { Agent } from 'node:http'
import type { IAddressCreateParameters, IShipment } from '@easypost/api'
import { createSsrfAgent } from '#platform/guarded-agent'
import type { CalledOff, Carrier, Consignment, Label, Placed } from './carrier.ts'
import { type ClientRequest, type EasyPostClient, makeClient } from './easypost-client.ts'
import { failureOf, isMissing, isSold } from './easypost-failures.ts'
import { trackingIn } from './easypost-messages.ts'

/*
 * EasyPost, through its own client. It has no idempotency keys. So our reference goes with the shipment,
 * and is asked for first: a shipment that is there is bought if it was not, and otherwise answered.
 */

export interface EasyPostOptions {
  api_key: string
  /** Shared with EasyPost; signs its messages. */
  webhook_secret: string
  /** The id of a saved address that parcels are sent from (`adr_…`). */
  from: string
  /** What one item weighs, in ounces: the catalogue knows no weights. */
  ounces: number
  /** Elsewhere than at EasyPost itself. */
  url?: string
  allowPrivate?: boolean
  /** Milliseconds for one request. */
  patience?: number
}

const home = 'https://api.easypost.com/v2/'

export function createEasyPost(options: EasyPostOptions): Carrier {
  const agent = agentFor(options)
  const client = () => clientOf(options, agent)
  return {
    name: 'easypost',
    async place(consignment) {
      try {
        return await buy(await client(), consignment, options)
      } catch (error) {
        return failureOf(error)
      }
    },
    async cancel(carrier_ref) {
      try {
        const { refund_status } = await (await client()).Shipment.refund(carrier_ref)
        return calledOff(refund_status)
      } catch (error) {
        const failure = failureOf(error)
        return failure.kind === 'refused' ? { kind: 'too_late', reason: failure.reason } : failure
      }
    },
    inbox: {
      key: keyOf(options.webhook_secret),
      hear: (message) => trackingIn(message, options.webhook_secret),
    },
  }
}

/** The address of the inbox follows from the secret: whoever knows neither cannot even knock. */
const keyOf = (webhook_secret: string) =>
  createHmac('sha256', webhook_secret)
    .update('the address of the inbox')
    .digest('base64url')
    .slice(0, 24)

const agentFor = ({ url = home, allowPrivate = false }: EasyPostOptions): Agent =>
  createSsrfAgent(new URL(url).protocol === 'http:' ? 'http:' : 'https:', { allowPrivate })

/**
 * The client brings its own HTTP. It is held to our rules for requests to the outside: public addresses
 * only, judged at each connection; no redirects; a deadline, which its own option does not set; and an
 * answer of bounded size.
 */
function clientOf({ api_key, url = home, patience = 20_000 }: EasyPostOptions, agent: Agent) {
  return makeClient(api_key, {
    baseUrl: url,
    requestMiddleware: (request: ClientRequest) =>
      request
        .agent(agent)
        .redirects(0)
        .timeout({ response: patience, deadline: patience })
        .maxResponseSize(2_000_000),
  })
}

async function buy(
  client: EasyPostClient,
  consignment: Consignment,
  options: EasyPostOptions,
): Promise<Placed> {
  const known = await find(client, consignment.reference)
  const shipment = known ?? (await client.Shipment.create(shipmentOf(consignment, options)))
  if (isBought(shipment)) return { kind: 'placed', label: labelOf(shipment) }
  if (shipment.rates.length === 0) return unrated(shipment)
  const rate = shipment.rates.reduce((a, b) => (Number(b.rate) < Number(a.rate) ? b : a))
  try {
    const bought = await client.Shipment.buy(shipment.id, rate.id)
    return { kind: 'placed', label: labelOf(bought) }
  } catch (error) {
    const sold = isSold(error) ? await find(client, consignment.reference) : undefined
    if (sold === undefined || !isBought(sold)) throw error
    return { kind: 'placed', label: labelOf(sold) }
  }
}

async function find(client: EasyPostClient, reference: string): Promise<IShipment | undefined> {
  try {
    return await client.Shipment.retrieve(reference)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isBought = ({ postage_label }: IShipment) =>
  postage_label !== null && postage_label !== undefined

const shipmentOf = (
  { reference, address, lines }: Consignment,
  { from, ounces }: EasyPostOptions,
) => ({
  reference,
  to_address: addressOf(address),
  from_address: { id: from },
  parcel: { weight: ounces * lines.reduce((sum, { quantity }) => sum + quantity, 0) },
})

const addressOf = (address: Consignment['address']): Partial<IAddressCreateParameters> => ({
  name: address.name,
  street1: address.line_1,
  street2: address.line_2 ?? '',
  city: address.city ?? '',
  state: address.region ?? '',
  zip: address.postal_code ?? '',
  country: address.country,
  phone: address.phone ?? '',
})

function labelOf(shipment: IShipment): Label {
  const { tracker } = shipment
  const estimate = tracker?.est_delivery_date
  return {
    carrier_ref: shipment.id,
    carrier_name: shipment.selected_rate?.carrier ?? tracker?.carrier ?? 'EasyPost',
    tracking_code: shipment.tracking_code ?? null,
    tracking_url: tracker?.public_url ?? null,
    label_url: shipment.postage_label?.label_url ?? null,
    estimated_at: estimate === null || estimate === undefined ? null : new Date(estimate),
  }
}

function unrated({ messages = [] }: IShipment): Placed {
  const said = messages.map(({ message }) => String(message)).join(' ')
  return {
    kind: 'refused',
    reason: said === '' ? 'No carrier offers to bring a parcel there.' : said,
    remedy: 'Correct the address, or choose other carriers at EasyPost, and try again.',
  }
}

function calledOff(refund_status: string | null | undefined): CalledOff {
  if (refund_status === 'rejected')
    return { kind: 'too_late', reason: 'The carrier does not take the label back.' }
  return { kind: 'cancelled' } // also where a label costs nothing until it is scanned
}
