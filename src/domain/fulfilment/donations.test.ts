import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as donations from '#donations'
import * as gifting from '#gifting'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { countDonations, createCharity, findDonations } from '#test/donation-fixture'
import { createFulfilmentRunner, findEmittedEvents, findStates } from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)

it('completes a gift that is donated: no address, no parcel, no stock, two events', async () => {
  const shop = await createCharity(testApp)
  const id = await shop.createGift()
  const gift = await redeem(testApp, id, { variant_ids: [shop.id('Rescue')] })
  assert.equal(gift?.state, 'complete')
  assert.equal(gift?.address, null)
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed delivered')
  await shipper.run()
  assert.deepEqual(await shipper.parcels(id), [])
  const [donation, ...others] = await findDonations(testApp, id)
  assert.deepEqual(others, [])
  assert.equal(donation?.charity_name, 'Sea rescue')
  assert.equal(donation?.amount_minor, 2_500)
  assert.equal(donation?.currency, 'EUR')
  assert.equal(donation?.reason, 'chosen')
  const { json } = await testApp.api.get(`/gift_requests/${id}`)
  assert.equal(donation?.line_item_id, json.line_items[0].id)
  assert.equal(json.shipping_address, null)
})

it('lists a donation as a digital product in the public API', async () => {
  const shop = await createCharity(testApp)
  const { json } = await testApp.api.get(`/campaigns/${shop.campaign_id}`)
  assert.equal(json.products[0].kind, 'digital')
  assert.deepEqual(json.products[0].variants[0].stock_levels, [])
})

it('records one donation when the button is pressed twice at the same instant', async () => {
  const shop = await createCharity(testApp)
  const id = await shop.createGift()
  const press = () => redeem(testApp, id, { variant_ids: [shop.id('Rescue')] })
  await Promise.all([press(), press(), press()])
  assert.equal((await findDonations(testApp, id)).length, 1)
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 1, donations: 1 })
})

it('gives the last donation below a cap to one of several simultaneous recipients', async () => {
  const shop = await createCharity(testApp, { Rescue: 2 })
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => shop.createGift()))
  const results = await Promise.allSettled(
    ids.map((id) => redeem(testApp, id, { variant_ids: [shop.id('Rescue')] })),
  )
  const rejected = results.filter((each) => each.status === 'rejected')
  assert.equal(rejected.length, 3)
  for (const { reason } of rejected) {
    assert.ok(reason instanceof ApiError)
    assert.equal(reason.code, 'out_of_stock')
  }
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 2, donations: 2 })
  const open = ids[results.findIndex((each) => each.status === 'rejected')] ?? ''
  const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, open))
  assert.equal(page?.items[0]?.is_available, false)
  assert.equal(page?.state, 'awaiting_recipient')
})

const createDirectGift = async (variant_id: string, quantity: number): Promise<string> => {
  const campaign = testApp.campaign('sender_provided_address')
  await testApp.run((ctx) =>
    ctx.query(
      'insert into campaigns.campaign_variant (account_id, campaign_id, variant_id, position) values ($1, $2, $3, 99)',
      [ctx.account_id, campaign.id, variant_id],
    ),
  )
  const { json } = await testApp.api.post(
    '/gift_requests',
    giftBody(testApp, {
      campaign_id: campaign.id,
      shipping_address: homeAddress,
      line_items: [{ variant_id, quantity }],
    }),
  )
  await testApp.advanceTime()
  return json.id
}

it('donates a direct send, by its quantity and regardless of the cap', async () => {
  const shop = await createCharity(testApp, { Rescue: 1 })
  const id = await createDirectGift(shop.id('Rescue'), 3)
  await shipper.run()
  await shipper.run()
  assert.deepEqual(await findStates(testApp, id), [
    'created',
    'redeemed',
    'ordered',
    'delivered',
    'complete',
  ])
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed delivered')
  const [donation] = await findDonations(testApp, id)
  assert.equal(donation?.amount_minor, 7_500)
  assert.equal(donation?.reason, 'direct')
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 3, donations: 3 })
})

