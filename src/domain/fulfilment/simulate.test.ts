import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { createFulfilmentRunner, findStates } from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)

const shippingStates: readonly gifting.State[] = [
  'redeemed',
  'ordered',
  'backordered',
  'shipping_error',
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delivered',
  'redelivering',
  'complete',
  'shipment_cancelled',
]

async function parcelSummaries(id: string): Promise<fulfilment.ParcelSummary[]> {
  const rows = await testApp.run((ctx) =>
    ctx.query<{ state: fulfilment.ParcelState; has_left: boolean; replaces: string | null }>(
      'select state, has_left, replaces from fulfilment.parcel where gift_request_id = $1',
      [id],
    ),
  )
  return rows.map((row) => ({ ...row, is_replacement: row.replaces !== null }))
}

const simulateTo = (id: string, to: gifting.State) =>
  testApp.run((ctx) => fulfilment.simulateTo(ctx, id, to))

it('simulates every transition after the redemption, with matching parcels', async () => {
  const pairs = gifting.transitions.filter(
    ([from, to]) => shippingStates.some((state) => state === from) && shippingStates.includes(to),
  )
  assert.equal(pairs.length, 28)
  for (const [from, to] of pairs) {
    const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
    await simulateTo(json.id, from as gifting.State)
    await simulateTo(json.id, to)
    const last = (await findStates(testApp, json.id)).slice(-2)
    assert.deepEqual(last, [from, to])
    const parcels = await parcelSummaries(json.id)
    if (to !== 'complete') assert.equal(fulfilment.deriveGiftState(parcels), to, `${from} → ${to}`)
  }
})

it('leaves a simulated gift unchanged while background loops run', async () => {
  for (const state of ['backordered', 'shipping_error', 'ordered', 'in_transit'] as const) {
    const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
    await simulateTo(json.id, state)
    await shipper.run()
    await shipper.fillBackorders()
    await testApp.advanceTime(86_400_000)
    await shipper.run()
    assert.equal((await findStates(testApp, json.id)).at(-1), state)
  }
})

it('continues from the actual state of a gift', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  await testApp.advanceTime()
  await shipper.run()
  assert.equal((await findStates(testApp, json.id)).at(-1), 'ordered')
  await simulateTo(json.id, 'out_for_delivery')
  const [parcel, ...others] = await shipper.parcels(json.id)
  assert.equal(others.length, 0)
  assert.equal(parcel?.state, 'out_for_delivery')
  await shipper.recordScan(json.id, { state: 'delivered' })
  assert.equal((await findStates(testApp, json.id)).at(-1), 'delivered')
})
