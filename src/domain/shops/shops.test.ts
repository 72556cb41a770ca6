import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as connections from '#connections'
import type { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import * as products from '#products'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import {
  connectShop,
  createMemoryShop,
  declareShop,
  type MemoryShop,
  sold,
} from '#test/shop-fixture'
import * as shops from './index.ts'

const testApp = await createTestApp()

async function start(shop: MemoryShop = createMemoryShop()) {
  const registry = connections.createRegistry([declareShop(shop)])
  const runner = await connectShop(testApp, registry)
  const put = (name: string, variants = [sold(`${name}-1`)], description = 'As usual.') =>
    shop.products.set(name, { key: name, name, description, pictures: [], variants })
  return { shop, registry, runner, put, ...runner }
}

const editName = (id: string, name: string) =>
  testApp.run((ctx) =>
    products.edit(ctx, id, (was) => ({ ...was, name, variants: products.toVariantForms(was) })),
  )

it('brings products with variants, costs and stock into the catalogue', async () => {
  const { put, runAgain, find, available, id } = await start()
  put('Mug', [sold('MUG-S', { available: 3 }), sold('MUG-L', { available: null, price: null })])
  const { counts } = await runAgain()
  assert.deepEqual(counts, { added: 1, changed: 0, removed: 0, skipped: 0 })
  const mug = await find('Mug')
  assert.deepEqual(
    mug?.variants.map((each) => [each.sku, each.unit_cost_minor, each.unit_cost_currency]),
    [
      ['MUG-S', 1_000, 'EUR'],
      ['MUG-L', null, null],
    ],
  )
  assert.deepEqual([await available('MUG-S'), await available('MUG-L')], [3, 9_999])
  const warehouses = await testApp.run(fulfilment.listWarehouseConnections)
  assert.equal(warehouses.filter(({ connection_id }) => connection_id === id).length, 1)
  const again = await runAgain()
  assert.deepEqual(again.counts, { added: 0, changed: 0, removed: 0, skipped: 0 })
  assert.deepEqual(await testApp.run(fulfilment.listWarehouseConnections), warehouses)
})

it('changes costs and SKUs, and leaves the texts that a user has edited', async () => {
  const { shop, put, runAgain, find } = await start()
  put('Pen', [sold('PEN', { key: 'p1' })])
  put('Cap', [sold('CAP', { key: 'c1' })])
  await runAgain()
  await editName((await find('Pen'))?.id ?? '', 'Our pen')
  const changed = [sold('PEN-2', { key: 'p1', price: { amount_minor: 900, currency: 'EUR' } })]
  for (const key of ['Pen', 'Cap']) {
    const name = `${key} of 2027`
    const variants = key === 'Pen' ? changed : [sold('CAP', { key: 'c1' })]
    shop.products.set(key, { key, name, description: 'New.', pictures: [], variants })
  }
  assert.deepEqual((await runAgain()).counts, { added: 0, changed: 2, removed: 0, skipped: 0 })
  const pen = await find('Our pen')
  assert.deepEqual(
    [pen?.description, pen?.variants[0]?.sku, pen?.variants[0]?.unit_cost_minor],
    ['New.', 'PEN-2', 900],
  )
  assert.equal((await find('Cap of 2027'))?.description, 'New.')
})

it('archives what the shop no longer has, and restores what it has again', async () => {
  const { shop, put, runAgain, find, available } = await start()
  put('Bag', [sold('BAG-1'), sold('BAG-2')])
  put('Box')
  await runAgain()
  put('Bag', [sold('BAG-1')])
  shop.products.delete('Box')
  assert.deepEqual((await runAgain()).counts, { added: 0, changed: 1, removed: 1, skipped: 0 })
  const archived = (await find('Bag'))?.variants.map(({ archived_at }) => archived_at !== null)
  assert.deepEqual(archived, [false, true])
  assert.ok((await find('Box'))?.archived_at)
  assert.deepEqual([await available('BAG-2'), await available('Box-1')], [0, 0])
  put('Bag', [sold('BAG-1'), sold('BAG-2', { key: 'created again' })])
  put('Box')
  await runAgain()
  assert.ok((await find('Bag'))?.variants.every(({ archived_at }) => archived_at === null))
  assert.equal((await find('Box'))?.archived_at, null)
  assert.equal(await available('Box-1'), 10)
})

it('says what it cannot archive, leaves no stock of it, and tries again', async () => {
  const { shop, put, runAgain, createGift, find, available } = await start()
  put('Lamp')
  put('Vase')
  await runAgain()
  await createGift('Lamp-1')
  shop.products.delete('Lamp')
  const { problems, counts } = await runAgain()
  assert.equal(counts?.removed, 0)
  assert.match(problems[0]?.problem ?? '', /No items would be left in “Gifts/)
  assert.equal((await find('Lamp'))?.archived_at, null)
  assert.equal(await available('Lamp-1'), 0)
  put('Lamp')
  assert.deepEqual((await runAgain()).problems, [])
})

it('does not believe an empty answer, and archives when an admin says so', async () => {
  const { shop, put, runAgain, find, available } = await start()
  for (const name of ['Tea', 'Jam']) put(name)
  await runAgain()
  shop.products.clear()
  const { refused_removals } = await runAgain()
  assert.equal(refused_removals, 2)
  assert.equal((await find('Tea'))?.archived_at, null)
  assert.equal(await available('Tea-1'), 10)
  assert.equal((await runAgain(true)).counts?.removed, 2)
  assert.ok((await find('Jam'))?.archived_at)
})

it('believes no answer without variants or SKUs, and archives nothing of it', async () => {
  const { shop, put, runAgain, find, available } = await start()
  const skus = ['RED', 'BLUE'].flatMap((color) => [`${color}-S`, `${color}-L`])
  put(
    'Shirt',
    skus.slice(0, 2).map((sku) => sold(sku)),
  )
  put(
    'Scarf',
    skus.slice(2).map((sku) => sold(sku)),
  )
  await runAgain()
  const isArchived = async () => {
    const all = [await find('Shirt'), await find('Scarf')].flatMap((each) => each?.variants ?? [])
    return all.map(({ archived_at }) => archived_at !== null)
  }
  const blank = skus.map((sku) => sold(null, { key: `v-${sku}` }))
  for (const variants of [[], blank]) {
    put('Shirt', variants.slice(0, 2))
    put('Scarf', variants.slice(2))
    const { counts, refused_removals } = await runAgain()
    assert.deepEqual([counts?.changed, refused_removals], [0, 2])
    assert.deepEqual(await isArchived(), [false, false, false, false])
    assert.equal(await available('RED-S'), 10)
  }
  shop.products.delete('Scarf')
  await runAgain(true)
  assert.deepEqual(await isArchived(), [true, true, false, false])
  assert.ok((await find('Scarf'))?.archived_at)
})

it('stocks the number of the shop, less the reservations that the shop does not know', async () => {
  const { shop, registry, put, runAgain, createGift, available, id } = await start()
  put('Book', [sold('BOOK', { available: 5 })])
  await runAgain()
  const gift = await createGift('BOOK')
  await redeem(testApp, gift, { shipping_address: homeAddress })
  assert.equal(await available('BOOK'), 4)
  await runAgain()
  assert.equal(await available('BOOK'), 4, 'the shop does not know the order')
  const shipping = fulfilment.createShippingConfig([fulfilment.simulator], { connectors: registry })
  const shipper = createFulfilmentRunner(testApp, shipping)
  await shipper.run()
  assert.deepEqual(
    shop.placed[0]?.lines.map(({ sku, quantity }) => [sku, quantity]),
    [['BOOK', 1]],
  )
  await runAgain()
  assert.equal(await available('BOOK'), 5, 'the shop says that five are left after the order')
  put('Book', [sold('BOOK', { available: 0 })])
  await runAgain()
  assert.equal(await available('BOOK'), 0)
  const scan = { message_id: 'a', description: '', location: null, occurred_at: new Date() }
  shop.tracking.set('1', [{ ...scan, state: 'in_transit' }])
  await runAgain()
  assert.equal((await shipper.parcels(gift))[0]?.state, 'in_transit')
  const { last_error } =
    (await testApp.run(connections.list)).find((each) => each.id === id) ?? assert.fail()
  assert.equal(last_error, null)
})

it('loses no reservation that is made while the stock is written', async () => {
  const { put, runAgain, createGift, available } = await start()
  put('Card', [sold('CARD', { available: 20 })])
  await runAgain()
  const gifts = await Promise.all(Array.from({ length: 6 }, () => createGift('CARD')))
  await Promise.all([
    ...gifts.map((each) => redeem(testApp, each, { shipping_address: homeAddress })),
    runAgain(),
  ])
  assert.equal(await available('CARD'), 14)
})

it('adopts a product with the same SKUs, and names an SKU that is used elsewhere', async () => {
  const { shop, put, runAgain, find, state } = await start()
  const variant = { name: 'One', images: [] }
  const form = { name: 'Our soap', description: '', kind: 'physical' as const, images: [] }
  await testApp.run((ctx) =>
    products.create(ctx, { ...form, variants: [{ ...variant, sku: 'SOAP' }] }),
  )
  await testApp.run((ctx) =>
    products.create(ctx, { ...form, name: 'Oil', variants: [{ ...variant, sku: 'OIL' }] }),
  )
  put('Soap', [sold('SOAP'), sold('SOAP-2')])
  put('Set', [sold('OIL'), sold('SOAP')])
  put('None', [sold(null)])
  const { counts } = await runAgain()
  assert.deepEqual(counts, { added: 0, changed: 2, removed: 0, skipped: 1 })
  const soap = await find('Our soap')
  assert.deepEqual(
    soap?.variants.map(({ sku }) => sku),
    ['SOAP', 'SOAP-2'],
  )
  assert.equal(soap?.variants[0]?.name, 'One')
  const problems = (await state()).problems.map(({ key, problem }) => `${key}: ${problem}`)
  assert.match(problems.join('\n'), /^None: “Nameless” has no SKU; give it one in the shop\.$/m)
  assert.match(problems.join('\n'), /^Set: The SKU SOAP occurs twice in the shop\.$/m)
  shop.products.delete('None')
  assert.deepEqual(
    (await runAgain()).problems.map(({ key }) => key),
    ['Set'],
  )
})

it('says why a shop cannot be read, and changes nothing', async () => {
  const { shop, put, runAgain, find, id } = await start()
  put('Kite')
  const lastError = async () =>
    (await testApp.run(connections.list)).find((each) => each.id === id)?.last_error
  shop.country = null
  await runAgain()
  assert.match(String(await lastError()), /warehouse of the shop cannot be added: country/)
  shop.country = 'DE'
  for (const attack of [
    { fail: 'the shop is closed' },
    { onRead: () => Promise.reject(new Error('the connector is broken')) },
  ]) {
    Object.assign(shop, attack)
    await runAgain()
    assert.match(String(await lastError()), /closed|broken/)
  }
  assert.equal(await find('Kite'), undefined)
})

it('gives a shop that was too slow less time in the next run', async (t) => {
  const { shop, runAgain } = await start()
  const { timeout } = AbortSignal
  const limits: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    if (ms < 120_000) return timeout.call(AbortSignal, ms)
    limits.push(ms / 60_000)
    return AbortSignal.abort()
  })
  shop.fail = 'ended'
  for (let run = 1; run <= 3; run += 1) await runAgain()
  assert.deepEqual(limits, [10, 2, 10])
})

