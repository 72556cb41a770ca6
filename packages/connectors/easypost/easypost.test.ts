import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import type { ShipmentRequest } from '#fulfilment'
import { signMessage, startFakeEasyPost, trackerUpdated } from '#test/fake-easypost'
import { pluck } from '#test/pluck'
import { createShipmentLine, createShipmentRequest } from '#test/shipment-fixture'
import { createEasyPost } from './easypost.ts'

const easyPost = await startFakeEasyPost()
after(() => easyPost.close())
beforeEach(() => easyPost.respond(() => false))

const secret = 'ein Geheimnis für zwei'
const account = {
  api_key: 'EZTK_test',
  webhook_secret: secret,
  from: 'adr_home',
  ounces: 12,
  url: easyPost.url,
  outbound: { allowPrivate: true },
  timeoutMs: 30_000,
}
const carrier = createEasyPost(account)

const addressAt = (line_1: string) => ({ ...createShipmentRequest().address, line_1 })
const shipmentTo = (line_1: string): ShipmentRequest =>
  createShipmentRequest({
    address: addressAt(line_1),
    lines: [createShipmentLine({ quantity: 3 })],
    warehouse: null,
  })
const callLinesSince = (count: number) => easyPost.calls.slice(count).map(({ line }) => line)

it('buys the cheapest label, from the saved address, under the parcel reference', async () => {
  const request = shipmentTo('1 Main Street')
  const result = await carrier.place(request)
  const shipment = easyPost.shipments.at(-1)
  assert.ok(shipment)
  assert.deepEqual(result, {
    kind: 'placed',
    label: {
      carrier_ref: shipment.id,
      carrier_name: 'USPS',
      tracking_code: shipment.tracking_code,
      tracking_url: 'https://track.example.com/1',
      label_url: 'https://labels.example.com/1.png',
      estimated_at: new Date('2026-05-04T00:00:00Z'),
      label_price_minor: 758,
      label_price_currency: 'USD',
    },
  })
  assert.equal(shipment.reference, request.reference)
  assert.equal(shipment.parcel.weight, 36)
  assert.equal(easyPost.calls.at(-1)?.key, 'EZTK_test')
})

it('buys the label of an existing shipment without one', async () => {
  const request = shipmentTo('2 Main Street')
  easyPost.respond((line, response) => {
    if (!line.endsWith('/buy')) return false
    response.destroy()
    return true
  })
  assert.equal((await carrier.place(request)).kind, 'unreachable')
  easyPost.respond(() => false)
  const before = easyPost.shipments.length
  assert.equal((await carrier.place(request)).kind, 'placed')
  assert.equal(easyPost.shipments.length, before)
})

it('returns the label that a concurrent process bought', async () => {
  const request = shipmentTo('3 Main Street')
  let isFirst = true
  easyPost.respond(async (line) => {
    if (!line.endsWith('/buy') || !isFirst) return false
    isFirst = false
    await carrier.place(request) // another process, between the lookup and the purchase
    return false
  })
  const result = await carrier.place(request)
  assert.equal(result.kind, 'placed')
  const created = easyPost.shipments.filter(({ reference }) => reference === request.reference)
  assert.equal(created.length, 1)
})

it('returns a reason and a remedy for a rejected label', async () => {
  assert.deepEqual(await carrier.place(shipmentTo('Nowhere 1')), {
    kind: 'refused',
    reason: 'Unable to verify address.',
    remedy: 'Correct the address. A new label is then bought automatically.',
  })
  const unserved = await carrier.place(shipmentTo('Far away 1'))
  assert.equal(unserved.kind, 'refused')
  assert.ok(unserved.kind === 'refused')
  assert.equal(unserved.reason, 'UPS: no service to this place.')
})

it('treats every transient failure as unreachable', async () => {
  const responses: [number, string][] = [
    [500, '{"error": {"code": "INTERNAL", "message": "oops"}}'],
    [503, '<html>busy</html>'],
    [429, '{"error": {"code": "RATE_LIMITED", "message": "slow down"}}'],
    [401, '{"error": {"code": "UNAUTHORIZED", "message": "who are you?"}}'],
    [200, 'no JSON at all'],
    [302, '{}'],
  ]
  for (const [status, body] of responses) {
    easyPost.respond((_line, response) => {
      response.writeHead(status, { 'content-type': 'application/json', location: easyPost.url })
      response.end(body)
      return true
    })
    assert.equal(
      (await carrier.place(shipmentTo('4 Main Street'))).kind,
      'unreachable',
      String(status),
    )
    assert.equal((await carrier.cancel('shp_x')).kind, 'unreachable', String(status))
  }
})

