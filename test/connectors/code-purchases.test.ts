import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as attention from '#attention'
import * as connections from '#connections'
import * as digital from '#digital'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, redeem } from '#test/catalogue-fixture'
import { addSupplier, createSource, saveSources, supplierShipping } from '#test/code-source-fixture'
import type { Mood, StubServer } from '#test/code-supplier-stub'
import { addContent, importLines } from '#test/digital-fixture'
import { refusedProduct, startFakeTremendous } from '#test/fake-tremendous'
import { createFulfilmentRunner, findEmittedEvents, findStates } from '#test/fulfilment-fixture'

/* Digital gifts whose codes are bought at their confirmation, of suppliers that fail in every way. */

const testApp = await createTestApp()
const runner = createFulfilmentRunner(testApp, supplierShipping)
const stubs: StubServer[] = []
after(() => Promise.all(stubs.map((stub) => stub.close())))

/** Creates a voucher with a link for each gift, which these many stubs sell. */
async function createShop(count = 1, changes: Partial<digital.SourceInput> = {}) {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'link', is_link_per_gift: true })
  const suppliers: { id: string; stub: StubServer }[] = []
  for (let nr = 1; nr <= count; nr += 1) {
    const stub = await startFakeTremendous()
    stubs.push(stub)
    suppliers.push({ stub, id: await addSupplier(testApp, `${voucher} ${nr}`, stub) })
  }
  await saveSources(
    testApp,
    voucher,
    suppliers.map(({ id }) => createSource(id, changes)),
  )
  const claim = async () => {
    const id = await shop.createGift()
    const gift = await redeem(testApp, id, { variant_ids: [voucher] })
    return { id, state: gift?.state }
  }
  return { voucher, claim, suppliers, stub: suppliers[0]?.stub ?? assert.fail() }
}

/** Makes the next request of every open order due, and runs the loops. */
async function runAgain() {
  await testApp.run((ctx) =>
    ctx.query(
      `update digital.purchase set due_at = now() - interval '1 second' where account_id = $1 and state = 'open'`,
      [ctx.account_id],
    ),
  )
  await runner.run()
}

const sequence = (...moods: Mood[]) => {
  const left = [...moods]
  return () => left.shift() ?? 'honest'
}

async function reveal(id: string): Promise<string[]> {
  const items = await testApp.run((ctx) => digital.findItems(ctx, id))
  for (const item of items) await testApp.run((ctx) => gifting.revealItem(ctx, id, item.id))
  const contents = await testApp.run((ctx) => digital.findRevealedContents(ctx, id))
  return [...contents.values()].flatMap(({ url }) => url ?? [])
}

const listPurchases = (id: string) =>
  testApp.run((ctx) =>
    ctx.query<digital.PurchaseRow>(
      'select * from digital.purchase where account_id = $1 and gift_request_id = $2 order by created_at, id',
      [ctx.account_id, id],
    ),
  )

const sold = ({ stub }: { stub: StubServer }) => stub.paid().map(({ text }) => text)

it('buys a code after the confirmation, and shows it to the recipient', async () => {
  const shop = await createShop()
  const { id, state } = await shop.claim()
  assert.equal(state, 'redeemed')
  assert.deepEqual([await reveal(id), shop.stub.paid().length], [[], 0])
  await runner.run()
  assert.deepEqual(await findStates(testApp, id).then((all) => all.slice(-4)), [
    'redeemed',
    'ordered',
    'delivered',
    'complete',
  ])
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed delivered')
  assert.deepEqual(await reveal(id), sold(shop))
  const [purchase] = await listPurchases(id)
  assert.deepEqual(
    [purchase?.state, purchase?.price_minor, purchase?.price_currency, purchase?.problem],
    ['bought', 2_550, 'USD', null],
  )
  assert.equal(purchase?.id, shop.stub.paid()[0]?.key)
})

it('emails the recipient once, when the code is there', async () => {
  const shop = await createShop()
  const { id } = await shop.claim()
  await runner.run()
  const kinds = await testApp.run((ctx) =>
    ctx.queryValues<string>(
      `select kind from mail.message where account_id = $1 and gift_request_id = $2 and kind in ('redeemed', 'ready')`,
      [ctx.account_id, id],
    ),
  )
  assert.deepEqual(kinds, ['ready'])
})

