import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError, parseRawJson } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import { createTestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  homeAddress,
  redeem,
} from '#test/catalogue-fixture'
import { createOneLink } from '#test/claim-fixture'
import { addContent, importLines } from '#test/digital-fixture'
import { pluck } from '#test/pluck'
import * as gifting from '../index.ts'

const app = await createTestApp()

/**
 * Creates a campaign whose recipients choose up to two items from a cup in two colours, a plate, a book and a
 * voucher.
 */
const createShop = (stock = 5, max_choices = 2) =>
  createCatalogueFixture(
    app,
    [
      { name: 'Cup', stock: { Red: stock, Blue: stock } },
      { name: 'Plate', stock: { Plate: stock } },
      { name: 'Book', stock: { Book: stock } },
      { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
    ],
    'one',
    max_choices,
  )

const choose = (shop: CatalogueFixture, id: string, ...names: string[]) =>
  redeem(app, id, { variant_ids: names.map(shop.id), shipping_address: homeAddress })

const variantsOf = (gift: gifting.Gift | undefined): string[] =>
  parseRawJson(gift?.line_items ?? assert.fail('no items')).map(({ variant_id }) => variant_id)

/** Returns the error of a rejected redemption as `code: param code message, …`. */
async function rejection(redeeming: Promise<unknown>): Promise<string> {
  const error = await redeeming.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  const fields = error.fieldErrors.map(({ param, code, message }) => `${param} ${code} ${message}`)
  return `${error.code}: ${fields.join(', ')}`
}

const listReservations = (holder_id: string) =>
  app.run((ctx) => catalogue.findReservations(ctx, holder_id))

it('locks several items in the order of the offering, and emits one event', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  const gift = await choose(shop, id, 'Book', 'Blue')
  assert.equal(gift?.state, 'redeemed')
  assert.deepEqual(variantsOf(gift), [shop.id('Blue'), shop.id('Book')])
  assert.deepEqual(
    await Promise.all(['Red', 'Blue', 'Plate', 'Book'].map((name) => shop.available(name))),
    [5, 4, 5, 4],
  )
  const { json } = await app.api.get(`/gift_requests/${id}`)
  assert.equal(json.offering.selection_mode, 'one')
  assert.equal('max_choices' in json.offering || 'max_choices' in json, false)
  assert.deepEqual(pluck(json.line_items, 'quantity'), [1, 1])
  const { json: events } = await app.api.get(`/events?gift_request_id=${id}`)
  assert.equal(events.data.length, 2)
  const [email] = await app.run((ctx) => mail.list(ctx, { gift_request_id: id, limit: 1 }))
  assert.equal(email?.kind, 'redeemed')
})

it('accepts fewer items than the maximum', async () => {
  const shop = await createShop()
  assert.deepEqual(variantsOf(await choose(shop, await shop.createGift(), 'Plate')), [
    shop.id('Plate'),
  ])
})

it('rejects too many items, two versions of a product, none, and unknown ones, and changes nothing', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  const cases: [names: string[], expected: RegExp][] = [
    [['Red', 'Plate', 'Book'], /variant_ids too_many must contain at most 2 items$/],
    [['Red', 'Blue'], /variant_ids too_many must contain only one variant of Cup$/],
    [['Red', 'Blue', 'Book'], /at most 2 items, variant_ids too_many must contain only one/],
    [[], /variant_ids required/],
    [['Red', 'nothing'], /variant_ids\.1 \w+/],
  ]
  for (const [names, expected] of cases)
    assert.match(await rejection(choose(shop, id, ...names)), expected, names.join())
  const draft = app.run((ctx) =>
    gifting.saveSelection(ctx, id, { variant_ids: ['Red', 'Plate', 'Book'].map(shop.id) }),
  )
  assert.match(await rejection(draft), /at most 2 items/)
  assert.deepEqual(await listReservations(id), [])
  const gift = await choose(shop, id, 'Red', 'Red', 'Plate')
  assert.equal(variantsOf(gift).length, 2, 'an id that is sent twice counts once')
})

it('uses a saved selection of several items', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  const variant_ids = ['Plate', 'Red'].map(shop.id)
  await app.run((ctx) => gifting.saveSelection(ctx, id, { variant_ids }))
  const gift = await redeem(app, id, { shipping_address: homeAddress })
  assert.deepEqual(variantsOf(gift), [shop.id('Red'), shop.id('Plate')])
})

it('returns the same gift for the same items only', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  const first = await choose(shop, id, 'Red', 'Book')
  const again = await choose(shop, id, 'Book', 'Red')
  assert.equal(again?.line_items, first?.line_items)
  assert.match(await rejection(choose(shop, id, 'Red')), /^invalid_transition/)
  assert.equal(await shop.available('Red'), 4)
})

it('keeps the number of a gift that was sent before the campaign changed', async () => {
  const shop = await createShop()
  const before = await shop.createGift()
  await app.run((ctx) =>
    ctx.query('update campaigns.campaign set max_choices = 1 where account_id = $1 and id = $2', [
      ctx.account_id,
      shop.campaign_id,
    ]),
  )
  const after = await shop.createGift()
  assert.equal(variantsOf(await choose(shop, before, 'Red', 'Plate')).length, 2)
  assert.match(await rejection(choose(shop, after, 'Red', 'Plate')), /must contain only one item$/)
})