it('times out on a silent server and does not follow redirects', async () => {
  easyPost.respond(() => true) // and sends no response
  const impatient = createEasyPost({ ...account, timeoutMs: 300 })
  assert.equal((await impatient.place(shipmentTo('5 Main Street'))).kind, 'unreachable')
  const calls = easyPost.calls.length
  easyPost.respond((_line, response) => {
    response.writeHead(307, { location: `${easyPost.url}elsewhere` }).end()
    return true
  })
  await carrier.place(shipmentTo('6 Main Street'))
  assert.ok(callLinesSince(calls).every((line) => !line.includes('elsewhere')))
})

it('connects to private addresses only when allowed', async () => {
  const { port } = new URL(easyPost.url)
  const url = `http://localhost:${port}/v2/`
  const calls = easyPost.calls.length
  for (const host of ['localhost', '127.0.0.1']) {
    const privateUrl = url.replace('localhost', host)
    const guarded = createEasyPost({
      ...account,
      url: privateUrl,
      outbound: { allowPrivate: false },
    })
    assert.equal((await guarded.place(shipmentTo('7 Main Street'))).kind, 'unreachable')
  }
  assert.equal(easyPost.calls.length, calls)
  const unguarded = createEasyPost({ ...account, url })
  assert.equal((await unguarded.place(shipmentTo('7 Main Street'))).kind, 'placed')
})

it('refunds labels, and reports when a refund is too late', async () => {
  const result = await carrier.place(shipmentTo('Gone 1'))
  assert.ok(result.kind === 'placed')
  assert.equal((await carrier.cancel(result.label.carrier_ref)).kind, 'too_late')
  assert.equal((await carrier.cancel('shp_unknown')).kind, 'too_late')
})

const parseMessage = (body: string, headers: Record<string, string>) =>
  carrier.inbox?.parse({ headers, body: Buffer.from(body) })

const details = [
  { status: 'pre_transit', datetime: '2026-05-01T08:00:00Z', message: 'Label made' },
  { status: 'in_transit', datetime: '2026-05-01T14:00:00Z', message: 'Scanned', city: 'RENO' },
  { status: 'unknown', datetime: '2026-05-01T15:00:00Z' },
  { status: 'available_for_pickup', datetime: '2026-05-02T09:00:00Z' },
  { status: 'return_to_sender', datetime: '2026-05-03T09:00:00Z' },
  { status: 'a new word', datetime: '2026-05-03T10:00:00Z' },
  { status: 'delivered', datetime: 'not a date' },
]

it('parses a genuine message into scans', async () => {
  const body = trackerUpdated('shp_1', details)
  const parsed = await parseMessage(body, signMessage(body, secret))
  assert.ok(parsed?.kind === 'tracking')
  const { tracking } = parsed
  assert.equal(tracking.carrier_ref, 'shp_1')
  assert.deepEqual(tracking.estimated_at, new Date('2026-05-04T00:00:00Z'))
  assert.deepEqual(pluck(tracking.scans, 'state', 'description', 'location'), [
    ['ordered', 'Label made', null],
    ['in_transit', 'Scanned', 'RENO, US'],
    ['delivery_attempt_failed', 'AVAILABLE_FOR_PICKUP', null],
    ['returned', 'RETURN_TO_SENDER', null],
  ])
})

it('reads an arrival at the sender as a return, and a time without a zone as UTC', async () => {
  // biome-ignore format: one message a line
  const messages = [
    ['Delivered, To Original Sender', 'returned'],
    ['RETURNED TO SHIPPER',           'returned'],
    ['Delivered back to sender',      'returned'],
    ['Return delivered to retailer',  'returned'],
    ['Returned to the seller',        'returned'],
    ['Delivered, Front Desk',         'delivered'],
    ['Left at back door',             'delivered'],
    ['Delivered to backup agent',     'delivered'],
  ] as const
  for (const [message, state] of messages) {
    const body = trackerUpdated('shp_1', [
      { status: 'delivered', datetime: '2026-05-01 14:00:00', message },
    ])
    const parsed = await parseMessage(body, signMessage(body, secret))
    assert.ok(parsed?.kind === 'tracking')
    const [scan] = parsed.tracking.scans
    assert.deepEqual(
      [scan?.state, scan?.occurred_at.toISOString()],
      [state, '2026-05-01T14:00:00.000Z'],
      message,
    )
  }
})

