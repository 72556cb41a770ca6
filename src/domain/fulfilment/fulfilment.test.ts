import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/ids'
import { ALL_ACCOUNTS } from '#platform/postgres'
import { aDirectGift, createWorld } from '#test/api-world'
import { cupboard, redeemed, restock, shipperOf, statesOf, toldOf } from '#test/parcels'
import { home, openShop, redeem } from '#test/shop'
import * as fulfilment from './index.ts'

const world = await createWorld()
const shipper = shipperOf(world)
const last = async (id: string) => (await statesOf(world, id)).at(-1)
const day = 86_400_000

const refusedAs = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code

it('orders what was redeemed, in one parcel from the warehouse that has it', async () => {
  const shop = await cupboard(world, { Red: 3, Blue: 3 })
  const id = await redeemed(world, shop)
  assert.equal(await last(id), 'redeemed')
  await shipper.run()
  assert.equal(await last(id), 'ordered')
  const [parcel, ...others] = await shipper.parcels(id)
  assert.equal(others.length, 0)
  assert.equal(parcel?.state, 'ordered')
  assert.match(parcel?.tracking_code ?? '', /^SIM[0-9A-F]{14}$/)
  assert.deepEqual(
    parcel?.lines.map(({ variant_id, quantity }) => [variant_id, quantity]).sort(),
    [
      [shop.id('Blue'), 1],
      [shop.id('Red'), 1],
    ].sort(),
  )
  assert.equal(parcel?.problem, null)
  assert.equal(await shop.left('Red'), 2)
})

it('makes a parcel for each warehouse that something comes from', async () => {
  const shop = await cupboard(world, { Red: 3, Blue: 0 })
  const other = await world.run((ctx) =>
    catalogue.createWarehouse(ctx, { name: 'Barn', country: 'DE' }),
  )
  const id = await shop.gift()
  await restock(world, { ...shop, warehouse_id: other.id }, shop.id('Blue'), 3)
  await redeem(world, id, { shipping_address: home })
  await shipper.run()
  const parcels = await shipper.parcels(id)
  assert.deepEqual(
    parcels.map(({ number, lines }) => [number, lines.length]),
    [
      [1, 1],
      [2, 1],
    ],
  )
  assert.equal(await last(id), 'ordered')
})

it('takes each gift request on once, however often it is handed over', async () => {
  const id = await redeemed(world, await cupboard(world))
  const again = () =>
    world.run((ctx) =>
      ctx.query(
        `insert into gifting.handover (account_id, gift_request_id, kind, made_at)
         values ($1, $2, 'place', now()) on conflict do nothing`,
        [ctx.account_id, id],
      ),
    )
  await Promise.all([shipper.run(), shipper.run(), shipper.run()])
  await again()
  await shipper.run()
  assert.equal((await shipper.parcels(id)).length, 1)
  assert.deepEqual((await statesOf(world, id)).slice(-2), ['redeemed', 'ordered'])
})

it('waits for stock, and goes on by itself when there is some', async () => {
  const { json } = await world.api.post('/gift_requests', aDirectGift(world))
  const variant_id = json.line_items[0].variant_id
  const empty = async (available: number) => {
    const levels = (await world.run((ctx) => catalogue.stockBy(ctx, [variant_id]))).get(variant_id)
    for (const { warehouse } of levels ?? [])
      await restock(
        world,
        { ...(await cupboard(world)), warehouse_id: warehouse.id },
        variant_id,
        available,
      )
  }
  await empty(0)
  await world.passTime()
  await shipper.run()
  assert.equal(await last(json.id), 'backordered')
  const [waiting] = await shipper.parcels(json.id)
  assert.equal(waiting?.problem?.reason, 'There is not enough in stock.')
  assert.equal(await shipper.supply(), 0)
  world.woken.length = 0
  await empty(10)
  assert.ok(world.woken.includes('fulfilment'), 'whoever adds stock wakes whoever waits for it')
  assert.equal(await shipper.supply(), 1)
  assert.equal(await last(json.id), 'backordered', 'until a carrier has it')
  await shipper.run()
  assert.equal(await last(json.id), 'ordered')
  assert.equal(await toldOf(world, json.id), 'created redeemed')
  assert.equal((await shipper.parcels(json.id))[0]?.problem, null)
})