it('ships the physical item beside a donation, and voids the donation with the gift', async () => {
  const shop = await createCatalogueFixture(
    testApp,
    [
      { name: 'Sea rescue', kind: 'donation', stock: { Rescue: 5 } },
      { name: 'Cup', stock: { Red: 5 } },
    ],
    'all',
  )
  const id = await shop.createGift()
  await redeem(testApp, id, { shipping_address: homeAddress })
  await shipper.run()
  assert.equal((await shipper.parcels(id)).length, 1)
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 1, donations: 1 })
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  await shipper.run()
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 0, donations: 0 })
  assert.deepEqual(await findDonations(testApp, id), [])
})

it('keeps the amount and the name of the charity as they were', async () => {
  const shop = await createCharity(testApp)
  const id = await shop.createGift()
  await redeem(testApp, id, { variant_ids: [shop.id('Rescue')] })
  await testApp.run(async (ctx) => {
    const product_id = (await catalogue.variantsById(ctx, [shop.id('Rescue')])).get(
      shop.id('Rescue'),
    )?.product.id
    const product = await catalogue.findProduct(ctx, product_id ?? '')
    assert.ok(product)
    const variants = product.variants.map((variant) => ({
      ...variant,
      donation_amount_minor: 9_900,
    }))
    await catalogue.updateProduct(ctx, product.id, { ...product, name: 'Other', variants })
  })
  const [donation] = await findDonations(testApp, id)
  assert.equal(donation?.amount_minor, 2_500)
  assert.equal(donation?.charity_name, 'Sea rescue')
})

it('keeps donations after the erasure of the recipient', async () => {
  const shop = await createCharity(testApp)
  const recipient = { first_name: 'Ida', last_name: 'Moor', email: 'ida.moor@example.com' }
  const id = await shop.createGift({ recipient })
  await redeem(testApp, id, { variant_ids: [shop.id('Rescue')] })
  await testApp.run((ctx) => gifting.erase(ctx, recipient.email))
  assert.equal((await findDonations(testApp, id)).length, 1)
})

it('advances a gift with a donation through the test helpers', async () => {
  const shop = await createCharity(testApp)
  const id = await shop.createGift()
  await testApp.run((ctx) => fulfilment.simulateTo(ctx, id, 'complete'))
  assert.equal((await findDonations(testApp, id)).length, 1)
})

const listGroup = async (product_id: string) =>
  (await testApp.run((ctx) => donations.listTotals(ctx, { product_id }))).data

const productOf = (variant_id: string) =>
  testApp.run(
    async (ctx) =>
      (await catalogue.variantsById(ctx, [variant_id])).get(variant_id)?.product.id ?? '',
  )

async function createDonations(count: number) {
  const shop = await createCharity(testApp)
  for (let made = 0; made < count; made += 1)
    await redeem(testApp, await shop.createGift(), { variant_ids: [shop.id('Rescue')] })
  const product_id = await productOf(shop.id('Rescue'))
  const [group] = await listGroup(product_id)
  assert.ok(group)
  const { month, currency } = group
  return { shop, group, input: { product_id, month, currency } }
}

const user_id = '019aa9f0-0000-7000-8000-000000000001'
const markPaid = (input: donations.PaymentInput) =>
  testApp.run((ctx) => donations.markPaid(ctx, input, user_id))

it('totals donations by charity, currency and month, and marks them as paid once', async () => {
  const { group, input } = await createDonations(3)
  assert.equal(group.donations, 3)
  assert.equal(group.amount_minor, 7_500)
  assert.equal(group.unpaid_amount_minor, 7_500)
  assert.equal(group.month, testApp.db.clock().toISOString().slice(0, 7))
  const paid = await Promise.all([1, 2, 3].map(() => markPaid({ ...input, amount_minor: 7_500 })))
  assert.equal(paid.filter(({ isNew }) => isNew).length, 1)
  assert.equal(new Set(paid.map(({ payment }) => payment.id)).size, 1)
  const [after] = await listGroup(input.product_id)
  assert.equal(after?.unpaid_donations, 0)
  assert.equal(after?.amount_minor, 7_500)
  assert.equal(after?.payment_id, paid[0]?.payment.id)
})