it('gives a scan the same id in every message that repeats the scan', async () => {
  const idsIn = async (count: number) => {
    const body = trackerUpdated('shp_1', details.slice(0, count))
    const parsed = await parseMessage(body, signMessage(body, secret))
    return parsed?.kind === 'tracking'
      ? parsed.tracking.scans.map(({ message_id }) => message_id)
      : []
  }
  assert.deepEqual(await idsIn(2), (await idsIn(4)).slice(0, 2))
  assert.equal(new Set(await idsIn(5)).size, 4)
})

it('rejects a message that is not signed over its exact bytes with the shared secret', async () => {
  const body = trackerUpdated('shp_1', details)
  const forged = { kind: 'forged' }
  assert.deepEqual(await parseMessage(body, {}), forged)
  assert.deepEqual(await parseMessage(body, signMessage(body, `${secret}!`)), forged)
  assert.deepEqual(
    await parseMessage(body.replace('shp_1', 'shp_2'), signMessage(body, secret)),
    forged,
  )
  assert.deepEqual(await parseMessage(`${body} `, signMessage(body, secret)), forged)
  assert.deepEqual(await parseMessage(body, { 'x-hmac-signature': 'hmac-sha256-hex=' }), forged)
  assert.deepEqual(await parseMessage('no JSON', signMessage('no JSON', secret)), forged)
})

it('ignores messages about other labels', async () => {
  for (const body of [
    trackerUpdated(null, details),
    JSON.stringify({ description: 'batch.updated', result: { shipment_id: 'shp_1' } }),
    JSON.stringify({ description: 'tracker.updated', result: null }),
    '[]',
  ])
    assert.deepEqual(await parseMessage(body, signMessage(body, secret)), { kind: 'other' }, body)
})

const complete = {
  weight_grams: 350,
  hs_code: '691200',
  origin_country: 'DE',
  declared_value_minor: 1_250,
  declared_value_currency: 'EUR',
}
const berlin = {
  name: 'Bestow',
  line_1: 'Torstraße 1',
  city: 'Berlin',
  postal_code: '10119',
  country: 'DE',
}
const fromBerlin = { name: 'Berlin', country: 'DE', address: berlin }

it('sends the weights and the size of the catalogue, and the address of the warehouse', async () => {
  const size = { length_mm: 254, width_mm: 127, height_mm: 100 }
  const line = createShipmentLine({ quantity: 1, weight_grams: 500, ...size })
  await carrier.place(createShipmentRequest({ lines: [line] }))
  assert.deepEqual(easyPost.shipments.at(-1)?.parcel, {
    weight: 17.7,
    length: 10,
    width: 5,
    height: 4,
  })
  assert.deepEqual(easyPost.shipments.at(-1)?.from_address, { id: 'adr_home' })

  const two = [line, createShipmentLine({ sku: 'TEA', quantity: 2 })]
  const usWarehouse = { ...fromBerlin, address: { ...berlin, country: 'US' } }
  await carrier.place(createShipmentRequest({ lines: two, warehouse: usWarehouse }))
  const shipment = easyPost.shipments.at(-1)
  assert.deepEqual(shipment?.parcel, { weight: 17.7 + 2 * 12 }, 'the box of two items is not known')
  assert.equal(shipment?.from_address?.street1, 'Torstraße 1')
})

it('declares a parcel that crosses a border', async () => {
  const lines = [createShipmentLine({ quantity: 2, ...complete })]
  await carrier.place(createShipmentRequest({ lines, warehouse: fromBerlin }))
  const info = easyPost.shipments.at(-1)?.customs_info
  assert.equal(info?.customs_signer, 'Tess Bennett')
  assert.deepEqual(info?.customs_items, [
    {
      description: 'Cup',
      code: 'CUP',
      quantity: 2,
      value: 25,
      currency: 'EUR',
      weight: 24.8,
      hs_tariff_number: '691200',
      origin_country: 'DE',
    },
  ])
})