it('stops at a refused label with a reason and a remedy, and goes on with a new address', async () => {
  const shop = await cupboard(world)
  const id = await redeemed(world, shop, { metadata: { simulator: 'refused' } })
  await shipper.run()
  assert.equal(await last(id), 'shipping_error')
  const [refused] = await shipper.parcels(id)
  assert.match(refused?.problem?.reason ?? '', /address/)
  assert.match(refused?.problem?.remedy ?? '', /Correct the address/)
  await shipper.run()
  assert.equal(await last(id), 'shipping_error', 'it does not try again by itself')

  const wrong = { ...home, postal_code: 'x' }
  await assert.rejects(
    world.run((ctx) => fulfilment.fixAddress(ctx, id, wrong)),
    refusedAs('invalid_format'),
  )
  await world.run((ctx) => fulfilment.fixAddress(ctx, id, { ...home, line_1: 'Elsewhere 2' }))
  await shipper.run()
  assert.equal(await last(id), 'ordered')
  assert.deepEqual((await statesOf(world, id)).slice(-3), ['redeemed', 'shipping_error', 'ordered'])
  const gift = await world.run((ctx) => gifting.find(ctx, id))
  assert.ok(gift)
  assert.equal(gifting.decryptAddress(world.installation, gift)?.line_1, 'Elsewhere 2')
})

it('asks a carrier that does not answer again, ever later', async () => {
  const id = await redeemed(world, await cupboard(world), {
    metadata: { simulator: 'unreachable' },
  })
  await shipper.run()
  assert.equal(await last(id), 'redeemed')
  assert.match((await shipper.parcels(id))[0]?.problem?.reason ?? '', /does not answer/)
  await world.passTime(31_000)
  await shipper.run()
  assert.equal(await last(id), 'redeemed')
  await world.passTime(31_000)
  await shipper.run()
  assert.equal(await last(id), 'redeemed', 'the second pause is longer')
  await world.passTime(120_000)
  await shipper.run()
  assert.equal(await last(id), 'ordered')
})

it('keeps at home what is cancelled, whoever has it by then, and puts the stock back', async () => {
  const shop = await cupboard(world, { Red: 3 })
  const cancel = (id: string) => world.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  const early = await redeemed(world, shop)
  await cancel(early)
  await shipper.run()
  assert.deepEqual(await shipper.parcels(early), [])

  const placing = await redeemed(world, shop)
  await fulfilment.takeOver(world.db, shipper.shipping)
  assert.equal((await shipper.parcels(placing))[0]?.state, 'placing')
  await cancel(placing)
  await shipper.run()
  assert.equal((await shipper.parcels(placing))[0]?.state, 'cancelled')

  const ordered = await redeemed(world, shop)
  await shipper.run()
  assert.equal(await shop.left('Red'), 2)
  await cancel(ordered)
  await shipper.run()
  assert.equal((await shipper.parcels(ordered))[0]?.state, 'cancelled')
  assert.equal(await shop.left('Red'), 3)
  for (const id of [early, placing, ordered])
    assert.equal(await toldOf(world, id), 'created redeemed cancelled')
})

it('calls off what was being ordered while it was cancelled', async () => {
  const id = await redeemed(world, await cupboard(world))
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const calledOff: string[] = []
  const slow = shipperOf(
    world,
    fulfilment.createShipping([
      {
        ...fulfilment.simulator,
        async place(consignment) {
          asked.resolve()
          await answered.promise
          return fulfilment.simulator.place(consignment)
        },
        async cancel(ref) {
          calledOff.push(ref)
          return { kind: 'cancelled' }
        },
      },
    ]),
  )
  const running = slow.run()
  await asked.promise
  await world.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  await fulfilment.takeOver(world.db, slow.shipping)
  answered.resolve()
  await running
  await slow.run()
  assert.equal(calledOff.length, 1)
  assert.equal((await slow.parcels(id))[0]?.state, 'cancelled')
  assert.equal(await last(id), 'cancelled')
})