it('applies to the gifts of a one-link', async () => {
  const shop = await createShop()
  await app.run((ctx) =>
    ctx.query(
      `update campaigns.campaign set invitation_method = 'one_link' where account_id = $1 and id = $2`,
      [ctx.account_id, shop.campaign_id],
    ),
  )
  const { campaign_id } = shop
  const link = await createOneLink(app, campaign_id, 1)
  const [row] = await app.run((ctx) =>
    ctx.query<{ max_choices: number }>(
      'select max_choices from gifting.gift_request where account_id = $1 and one_link_id = $2',
      [ctx.account_id, link.id],
    ),
  )
  assert.equal(row?.max_choices, 2)
})

it('names the item that is out of stock, and reserves none of the others', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  await app.run((ctx) =>
    catalogue.setStock(ctx, [
      { variant_id: shop.id('Book'), warehouse_id: shop.warehouse_id, available: 0 },
    ]),
  )
  assert.equal(
    await rejection(choose(shop, id, 'Plate', 'Book')),
    'out_of_stock: variant_ids.1 out_of_stock names Book, which is out of stock',
  )
  assert.deepEqual(await listReservations(id), [])
  assert.equal(await shop.available('Plate'), 5)
})

it('gives the last unit to one of two recipients, and reserves nothing for the other', async () => {
  for (let round = 0; round < 5; round++) {
    const shop = await createShop(2)
    await app.run((ctx) =>
      catalogue.setStock(ctx, [
        { variant_id: shop.id('Book'), warehouse_id: shop.warehouse_id, available: 1 },
      ]),
    )
    const ids = [await shop.createGift(), await shop.createGift()]
    const [one = '', other = ''] = ids
    const outcomes = await Promise.allSettled([
      choose(shop, one, 'Plate', 'Book'),
      choose(shop, other, 'Book', 'Red'),
    ])
    const won = outcomes.map(({ status }) => status === 'fulfilled')
    assert.deepEqual([...won].sort(), [false, true])
    const loser = won[0] === true ? other : one
    assert.deepEqual(await listReservations(loser), [])
    assert.equal(await shop.available('Book'), 0)
    assert.equal(await shop.available('Plate'), won[0] === true ? 1 : 2)
    assert.equal(await shop.available('Red'), won[0] === true ? 2 : 1)
    assert.equal((await app.run((ctx) => gifting.find(ctx, loser)))?.state, 'awaiting_recipient')
  }
})

it('needs an address only if one of the items is physical', async () => {
  const shop = await createShop()
  await addContent(app, shop.id('Voucher'), { delivery: 'code' })
  await importLines(app, shop.id('Voucher'), 'AAAA-1111\nBBBB-2222')
  const id = await shop.createGift()
  const mixed = { variant_ids: ['Voucher', 'Red'].map(shop.id) }
  assert.match(await rejection(redeem(app, id, mixed)), /shipping_address required/)
  const gift = await redeem(app, id, { ...mixed, shipping_address: homeAddress })
  assert.equal(gift?.state, 'redeemed')
  assert.equal((await app.run((ctx) => digital.findItems(ctx, id))).length, 1)
  const other = await shop.createGift()
  const voucher = await redeem(app, other, { variant_ids: [shop.id('Voucher')] })
  assert.equal(voucher?.state, 'complete')
})

it('gives no code when the physical item of a choice is out of stock, and reserves nothing without a code', async () => {
  const shop = await createShop(1)
  await addContent(app, shop.id('Voucher'), { delivery: 'code' })
  await importLines(app, shop.id('Voucher'), 'CCCC-1111')
  await choose(shop, await shop.createGift(), 'Book')
  const id = await shop.createGift()
  assert.match(await rejection(choose(shop, id, 'Book', 'Voucher')), /names Book/)
  assert.deepEqual(await app.run((ctx) => digital.findItems(ctx, id)), [])
  await choose(shop, await shop.createGift(), 'Voucher')
  assert.match(await rejection(choose(shop, id, 'Plate', 'Voucher')), /names Voucher/)
  assert.equal(await shop.available('Plate'), 1)
  assert.equal((await choose(shop, id, 'Plate'))?.state, 'redeemed')
})

it('checks destination and age of each item', async () => {
  const shop = await createShop()
  await app.run(async (ctx) => {
    const variants = await catalogue.variantsById(ctx, ['Plate', 'Book'].map(shop.id))
    const restrict = async (name: string, change: Partial<catalogue.ProductRules>) => {
      const id = variants.get(shop.id(name))?.product.id ?? ''
      const product = await catalogue.findProduct(ctx, id)
      if (product === undefined) throw new Error('no product')
      await catalogue.updateProduct(ctx, id, { ...product, ...change })
    }
    await restrict('Plate', { destination_mode: 'deny', destinations: ['DE'] })
    await restrict('Book', { minimum_age: 18 })
  })
  const id = await shop.createGift()
  assert.match(
    await rejection(choose(shop, id, 'Red', 'Plate')),
    /variant_ids\.1 not_allowed names Plate, which is not available in Germany/,
  )
  assert.match(await rejection(choose(shop, id, 'Red', 'Book')), /age_confirmed required/)
  const gift = await redeem(app, id, {
    variant_ids: ['Red', 'Book'].map(shop.id),
    shipping_address: homeAddress,
    age_confirmed: 18,
  })
  assert.equal(gift?.state, 'redeemed')
})