it('runs once at a time, and again after a message that comes during a run', async () => {
  const { shop, put, runAgain, runner, state, registry, id } = await start()
  put('Ball')
  let readings = 0
  shop.onRead = async () => {
    readings += 1
    await testApp.run((ctx) => shops.hasten(ctx, id), '*')
    await testApp.run((ctx) => shops.hasten(ctx, id), '*')
  }
  const both = [runner.run(), shops.runDueShop(testApp.db, testApp.account.id, registry)]
  await Promise.all(both)
  assert.equal(readings, 1)
  const { next_run_at, last_run_at } = await state()
  const pauseMs = next_run_at.getTime() - (last_run_at?.getTime() ?? 0)
  assert.ok(pauseMs <= 60_000, `waits for ${pauseMs} ms`)
  shop.onRead = async () => {}
  const calm = await runAgain()
  assert.ok(calm.next_run_at.getTime() - (calm.last_run_at?.getTime() ?? 0) > 50 * 60_000)
  await testApp.run((ctx) => shops.hasten(ctx, null), '*')
  await testApp.run((ctx) => shops.hasten(ctx, '0192d3a4-0000-7000-8000-000000000001'), '*')
})

it('continues what a process that lost its lease has begun', async () => {
  const { shop, put, run, runAgain, find, state } = await start()
  for (const name of ['Drum', 'Flute']) put(name)
  shop.onRead = () =>
    testApp.run(async (ctx) => {
      await ctx.query('update shops.shop set lease_id = gen_random_uuid() where account_id = $1', [
        ctx.account_id,
      ])
    })
  await assert.rejects(run(), /lost its lease/)
  assert.equal(await find('Drum'), undefined)
  assert.equal((await state()).is_running, true)
  await assert.rejects(runAgain(), { code: 'invalid_transition' })
  await testApp.run((ctx) =>
    ctx.query('update shops.shop set due_at = $2, leased_until = $2 where account_id = $1', [
      ctx.account_id,
      ctx.real_now,
    ]),
  )
  shop.onRead = async () => {}
  for (let runs = 0; runs < 20 && (await find('Flute')) === undefined; runs += 1) await run()
  assert.ok(await find('Drum'))
})

it('is never the default carrier, and another account does not see it', async () => {
  const { registry, id } = await start()
  const row = (await testApp.run(connections.list)).find((each) => each.id === id)
  assert.equal(row?.is_default, false)
  const change = testApp.run((ctx) => connections.change(ctx, id, { is_default: true }, registry))
  await assert.rejects(
    change,
    ({ fieldErrors }: ApiError) => fieldErrors[0]?.param === 'is_default',
  )
  const other = await testApp.createOtherAccount()
  const seen = await testApp.run(shops.listShops, other.account.id)
  assert.equal(seen.size, 0)
  const request = testApp.run((ctx) => shops.requestShopRun(ctx, id, true), other.account.id)
  await assert.rejects(request, { code: 'not_found' })
})