it('rejects a payment of another amount, and pays donations that follow separately', async () => {
  const { shop, input } = await createDonations(1)
  await assert.rejects(markPaid({ ...input, amount_minor: 9_999 }), /€25\.00 now/)
  const first = await markPaid({ ...input, amount_minor: 2_500 })
  await redeem(testApp, await shop.createGift(), { variant_ids: [shop.id('Rescue')] })
  const [group] = await listGroup(input.product_id)
  assert.equal(group?.unpaid_amount_minor, 2_500)
  assert.equal(group?.amount_minor, 5_000)
  const second = await markPaid({ ...input, amount_minor: 2_500 })
  assert.notEqual(second.payment.id, first.payment.id)
  assert.equal((await listGroup(input.product_id))[0]?.unpaid_amount_minor, 0)
})

it('reverts a payment once', async () => {
  const { input } = await createDonations(2)
  const { payment } = await markPaid({ ...input, amount_minor: 5_000 })
  const revert = () => testApp.run((ctx) => donations.revertPayment(ctx, payment.id))
  const reverted = await Promise.all([revert(), revert()])
  assert.equal(reverted.filter((each) => each?.isNew).length, 1)
  const [group] = await listGroup(input.product_id)
  assert.equal(group?.unpaid_amount_minor, 5_000)
  assert.equal(group?.payment_id, null)
  assert.ok((await markPaid({ ...input, amount_minor: 5_000 })).isNew)
})

it('keeps a paid donation when its gift is cancelled later', async () => {
  const shop = await createCatalogueFixture(
    testApp,
    [
      { name: 'Sea rescue', kind: 'donation', stock: { Rescue: 0 } },
      { name: 'Cup', stock: { Red: 5 } },
    ],
    'all',
  )
  const id = await shop.createGift()
  await redeem(testApp, id, { shipping_address: homeAddress })
  const product_id = await productOf(shop.id('Rescue'))
  const [group] = await listGroup(product_id)
  assert.ok(group)
  await markPaid({ ...group, amount_minor: 2_500 })
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  assert.equal((await listGroup(product_id))[0]?.donations, 1)
})

it('requires an amount and a currency of a donation, and allows them for no other product', async () => {
  const create = (kind: catalogue.ProductKind, variant: object, product: object = {}) =>
    testApp.run((ctx) =>
      catalogue.createProduct(ctx, {
        ...{ name: 'Sea rescue', description: '', kind, images: [], ...product },
        variants: [{ sku: crypto.randomUUID(), name: 'One', images: [], ...variant }],
      }),
    )
  const rejectedParams = async (creating: Promise<unknown>) => {
    const error = await creating.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof ApiError, String(error))
    return error.fieldErrors.map(({ param }) => param)
  }
  assert.deepEqual(await rejectedParams(create('donation', {})), [
    'variants.0.donation_amount_minor',
    'variants.0.donation_currency',
  ])
  const amount = { donation_amount_minor: 100, donation_currency: 'EUR' }
  assert.deepEqual(await rejectedParams(create('physical', amount)), [
    'variants.0.donation_amount_minor',
    'variants.0.donation_currency',
  ])
  assert.deepEqual(
    await rejectedParams(create('donation', { ...amount, donation_currency: 'ZZZ' })),
    ['variants.0.donation_currency'],
  )
  for (const charity_url of [
    'http://example.org',
    'javascript:alert(1)',
    'https://a:b@example.org',
  ])
    assert.deepEqual(await rejectedParams(create('donation', amount, { charity_url })), [
      'charity_url',
    ])
  await create(
    'donation',
    { ...amount, donation_currency: 'eur' },
    { charity_url: 'https://example.org' },
  )
})