for (const mood of [
  'loses the answer',
  'fails after',
  'loses the request',
  'fails before',
] as const)
  it(`buys one code of a supplier that ${mood}`, async () => {
    const shop = await createShop(2)
    shop.stub.setMood(sequence(mood, 'fails before'))
    const { id } = await shop.claim()
    await runner.run()
    await runAgain()
    assert.deepEqual(await reveal(id), [], 'the order is not found yet')
    await runAgain()
    assert.deepEqual([(await reveal(id)).length, await reveal(id)], [1, sold(shop)])
    assert.deepEqual(
      shop.suppliers.map(({ stub }) => stub.paid().length),
      [1, 0],
    )
    assert.equal((await listPurchases(id)).length, 1)
  })

it('asks the next supplier only after the first one has failed, and then takes own codes', async () => {
  const shop = await createShop(2)
  const own = 'https://example.com/own'
  await importLines(testApp, shop.voucher, own)
  const [first, second] = shop.suppliers
  first?.stub.setMood(() => 'refuses')
  const one = await shop.claim()
  await runner.run()
  assert.deepEqual(
    [await reveal(one.id), shop.stub.paid().length],
    [sold(second ?? assert.fail()), 0],
  )
  second?.stub.setMood(() => 'refuses')
  const other = await shop.claim()
  await runner.run()
  assert.deepEqual(await reveal(other.id), [own])
})

it('waits when all suppliers have failed, and asks them again', async () => {
  const shop = await createShop()
  shop.stub.setMood(() => 'refuses')
  const { id } = await shop.claim()
  await runner.run()
  assert.equal((await findStates(testApp, id)).at(-1), 'backordered')
  shop.stub.setMood(() => 'honest')
  await fulfilment.fillDigitalBackorders(testApp.db)
  await runner.run()
  assert.equal(shop.stub.paid().length, 0, 'it is asked again after a quarter of an hour')
  await testApp.run((ctx) =>
    ctx.query(
      `update digital.purchase set settled_at = settled_at - interval '16 minutes' where account_id = $1`,
      [ctx.account_id],
    ),
  )
  await fulfilment.fillDigitalBackorders(testApp.db)
  await runner.run()
  assert.deepEqual(await reveal(id), sold(shop))
  assert.equal((await findStates(testApp, id)).at(-1), 'complete')
})

it('gives no own code while an order may exist', async () => {
  const shop = await createShop()
  shop.stub.setMood(() => 'loses the answer')
  const { id } = await shop.claim()
  await runner.run()
  await importLines(testApp, shop.voucher, 'https://example.com/spare')
  await fulfilment.fillDigitalBackorders(testApp.db)
  assert.deepEqual(await reveal(id), [])
  shop.stub.setMood(() => 'honest')
  await runAgain()
  assert.deepEqual(await reveal(id), sold(shop))
})

it('gives a code above the price ceiling, stops the supplier, and needs attention', async () => {
  const shop = await createShop(1, { ceiling_minor: 2_549 })
  const { id } = await shop.claim()
  await runner.run()
  assert.deepEqual(await reveal(id), sold(shop))
  const [source] = await testApp.run((ctx) => digital.listSources(ctx, shop.voucher))
  assert.equal(source?.stopped_reason, 'price_above_ceiling')
  await attention.checkAccount(testApp.db, testApp.account.id)
  const filter = { kind: 'connection_failing', state: 'open' } as const
  const page = { limit: 50, order: 'desc' } as const
  const { data } = await testApp.run((ctx) => attention.list(ctx, filter, page))
  const causes = data.filter(({ subject_id }) => subject_id === shop.suppliers[0]?.id)
  assert.deepEqual(pluckCauses(causes), ['price_above_ceiling'])
  const available = await testApp.run((ctx) => digital.findAvailable(ctx, [shop.voucher]))
  assert.equal(available.size, 0, 'no further code is bought')
})