it('writes only the last answer down when two asked', async () => {
  const id = await redeemed(world, await cupboard(world))
  const first = Promise.withResolvers<void>()
  const hang = Promise.withResolvers<void>()
  const references: string[] = []
  const carrier = (wait: Promise<void>): fulfilment.Carrier => ({
    ...fulfilment.simulator,
    async place(consignment) {
      references.push(consignment.reference)
      first.resolve()
      await wait
      return fulfilment.simulator.place(consignment)
    },
  })
  const stuck = shipperOf(world, fulfilment.createShipping([carrier(hang.promise)]))
  const running = stuck.run()
  await first.promise
  await world.passTime(3 * 60_000) // its lease ends
  await shipperOf(world, fulfilment.createShipping([carrier(Promise.resolve())])).run()
  assert.equal(await last(id), 'ordered')
  hang.resolve()
  await running
  assert.equal(new Set(references).size, 1, 'both asked under the same reference')
  assert.equal(references.length, 2)
  assert.deepEqual((await statesOf(world, id)).slice(-2), ['redeemed', 'ordered'])
})

it('sends lost lines again, silently but for what leaves the house anew', async () => {
  const shop = await cupboard(world, { Red: 5, Blue: 5 })
  const id = await redeemed(world, shop, { metadata: { simulator: 'split' } })
  await shipper.run()
  const [, second] = await shipper.parcels(id)
  await shipper.say(id, { state: 'in_transit' })
  await shipper.say(id, { state: 'in_transit' }, 2)
  await shipper.say(id, { state: 'delivered' })
  assert.equal(await last(id), 'in_transit')
  await shipper.say(id, { state: 'lost' }, 2)
  assert.equal(await last(id), 'delivered')
  const again = () =>
    world.run((ctx) => fulfilment.retryLines(ctx, id, second?.id ?? '', shipper.shipping))
  await again()
  assert.equal(await last(id), 'redelivering')
  await assert.rejects(again(), refusedAs('invalid_transition'))
  await shipper.run()
  const third = (await shipper.parcels(id))[2]
  assert.equal(third?.replaces, second?.id)
  assert.deepEqual(third?.lines, second?.lines)
  await shipper.say(id, { state: 'in_transit' }, 3)
  await shipper.say(id, { state: 'delivered' }, 3)
  assert.equal(await last(id), 'delivered')
  await world.run((ctx) => fulfilment.close(ctx, id))
  assert.equal(await last(id), 'complete')
  assert.equal(await toldOf(world, id), 'created redeemed dispatched delivered dispatched')
  const lost = second?.lines[0]?.variant_id === shop.id('Red') ? 'Red' : 'Blue'
  assert.equal(await shop.left(lost), 3, 'the lost one and the new one are gone')
})

it('ends with the last parcel that could arrive, when none has', async () => {
  const shop = await cupboard(world)
  for (const state of ['lost', 'returned', 'cancelled'] as const) {
    const id = await redeemed(world, shop)
    await shipper.run()
    await shipper.say(id, { state: 'in_transit' })
    await shipper.say(id, { state })
    assert.equal(await last(id), 'shipment_cancelled')
    assert.equal(await toldOf(world, id), 'created redeemed dispatched cancelled')
    await shipper.say(id, { state: 'delivered' })
    assert.equal((await shipper.parcels(id))[0]?.state, 'delivered', 'it was found')
    assert.equal(await last(id), 'shipment_cancelled', 'and nobody is told the opposite')
  }
})

it('gives a refused parcel up, so that the rest counts as all', async () => {
  const shop = await cupboard(world, { Red: 5, Blue: 5 })
  const id = await redeemed(world, shop, { metadata: { simulator: 'split' } })
  await shipper.run()
  await shipper.say(id, { state: 'refused' }, 2)
  assert.equal(await last(id), 'shipping_error')
  await shipper.say(id, { state: 'delivered' })
  assert.equal(await last(id), 'in_transit', 'something may still arrive')
  const [, refused] = await shipper.parcels(id)
  await world.run((ctx) => fulfilment.giveUp(ctx, id, refused?.id ?? ''))
  assert.equal(await last(id), 'delivered')
  assert.equal(await toldOf(world, id), 'created redeemed dispatched delivered')
})