it('rejects a parcel across a border whose declaration is incomplete, before it asks EasyPost', async () => {
  const before = easyPost.calls.length
  const lines = [createShipmentLine({ ...complete, hs_code: null, weight_grams: null })]
  const result = await carrier.place(createShipmentRequest({ lines, warehouse: fromBerlin }))
  assert.ok(result.kind === 'refused')
  assert.match(result.reason, /CUP: HS code, weight\.$/)
  assert.equal(easyPost.calls.length, before)
})

it('declares nothing within a country and within the European Union', async () => {
  const toParis = { ...berlin, city: 'Paris', postal_code: '75001', country: 'FR' }
  for (const request of [
    createShipmentRequest({ address: toParis, warehouse: fromBerlin }),
    createShipmentRequest(),
  ]) {
    assert.equal((await carrier.place(request)).kind, 'placed')
    assert.equal(easyPost.shipments.at(-1)?.customs_info, undefined)
  }
})

it('asks for the signature of an adult', async () => {
  await carrier.place(createShipmentRequest({ minimum_age: 18 }))
  assert.equal(easyPost.shipments.at(-1)?.options?.delivery_confirmation, 'ADULT_SIGNATURE')
})

it('buys the fastest rate within a limit, and the cheaper of two equally fast ones', async () => {
  const buy = (max_amount_minor: number, currency = 'USD') =>
    carrier.place(
      createShipmentRequest({ rate_rule: { kind: 'fastest', max_amount_minor, currency } }),
    )
  const carrierOf = async (max: number) => {
    const result = await buy(max)
    return result.kind === 'placed' ? result.label.carrier_name : result.reason
  }
  assert.equal(await carrierOf(1_210), 'UPS')
  assert.equal(await carrierOf(1_209), 'FedEx')
  assert.equal(await carrierOf(758), 'USPS')
  assert.equal(
    await carrierOf(757),
    'No rate costs at most $7.57. The cheapest costs $7.58.',
    'nothing is bought above the limit',
  )
  assert.equal((await buy(9_999, 'EUR')).kind, 'refused', 'amounts of two currencies')
})

it('buys no label until a person chooses a rate, and one label however often', async () => {
  const { rates } = carrier
  assert.ok(rates)
  const before = easyPost.boughtCount()
  const request = createShipmentRequest({ rate_rule: { kind: 'manual' } })
  const placed = await carrier.place(request)
  assert.ok(placed.kind === 'placed')
  assert.equal(placed.label.label_url, null)
  assert.deepEqual(await carrier.place({ ...request, attempt: 2 }), placed)
  assert.equal(easyPost.boughtCount(), before)

  const { carrier_ref } = placed.label
  const listed = await rates.list(carrier_ref)
  assert.ok(listed.kind === 'rates')
  assert.deepEqual(
    listed.rates.map(({ carrier_name, amount_minor, delivery_days }) => [
      carrier_name,
      amount_minor,
      delivery_days,
    ]),
    [
      ['USPS', 758, null],
      ['FedEx', 940, 3],
      ['UPS', 1_210, 2],
    ],
  )
  const [, fedEx, ups] = listed.rates
  assert.equal((await rates.buy(carrier_ref, 'rate_of_another')).kind, 'refused')
  const bought = await rates.buy(carrier_ref, fedEx?.id ?? '')
  assert.ok(bought.kind === 'placed')
  assert.equal(bought.label.carrier_name, 'FedEx')
  assert.deepEqual(await rates.buy(carrier_ref, ups?.id ?? ''), bought)
  assert.deepEqual(await rates.list(carrier_ref), { kind: 'bought', label: bought.label })
  assert.equal(easyPost.boughtCount(), before + 1)
})

it('cancels a parcel without a label', async () => {
  const placed = await carrier.place(createShipmentRequest({ rate_rule: { kind: 'manual' } }))
  assert.ok(placed.kind === 'placed')
  assert.deepEqual(await carrier.cancel(placed.label.carrier_ref), { kind: 'cancelled' })
})
