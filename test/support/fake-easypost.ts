import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A local EasyPost server with the part of its API that the service calls, and the webhook messages that
 * EasyPost sends. The code follows the documentation of EasyPost.
 */

interface Shipment {
  id: string
  object: 'Shipment'
  reference: string
  to_address: { street1?: string; zip?: string; country?: string; phone?: string }
  from_address?: { id?: string; street1?: string }
  parcel: { weight: number; length?: number; width?: number; height?: number }
  customs_info?: { customs_items: object[]; customs_signer: string }
  options?: Record<string, string>
  rates: {
    id: string
    object: 'Rate'
    carrier: string
    service: string
    rate: string
    currency: string
    delivery_days: number | null
  }[]
  selected_rate: { carrier: string; rate: string; currency: string } | null
  postage_label: { label_url: string } | null
  tracking_code: string | null
  tracker: { id: string; public_url: string; est_delivery_date: string | null } | null
  refund_status: string | null
  messages: { message: string }[]
}

/** A recorded call: its method and path (`POST /v2/shipments`), and its API key. */
interface RecordedCall {
  line: string
  key: string
}

export interface FakeEasyPost {
  url: string
  shipments: Shipment[]
  calls: RecordedCall[]
  /** Sets a handler that runs before each response. If the handler returns true, it has responded itself. */
  respond(handler: (line: string, response: ServerResponse) => boolean | Promise<boolean>): void
  /** The URL of the labels that are bought after this property was set. */
  labelUrl: string
  /** Returns the total number of labels that were bought. */
  boughtCount(): number
  close(): Promise<void>
}

const randomId = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`

export async function startFakeEasyPost(): Promise<FakeEasyPost> {
  const shipments: Shipment[] = []
  const calls: RecordedCall[] = []
  let respond: Parameters<FakeEasyPost['respond']>[0] = () => false
  const fake = { labelUrl: 'https://labels.example.com/1.png' } as FakeEasyPost

  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => response.destroy())
  })

  async function handleRequest(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const line = `${request.method} ${request.url}`
    const [key = ''] = Buffer.from(String(request.headers.authorization).slice(6), 'base64')
      .toString()
      .split(':')
    calls.push({ line, key })
    if (await respond(line, response)) return
    const text = Buffer.concat(chunks).toString()
    const { status, body } = dispatch(line, text === '' ? {} : JSON.parse(text))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  function dispatch(line: string, body: { shipment?: Partial<Shipment>; rate?: { id: string } }) {
    if (line === 'GET /v2/addresses/adr_home')
      return { status: 200, body: { id: 'adr_home', object: 'Address' } }
    const [, idOrReference = '', verb] = /^\w+ \/v2\/shipments\/?([^/]*)\/?(\w*)$/.exec(line) ?? []
    if (idOrReference === '') return create(body.shipment ?? {})
    const shipment = shipments.find(
      ({ id, reference }) => id === idOrReference || reference === idOrReference,
    )
    if (shipment === undefined)
      return errorResponse(404, 'NOT_FOUND', 'The requested resource could not be found.')
    if (verb === 'buy') return buy(shipment, body.rate?.id ?? '')
    if (verb === 'refund') return refund(shipment)
    return { status: 200, body: shipment }
  }

  function create(shipmentInput: Partial<Shipment>) {
    const { reference = '', to_address = {}, parcel = { weight: 0 }, ...more } = shipmentInput
    if (to_address.street1 === 'Nowhere 1')
      return errorResponse(422, 'ADDRESS.VERIFY.FAILURE', 'Unable to verify address.')
    const isFar = to_address.street1 === 'Far away 1'
    const rate = (carrier: string, amount: string, delivery_days: number | null) => ({
      id: randomId('rate'),
      object: 'Rate' as const,
      carrier,
      service: 'Ground',
      rate: amount,
      currency: 'USD',
      delivery_days,
    })
    const shipment: Shipment = {
      ...more,
      id: randomId('shp'),
      object: 'Shipment',
      reference,
      to_address,
      parcel,
      rates: isFar
        ? []
        : [rate('UPS', '12.10', 2), rate('USPS', '7.58', null), rate('FedEx', '9.40', 3)],
      selected_rate: null,
      postage_label: null,
      tracking_code: null,
      tracker: null,
      refund_status: null,
      messages: isFar ? [{ message: 'UPS: no service to this place.' }] : [],
    }
    shipments.push(shipment)
    return { status: 201, body: shipment }
  }

  function buy(shipment: Shipment, rate_id: string) {
    const rate = shipment.rates.find(({ id }) => id === rate_id)
    if (rate === undefined) return errorResponse(422, 'SHIPMENT.RATE.INVALID', 'No such rate.')
    if (shipment.postage_label !== null)
      return errorResponse(
        422,
        'SHIPMENT.POSTAGE.EXISTS',
        'Postage already exists for this shipment.',
      )
    shipment.selected_rate = rate
    shipment.postage_label = { label_url: fake.labelUrl }
    shipment.tracking_code = `9400${randomBytes(4).readUInt32BE()}`
    shipment.tracker = {
      id: randomId('trk'),
      public_url: 'https://track.example.com/1',
      est_delivery_date: '2026-05-04T00:00:00Z',
    }
    return { status: 200, body: shipment }
  }

  function refund(shipment: Shipment) {
    if (shipment.postage_label === null)
      return errorResponse(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'The shipment has no label.')
    shipment.refund_status = shipment.to_address.street1 === 'Gone 1' ? 'rejected' : 'submitted'
    return { status: 200, body: shipment }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  Object.assign(fake, {
    url: `http://127.0.0.1:${port}/v2/`,
    shipments,
    calls,
    respond(handler: Parameters<FakeEasyPost['respond']>[0]) {
      respond = handler
    },
    boughtCount: () => shipments.filter(({ postage_label }) => postage_label !== null).length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
  return fake
}

