import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createShipmentLine, createShipmentRequest } from '#test/shipment-fixture'
import { createHttpCarrier } from './http-carrier.ts'

/* A warehouse that responds as each test says. The example warehouse is tested in test/examples. */

interface Received {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}
let respond: (response: ServerResponse) => void
const received: Received[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  received.push({ path: request.url, headers: request.headers, body })
  respond(response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})

const secret = `whsec_${randomBytes(32).toString('base64')}`
const { port } = server.address() as AddressInfo
const config = {
  url: `http://127.0.0.1:${port}/v1`,
  secret,
  outbound: { allowPrivate: true },
  timeoutMs: 30_000,
}
const carrier = createHttpCarrier(config)
const impatientCarrier = createHttpCarrier({ ...config, timeoutMs: 300 })

const responding = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

const shipment = createShipmentRequest({
  reference: '0199-1',
  lines: [createShipmentLine({ weight_grams: 350 })],
  attempt: 3,
  scenario: 'lost',
})

const verify = ({ body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

it('sends a signed order, with the same key in each repetition', async () => {
  respond = responding(201, { order_id: 'W-1' })
  received.length = 0
  await carrier.place(shipment)
  await carrier.place({ ...shipment, attempt: 4 })
  const [first, second] = received
  assert.ok(first && second)
  assert.equal(first.path, '/v1/orders')
  const order = {
    reference: '0199-1',
    address: shipment.address,
    lines: [{ sku: 'CUP', name: 'Cup', quantity: 2, weight_grams: 350 }],
    warehouse: { name: 'Shed', country: 'US' },
  }
  assert.deepEqual(verify(first), order)
  assert.deepEqual(verify(second), order)
  assert.equal(first.headers['idempotency-key'], second.headers['idempotency-key'])
})

it('returns the label that the warehouse reports', async () => {
  const label = {
    carrier_name: 'UPS',
    tracking_number: '1Z1',
    tracking_url: 'https://track.example.com/1Z1',
    label_url: 'https://labels.example.com/1.pdf',
    estimated_at: '2026-05-04T00:00:00Z',
  }
  respond = responding(200, { order_id: 'W-2', ...label, unknown: true })
  assert.deepEqual(await carrier.place(shipment), {
    kind: 'placed',
    label: {
      carrier_ref: 'W-2',
      carrier_name: 'UPS',
      tracking_code: '1Z1',
      tracking_url: 'https://track.example.com/1Z1',
      label_url: 'https://labels.example.com/1.pdf',
      estimated_at: new Date('2026-05-04T00:00:00Z'),
    },
  })
})

it('treats only 422 as a rejected order', async () => {
  respond = responding(422, { reason: 'No such street.', remedy: 'Ask for the street.' })
  assert.deepEqual(await carrier.place(shipment), {
    kind: 'refused',
    reason: 'No such street.',
    remedy: 'Ask for the street.',
  })
  respond = responding(422, '<html>')
  assert.equal((await carrier.place(shipment)).kind, 'refused')
  for (const status of [204, 301, 400, 401, 404, 409, 429, 500, 503]) {
    respond = responding(status, { reason: 'not now' })
    assert.equal((await carrier.place(shipment)).kind, 'unreachable', String(status))
  }
})

it('retries an order after a response that is not valid, too large, cut off or late', async () => {
  const failures: ((response: ServerResponse) => void)[] = [
    responding(200, 'OK'),
    responding(200, { order_id: '' }),
    responding(200, { order_id: 'W-3', tracking_url: 'javascript:alert(1)' }),
    responding(200, { order_id: 'W-3', padding: 'x'.repeat(70_000) }),
    (response) => response.destroy(),
  ]
  for (const failure of failures) {
    respond = failure
    const result = await carrier.place(shipment)
    assert.equal(result.kind, 'unreachable', JSON.stringify(result))
  }
  respond = () => undefined // the server never answers
  assert.equal((await impatientCarrier.place(shipment)).kind, 'unreachable')
})

it('cancels an order, unless the parcel has left', async () => {
  respond = responding(200, {})
  received.length = 0
  assert.deepEqual(await carrier.cancel('W/1 ü'), { kind: 'cancelled' })
  assert.equal(received[0]?.path, '/v1/orders/W%2F1%20%C3%BC/cancel')
  respond = responding(409, { reason: 'Picked up an hour ago.' })
  assert.deepEqual(await carrier.cancel('W-1'), {
    kind: 'too_late',
    reason: 'Picked up an hour ago.',
  })
  respond = responding(404, {})
  assert.equal((await carrier.cancel('W-1')).kind, 'unreachable')
})

const sign = (body: string, { at = new Date(), key = secret } = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(key).sign('msg_1', at, body),
})
const parse = (body: string, headers: Record<string, string> = sign(body)) =>
  carrier.inbox?.parse({ headers, body: Buffer.from(body) })

const update = {
  order_id: 'W-1',
  carrier_name: 'UPS',
  tracking_number: '1Z1',
  scans: [
    { id: '1', state: 'in_transit', occurred_at: '2026-05-01T08:00:00Z', location: 'Reno' },
    { id: '2', state: 'lost', occurred_at: '2026-05-02T08:00:00Z', description: 'Van on fire' },
  ],
}

it('reads tracking messages', async () => {
  assert.deepEqual(await parse(JSON.stringify(update)), {
    kind: 'tracking',
    tracking: {
      carrier: 'http',
      carrier_ref: 'W-1',
      carrier_name: 'UPS',
      tracking_code: '1Z1',
      tracking_url: null,
      estimated_at: null,
      scans: [
        {
          message_id: '1',
          state: 'in_transit',
          occurred_at: new Date('2026-05-01T08:00:00Z'),
          description: 'In transit',
          location: 'Reno',
        },
        {
          message_id: '2',
          state: 'lost',
          occurred_at: new Date('2026-05-02T08:00:00Z'),
          description: 'Van on fire',
          location: null,
        },
      ],
    },
  })
})

it('rejects messages with a wrong signature, another secret, or an old timestamp', async () => {
  const body = JSON.stringify(update)
  const otherKey = `whsec_${randomBytes(32).toString('base64')}`
  const old = new Date(Date.now() - 6 * 60_000)
  const forgeries = [
    {},
    sign(`${body} `),
    sign(body, { key: otherKey }),
    sign(body, { at: old }),
    { ...sign(body), 'webhook-id': 'msg_2' },
  ]
  for (const headers of forgeries) assert.deepEqual(await parse(body, headers), { kind: 'forged' })
})

it('names the field of a signed message that is not valid', async () => {
  const invalid: [body: string, problem: RegExp][] = [
    ['not JSON', /must be an object/],
    [JSON.stringify({ ...update, order_id: undefined }), /order_id is required/],
    [JSON.stringify({ ...update, scans: [{ id: '1', state: 'sent' }] }), /^scans\.0/],
    [JSON.stringify({ ...update, scans: Array(201).fill(update.scans[0]) }), /^scans must hold/],
    [JSON.stringify({ ...update, tracking_url: 'javascript:alert(1)' }), /^tracking_url/],
  ]
  for (const [body, problem] of invalid) {
    const parsed = await parse(body)
    assert.ok(parsed?.kind === 'invalid', body)
    assert.match(parsed.problem, problem)
  }
})
