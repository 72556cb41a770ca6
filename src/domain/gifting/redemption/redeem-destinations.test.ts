import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError, type SelectionMode } from '#contract'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import * as gifting from '../index.ts'

const app = await createTestApp()

/** Creates a campaign with wine, a cup and a digital book, and sets the rules of products by name. */
async function createShop(
  rules: Readonly<Record<string, Partial<catalogue.ProductRules>>>,
  mode: SelectionMode = 'one',
) {
  const shop = await createCatalogueFixture(
    app,
    [
      { name: 'Wine', stock: { Wine: 9 } },
      { name: 'Cup', stock: { Cup: 9 } },
      { name: 'Book', kind: 'digital', stock: { Book: 0 } },
    ],
    mode,
  )
  for (const [variant, change] of Object.entries(rules)) await restrict(shop.id(variant), change)
  return shop
}

const restrict = (variant_id: string, change: Partial<catalogue.ProductRules>) =>
  app.run(async (ctx) => {
    const variant = (await catalogue.variantsById(ctx, [variant_id])).get(variant_id)
    const product = await catalogue.findProduct(ctx, variant?.product.id ?? '')
    if (product === undefined) throw new Error('no product')
    await catalogue.updateProduct(ctx, product.id, { ...product, ...change })
  })

/** Returns the errors as `param code message`. */
async function rejected(redeeming: Promise<unknown>): Promise<string[]> {
  const error = await redeeming.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error.fieldErrors.map(({ param, code, message }) => `${param} ${code}: ${message}`).sort()
}

const noGermany = { destination_mode: 'deny', destinations: ['DE'] } as const

it('rejects an item that may not go to the country of the address', async () => {
  const shop = await createShop({ Wine: noGermany })
  const id = await shop.createGift()
  const wine = { variant_ids: [shop.id('Wine')], shipping_address: homeAddress }
  assert.deepEqual(await rejected(redeem(app, id, wine)), [
    'variant_ids.0 not_allowed: names Wine, which is not available in Germany',
  ])
  assert.equal(await shop.available('Wine'), 9)
  const cup = await redeem(app, id, { ...wine, variant_ids: [shop.id('Cup')] })
  assert.equal(cup?.state, 'redeemed')
})

it('applies the rules as of now to gifts that were sent before', async () => {
  const shop = await createShop({})
  const id = await shop.createGift()
  await restrict(shop.id('Wine'), noGermany)
  const wine = { variant_ids: [shop.id('Wine')], shipping_address: homeAddress }
  assert.equal((await rejected(redeem(app, id, wine))).length, 1)
  await restrict(shop.id('Wine'), { destination_mode: 'all', destinations: [] })
  assert.equal((await redeem(app, id, wine))?.state, 'redeemed')
})

it('needs the country for a digital item that limits its destinations', async () => {
  const shop = await createShop({ Book: { destination_mode: 'allow', destinations: ['US-OH'] } })
  const id = await shop.createGift()
  const book = { variant_ids: [shop.id('Book')] }
  assert.match(String(await rejected(redeem(app, id, book))), /^destination\.country required/)
  const us = { ...book, destination: { country: 'US' } }
  assert.match(String(await rejected(redeem(app, id, us))), /^destination\.region required/)
  const utah = { ...book, destination: { country: 'US', region: 'UT' } }
  assert.match(String(await rejected(redeem(app, id, utah))), /not available in Utah/)
  const ohio = { ...book, destination: { country: 'US', region: 'OH' } }
  assert.equal((await redeem(app, id, ohio))?.state, 'complete')
})

it('leaves a product out of a gift of all items, unless nothing remains', async () => {
  const shop = await createShop({ Wine: noGermany }, 'all')
  const id = await shop.createGift()
  const gift = await redeem(app, id, { shipping_address: homeAddress })
  const names = JSON.parse(gift?.line_items ?? '[]').map(({ name }: { name: string }) => name)
  assert.deepEqual(names.sort(), ['Book', 'Cup'])
  const empty = await createShop({ Wine: noGermany, Cup: noGermany, Book: noGermany }, 'all')
  const other = await empty.createGift()
  assert.equal((await rejected(redeem(app, other, { shipping_address: homeAddress }))).length, 3)
})

it('requires and stores the age that an item requires', async () => {
  const shop = await createShop({ Wine: { minimum_age: 18 } })
  const id = await shop.createGift()
  const wine = { variant_ids: [shop.id('Wine')], shipping_address: homeAddress }
  for (const age_confirmed of [undefined, 0, 16])
    assert.deepEqual(
      await rejected(
        redeem(app, id, { ...wine, ...(age_confirmed !== undefined && { age_confirmed }) }),
      ),
      ['age_confirmed required: is required: the recipient must be at least 18 years old'],
    )
  await redeem(app, id, { ...wine, age_confirmed: 18 })
  const page = await app.run((ctx) => gifting.getRedemptionPage(ctx, id))
  assert.equal(page?.age_confirmed, 18)
  assert.notEqual(page?.age_confirmed_at, null)
})

it('stores no age for items without an age limit', async () => {
  const shop = await createShop({})
  const id = await shop.createGift()
  const cup = { variant_ids: [shop.id('Cup')], shipping_address: homeAddress, age_confirmed: 30 }
  await redeem(app, id, cup)
  const page = await app.run((ctx) => gifting.getRedemptionPage(ctx, id))
  assert.equal(page?.age_confirmed, null)
})

it('rejects a direct-send to a country or a state with the field and the items', async () => {
  const body = directGiftBody(app)
  const [line] = body.line_items
  const variant_id = line?.variant_id ?? ''
  await restrict(variant_id, { destination_mode: 'deny', destinations: ['DE', 'US-CA'] })
  const send = async (shipping_address: object) => {
    const { status, json } = await app.api.post('/gift_requests', { ...body, shipping_address })
    return [
      status,
      ...(json.errors ?? []).map((e: { param: string; code: string }) => `${e.param} ${e.code}`),
    ]
  }
  const california = {
    ...{ name: 'Ada', line_1: '1 Main St', city: 'Fresno', region: 'CA', postal_code: '93650' },
    country: 'US',
  }
  const ohio = { ...california, city: 'Columbus', region: 'OH', postal_code: '43004' }
  assert.deepEqual(await send(homeAddress), [422, 'shipping_address.country not_allowed'])
  assert.deepEqual(await send(california), [422, 'shipping_address.region not_allowed'])
  assert.deepEqual(await send({ ...ohio, postal_code: '93650' }), [
    422,
    'shipping_address.region not_allowed',
  ])
  assert.deepEqual(await send(ohio), [201])
  const batch = {
    gift_requests: [
      { ...body, shipping_address: ohio },
      { ...body, shipping_address: homeAddress },
    ],
  }
  const { status, json } = await app.api.post('/gift_requests/batch', batch)
  assert.equal(status, 422)
  assert.equal(json.errors[0].param, 'gift_requests.1.shipping_address.country')
  assert.match(
    json.errors[0].message,
    /not available in Germany; choose other items or another address/,
  )
  await restrict(variant_id, { destination_mode: 'all', destinations: [] })
})

it('accepts a choice gift without knowing the country', async () => {
  const shop = await createShop({ Wine: noGermany, Cup: noGermany, Book: noGermany })
  const { status } = await app.api.post(
    '/gift_requests',
    giftBody(app, { campaign_id: shop.campaign_id }),
  )
  assert.equal(status, 201)
})
