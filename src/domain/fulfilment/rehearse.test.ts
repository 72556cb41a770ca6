import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { aDirectGift, aGift, createWorld } from '#test/api-world'
import { shipperOf, statesOf } from '#test/parcels'
import * as fulfilment from './index.ts'

const world = await createWorld()
const shipper = shipperOf(world)

const shipped: readonly gifting.State[] = [
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

async function standingsOf(id: string): Promise<fulfilment.Standing[]> {
  const rows = await world.run((ctx) =>
    ctx.query<{ state: fulfilment.ParcelState; has_left: boolean; replaces: string | null }>(
      'select state, has_left, replaces from fulfilment.parcel where gift_request_id = $1',
      [id],
    ),
  )
  return rows.map((row) => ({ ...row, is_again: row.replaces !== null }))
}

const rehearse = (id: string, to: gifting.State) =>
  world.run((ctx) => fulfilment.rehearse(ctx, id, to))

it('takes every move of the table after the redemption, with parcels that agree', async () => {
  const pairs = gifting.transitions.filter(
    ([from, to]) => shipped.some((state) => state === from) && shipped.includes(to),
  )
  assert.equal(pairs.length, 28)
  for (const [from, to] of pairs) {
    const { json } = await world.api.post('/gift_requests', aGift(world))
    await rehearse(json.id, from as gifting.State)
    await rehearse(json.id, to)
    const last = (await statesOf(world, json.id)).slice(-2)
    assert.deepEqual(last, [from, to])
    const parcels = await standingsOf(json.id)
    if (to !== 'complete') assert.equal(fulfilment.stateOf(parcels), to, `${from} → ${to}`)
  }
})

it('leaves a rehearsed gift where it was put, whatever loops run', async () => {
  for (const state of ['backordered', 'shipping_error', 'ordered', 'in_transit'] as const) {
    const { json } = await world.api.post('/gift_requests', aDirectGift(world))
    await rehearse(json.id, state)
    await shipper.run()
    await shipper.supply()
    await world.passTime(86_400_000)
    await shipper.run()
    assert.equal((await statesOf(world, json.id)).at(-1), state)
  }
})

it('goes on from where a gift really is', async () => {
  const { json } = await world.api.post('/gift_requests', aDirectGift(world))
  await world.passTime()
  await shipper.run()
  assert.equal((await statesOf(world, json.id)).at(-1), 'ordered')
  await rehearse(json.id, 'out_for_delivery')
  const [parcel, ...others] = await shipper.parcels(json.id)
  assert.equal(others.length, 0)
  assert.equal(parcel?.state, 'out_for_delivery')
  await shipper.say(json.id, { state: 'delivered' })
  assert.equal((await statesOf(world, json.id)).at(-1), 'delivered')
})