const pluckCauses = (items: readonly { cause: string }[]) => items.map(({ cause }) => cause)

for (const lie of ['a negative price', 'another value', 'another currency'] as const)
  it(`stops a supplier that states ${lie}, and gives the paid code`, async () => {
    const shop = await createShop()
    shop.stub.state.lie = lie
    const { id } = await shop.claim()
    await runner.run()
    assert.deepEqual(await reveal(id), sold(shop))
    const [purchase] = await listPurchases(id)
    assert.deepEqual([purchase?.state, purchase?.price_minor], ['bought', null])
    const [source] = await testApp.run((ctx) => digital.listSources(ctx, shop.voucher))
    assert.notEqual(source?.stopped_at, null)
  })

it('accepts no code a second time', async () => {
  const shop = await createShop(2)
  const one = await shop.claim()
  await runner.run()
  const [text = ''] = sold(shop)
  const other = await shop.claim()
  shop.stub.setMood(() => {
    for (const order of shop.stub.state.orders.values()) order.text = text
    return 'loses the answer'
  })
  await runner.run()
  shop.stub.setMood(() => {
    for (const order of shop.stub.state.orders.values()) order.text = text
    return 'honest'
  })
  await runAgain()
  const second = shop.suppliers[1] ?? assert.fail()
  assert.deepEqual([await reveal(one.id), await reveal(other.id)], [[text], sold(second)])
  const [source] = await testApp.run((ctx) => digital.listSources(ctx, shop.voucher))
  assert.equal(source?.stopped_reason, 'code_unusable')
})

it('gives the paid code of a cancelled gift to the next one', async () => {
  const shop = await createShop()
  shop.stub.setMood(() => 'loses the answer')
  const cancelled = await shop.claim()
  await runner.run()
  await testApp.run((ctx) => gifting.cancel(ctx, cancelled.id, 'a mistake'))
  shop.stub.setMood(() => 'honest')
  await runAgain()
  const next = await shop.claim()
  await runner.run()
  assert.deepEqual([await reveal(next.id), shop.stub.paid().length], [sold(shop), 1])
  assert.equal((await findStates(testApp, next.id)).at(-1), 'complete')
})

it('asks a supplier for recipients of its countries only, when the country is known', async () => {
  const shop = await createShop(1, { countries: ['DE'] })
  const usable = (country: string | null) =>
    testApp.run(async (ctx) => (await digital.findUsableSources(ctx, [shop.voucher], country)).size)
  assert.deepEqual([await usable('DE'), await usable(null), await usable('JP')], [1, 1, 0])
})

it('uses no connection that is disabled, and deletes none that is used', async () => {
  const shop = await createShop()
  const [{ id } = { id: '' }] = shop.suppliers
  await assert.rejects(
    testApp.run((ctx) => fulfilment.removeConnection(ctx, id)),
    { code: 'invalid_transition' },
  )
  const change = (enabled: boolean) =>
    testApp.run((ctx) => connections.change(ctx, id, { enabled }, supplierShipping.connectors))
  await change(false)
  await assert.rejects(shop.claim(), { code: 'out_of_stock' })
  await saveSources(testApp, shop.voucher, [])
  assert.equal((await testApp.run((ctx) => fulfilment.removeConnection(ctx, id)))?.id, id)
})

it('names every invalid field of a source', async () => {
  const shop = await createShop()
  const [{ id } = { id: '' }] = shop.suppliers
  const invalid = [
    createSource('nowhere', { currency: 'ABC', amount_minor: 0 }),
    createSource(id, { product_id: refusedProduct, ceiling_currency: 'EUR', ceiling_minor: 100 }),
  ]
  await assert.rejects(saveSources(testApp, shop.voucher, invalid), (error: unknown) => {
    const { fieldErrors } = error as { fieldErrors: { param: string }[] }
    assert.deepEqual(
      fieldErrors.map(({ param }) => param),
      [
        'sources.0.connection_id',
        'sources.0.currency',
        'sources.0.amount_minor',
        'sources.1.ceiling_minor',
      ],
    )
    return true
  })
})