const errorResponse = (status: number, code: string, message: string) => ({
  status,
  body: { error: { code, message, errors: [] } },
})

/** A scan in the format of EasyPost. */
export interface TrackingDetailInput {
  status: string
  datetime: string
  message?: string
  status_detail?: string
  city?: string
}

/** Returns the `tracker.updated` message with all scans so far, in the format of EasyPost. */
export const trackerUpdated = (
  shipment_id: string | null,
  details: readonly TrackingDetailInput[],
  est_delivery_date = '2026-05-04T00:00:00Z',
): string =>
  JSON.stringify({
    id: randomId('evt'),
    object: 'Event',
    created_at: '2026-05-01T10:51:54Z',
    updated_at: '2026-05-01T10:51:54Z',
    description: 'tracker.updated',
    mode: 'test',
    previous_attributes: { status: 'unknown' },
    pending_urls: [],
    completed_urls: [],
    result: {
      id: `trk_of_${shipment_id}`,
      object: 'Tracker',
      mode: 'test',
      tracking_code: 'EZ4000000004',
      status: details.at(-1)?.status ?? 'unknown',
      signed_by: null,
      weight: 17.6,
      est_delivery_date,
      shipment_id,
      carrier: 'USPS',
      public_url: 'https://track.example.com/1',
      tracking_details: details.map(
        ({
          status,
          datetime,
          message = status.toUpperCase(),
          status_detail = 'status_update',
          city,
        }) => ({
          object: 'TrackingDetail',
          message,
          status,
          status_detail,
          datetime,
          source: 'USPS',
          tracking_location: {
            object: 'TrackingLocation',
            city: city ?? null,
            state: null,
            country: city === undefined ? null : 'US',
            zip: null,
          },
        }),
      ),
    },
  })

/** Returns EasyPost's signature header for these bytes. */
export const signMessage = (body: string, secret: string): Record<string, string> => ({
  'x-hmac-signature': `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`,
})