it('sends nothing that is digital, and is done with it at once', async () => {
  const shop = await openShop(
    world,
    [
      { name: 'Course', kind: 'digital', left: { Seat: 0 } },
      { name: 'Cup', left: { Red: 4 } },
    ],
    'all',
  )
  const id = await redeemed(world, shop)
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  assert.deepEqual(
    parcel?.lines.map(({ variant_id }) => variant_id),
    [shop.id('Red')],
  )
})

it('brings a sender’s digital gift at once', async () => {
  const { json } = await world.api.post('/gift_requests', aDirectGift(world))
  const variant_id = json.line_items[0].variant_id
  const rename = (kind: string) =>
    world.run((ctx) =>
      ctx.query(
        `update catalogue.product set kind = $2 where id = (select product_id from catalogue.variant where id = $1)`,
        [variant_id, kind],
      ),
    )
  await rename('digital')
  await world.passTime()
  await shipper.run()
  await rename('physical')
  assert.deepEqual((await statesOf(world, json.id)).slice(-3), ['ordered', 'delivered', 'complete'])
  assert.equal(await toldOf(world, json.id), 'created redeemed delivered')
  assert.deepEqual(await shipper.parcels(json.id), [])
})

it('lets somebody enter the tracking of what they send by hand', async () => {
  const { manual } = await import('./carriers/manual.ts')
  const byHand = shipperOf(world, fulfilment.createShipping([manual]))
  const id = await redeemed(world, await cupboard(world))
  await byHand.run()
  const [parcel] = await byHand.parcels(id)
  assert.equal(parcel?.state, 'ordered')
  const tracks = { tracking_code: '1Z 999', carrier_name: 'UPS' }
  assert.equal(
    await world.run((ctx) => fulfilment.enterTracking(ctx, parcel?.id ?? '', tracks)),
    true,
  )
  await byHand.say(id, { state: 'in_transit', words: 'Picked up', place: 'Reno' })
  const [shown] = await byHand.parcels(id)
  assert.equal(shown?.carrier, 'UPS')
  assert.equal(shown?.tracking_code, '1Z 999')
  assert.deepEqual(
    shown?.steps.map(({ words, place }) => [words, place]),
    [['Picked up', 'Reno']],
  )
  assert.equal(
    await world.run((ctx) => fulfilment.simulate(ctx, parcel?.id ?? '', 'lost')),
    undefined,
  )
})

it('shows an account nothing of another one', async () => {
  const id = await redeemed(world, await cupboard(world))
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  const { account } = await world.stranger()
  const theirs = <T>(verb: Parameters<typeof world.run<T>>[0]) => world.run(verb, account.id)
  assert.deepEqual(await theirs((ctx) => fulfilment.parcelsOf(ctx, id)), [])
  assert.equal(await theirs((ctx) => fulfilment.fixAddress(ctx, id, home)), undefined)
  assert.equal(await theirs((ctx) => fulfilment.simulate(ctx, parcel?.id ?? '', 'lost')), undefined)
  for (const table of ['shipping_order', 'parcel', 'parcel_line', 'scan']) {
    const rows = await theirs((ctx) => ctx.query(`select 1 from fulfilment.${table}`))
    assert.equal(rows.length, 0, table)
  }
  const refs = await world.run((ctx) => ctx.query('select 1 from fulfilment.parcel'), ALL_ACCOUNTS)
  assert.ok(refs.length > 0)
})

it('knows nothing of what nobody has', async () => {
  const nobody = newId()
  assert.equal(await world.run((ctx) => fulfilment.retry(ctx, nobody)), undefined)
  assert.equal(await world.run((ctx) => fulfilment.tell(ctx, nobody, { state: 'lost' })), undefined)
  assert.equal(await world.run((ctx) => fulfilment.tell(ctx, 'x', { state: 'lost' })), undefined)
  assert.equal(
    await world.run((ctx) =>
      fulfilment.track(ctx, { carrier: 'simulator', carrier_ref: 'sim_x', scans: [] }),
    ),
    'unknown',
  )
  await world.passTime(day)
})
