import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import { isUnavailable } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  homeAddress,
  redeem,
} from '#test/catalogue-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import * as gifting from '../index.ts'

const app = await createTestApp()
const createCups = () => createCatalogueFixture(app, [{ name: 'Cup', stock: { Red: 5, Blue: 5 } }])

const listEventTypes = async (id: string): Promise<string[]> => {
  const { json } = await app.api.get(`/events?gift_request_id=${id}`)
  return json.data.map(({ type }: { type: string }) => type).sort()
}

/** Returns the errors of a rejected redemption, each as `param code`. */
async function rejectedFields(redeeming: Promise<unknown>): Promise<string[]> {
  const error = await redeeming.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error.fieldErrors.map(({ param, code }) => `${param} ${code}`).sort()
}

/**
 * Runs a function, and runs it again if the service was unavailable. On a busy machine, requests can fail
 * before they start.
 */
async function retryWhileUnavailable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return retryWhileUnavailable(run)
  }
}

it('locks items and address, emits one event and hides the address from the sender', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const gift = await redeem(app, id, {
    variant_ids: [shop.id('Red')],
    shipping_address: { ...homeAddress, line_2: '' },
  })
  assert.equal(gift?.state, 'redeemed')
  const { json } = await app.api.get(`/gift_requests/${id}`)
  assert.equal(json.status, 'redeemed')
  assert.equal(json.shipping_address, null)
  const offered = json.offering.line_items[0]
  assert.deepEqual(json.line_items, [{ ...offered, id: json.line_items[0].id, quantity: 1 }])
  assert.notEqual(json.line_items[0].id, offered.id)
  assert.deepEqual(await listEventTypes(id), ['gift_request_created', 'gift_request_redeemed'])
  const { json: events } = await app.api.get(`/events?gift_request_id=${id}`)
  const event = events.data.find(({ type }: { type: string }) => type === 'gift_request_redeemed')
  assert.equal(event.body.shipping_address, null)
  assert.deepEqual(event.body.line_items, json.line_items)
  const page = await app.run((ctx) => gifting.getRedemptionPage(ctx, id))
  assert.equal(page?.destination?.city, homeAddress.city)
  const own = await app.run((ctx) => gifting.addressForRecipient(ctx, id))
  assert.deepEqual(own, homeAddress)
  assert.equal(await shop.available('Red'), 4)
})

it('returns all errors at once and changes nothing', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const invalid = redeem(app, id, {
    variant_ids: [shop.id('Red'), shop.id('Blue'), 'nonsense'],
    shipping_address: { ...homeAddress, line_1: '', postal_code: '1' },
  })
  assert.deepEqual(await rejectedFields(invalid), [
    'shipping_address.line_1 required',
    'variant_ids too_many',
    'variant_ids.2 invalid_reference',
  ])
  const elsewhere = redeem(app, id, {
    variant_ids: [shop.id('Red')],
    shipping_address: { name: 'Ada', line_1: 'Nowhere 1', postal_code: 'x', country: 'DE' },
  })
  assert.deepEqual(await rejectedFields(elsewhere), [
    'shipping_address.city required',
    'shipping_address.postal_code invalid_format',
  ])
  assert.deepEqual(await rejectedFields(redeem(app, id, {})), ['variant_ids required'])
  assert.deepEqual(await rejectedFields(redeem(app, id, { variant_ids: [shop.id('Red')] })), [
    'shipping_address required',
  ])
  assert.equal((await app.api.get(`/gift_requests/${id}`)).json.status, 'submitted')
  assert.equal(await shop.available('Red'), 5)
})

it('uses the saved selection if the request has none', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  await app.run((ctx) => gifting.saveSelection(ctx, id, { variant_ids: [shop.id('Blue')] }))
  await redeem(app, id, { shipping_address: homeAddress })
  const { json } = await app.api.get(`/gift_requests/${id}`)
  assert.equal(json.line_items[0].variant_id, shop.id('Blue'))
})

it('mode `all` gives one of each product and requires a choice among several variants', async () => {
  const wares = [
    { name: 'Hoodie', stock: { S: 1, M: 1 } },
    { name: 'Book', stock: { Book: 1 } },
    { name: 'Voucher', kind: 'digital' as const, stock: { Voucher: 0 } },
  ]
  const shop = await createCatalogueFixture(app, wares, 'all')
  const id = await shop.createGift()
  assert.deepEqual(await rejectedFields(redeem(app, id, { shipping_address: homeAddress })), [
    'variant_ids required',
  ])
  const both = { variant_ids: [shop.id('S'), shop.id('M')], shipping_address: homeAddress }
  assert.deepEqual(await rejectedFields(redeem(app, id, both)), ['variant_ids too_many'])
  const gift = await redeem(app, id, { variant_ids: [shop.id('M')], shipping_address: homeAddress })
  assert.equal(gift?.state, 'redeemed')
  const { json } = await app.api.get(`/gift_requests/${id}`)
  assert.deepEqual(
    json.line_items.map((item: { variant_id: string; quantity: number }) => [
      item.variant_id,
      item.quantity,
    ]),
    ['M', 'Book', 'Voucher'].map((name) => [shop.id(name), 1]),
  )
  assert.deepEqual([await shop.available('S'), await shop.available('M')], [1, 0])
})

it('completes a digital gift immediately, with both events and without an address', async () => {
  const shop = await createCatalogueFixture(app, [
    { name: 'Class', kind: 'digital', stock: { Class: 0 } },
  ])
  const id = await shop.createGift()
  const gift = await redeem(app, id, {
    variant_ids: [shop.id('Class')],
    shipping_address: homeAddress,
  })
  assert.equal(gift?.state, 'complete')
  assert.equal(gift?.address, null)
  const { json } = await app.api.get(`/events?gift_request_id=${id}`)
  assert.deepEqual(
    json.data
      .map(({ type, body }: { type: string; body: { status: string } }) => [type, body.status])
      .sort(),
    [
      ['gift_request_created', 'submitted'],
      ['gift_request_delivered', 'delivered'],
      ['gift_request_redeemed', 'redeemed'],
    ],
  )
  assert.deepEqual(await listFulfilmentJobs(id), [])
})

it('sells each of the last ten items once to concurrent recipients', async () => {
  const shop = await createCatalogueFixture(app, [{ name: 'Lamp', stock: { Lamp: 10 } }])
  const ids = await Promise.all(Array.from({ length: 50 }, () => shop.createGift()))
  const body = { variant_ids: [shop.id('Lamp')], shipping_address: homeAddress }
  const outcomes = await Promise.all(
    ids.map((id) =>
      retryWhileUnavailable(() => redeem(app, id, body)).then(
        (gift) => gift?.state,
        (error: ApiError) => error.errors()[0],
      ),
    ),
  )
  assert.equal(outcomes.filter((each) => each === 'redeemed').length, 10)
  const rejected = outcomes.filter((each) => each !== 'redeemed')
  assert.equal(rejected.length, 40)
  for (const each of rejected)
    assert.deepEqual(each, {
      type: 'conflict_error',
      code: 'out_of_stock',
      message: 'names Lamp, which is out of stock',
      param: 'variant_ids.0',
    })
  assert.equal(await shop.available('Lamp'), 0)
})

it('treats two concurrent identical requests as one', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const body = { variant_ids: [shop.id('Red')], shipping_address: homeAddress }
  const gifts = await Promise.all(Array.from({ length: 8 }, () => redeem(app, id, body)))
  assert.deepEqual(new Set(gifts.map((gift) => gift?.line_items)).size, 1)
  assert.deepEqual(await listEventTypes(id), ['gift_request_created', 'gift_request_redeemed'])
  assert.equal(await shop.available('Red'), 4)
  const changed = redeem(app, id, { ...body, variant_ids: [shop.id('Blue')] })
  await assert.rejects(changed, { code: 'invalid_transition' })
  const moved = redeem(app, id, { ...body, shipping_address: { ...homeAddress, city: 'Potsdam' } })
  await assert.rejects(moved, { code: 'invalid_transition' })
})

it('has one result when redemption, cancellation and expiry are concurrent', async () => {
  const shop = await createCatalogueFixture(app, [{ name: 'Vase', stock: { Vase: 100 } }])
  const lasting = 24 * 3_600_000
  const expires_at = new Date(app.db.clock().getTime() + lasting).toISOString()
  const ids = await Promise.all(Array.from({ length: 12 }, () => shop.createGift({ expires_at })))
  // Simulates a page that was loaded just before the gift expired.
  const justBefore = new Date(new Date(expires_at).getTime() - 1)
  const body = { variant_ids: [shop.id('Vase')], shipping_address: homeAddress }
  const redeeming = (id: string) =>
    app.run((ctx) => gifting.redeem({ ...ctx, now: justBefore }, id, body))
  const results = ids.map((id) =>
    Promise.allSettled([redeeming(id), app.run((ctx) => gifting.cancel(ctx, id, 'called off'))]),
  )
  await Promise.all([app.advanceTime(lasting), ...results])
  let redeemed = 0
  for (const id of ids) {
    const { json } = await app.api.get(`/gift_requests/${id}/history`)
    const path = json.data.map(({ to }: { to: string }) => to).slice(2)
    const legal = ['redeemed', 'redeemed cancelled', 'cancelled', 'expired']
    assert.ok(legal.includes(path.join(' ')), path.join(' '))
    const kinds = path.map((to: string) => (to === 'redeemed' ? to : 'cancelled'))
    assert.deepEqual(
      await listEventTypes(id),
      ['created', ...kinds].map((kind) => `gift_request_${kind}`).sort(),
    )
    if (path.join(' ') === 'redeemed') redeemed++
  }
  await createFulfilmentRunner(app).run()
  assert.equal(await shop.available('Vase'), 100 - redeemed)
})

it('rejects an expired gift even before the timer has processed it', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const body = { variant_ids: [shop.id('Red')], shipping_address: homeAddress }
  const late = app.run((ctx) => gifting.redeem({ ...ctx, now: new Date('2100-01-01') }, id, body))
  await assert.rejects(late, { code: 'invalid_transition' })
})

it('returns reserved stock once when a redeemed gift is cancelled', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  await redeem(app, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  assert.equal(await shop.available('Red'), 4)
  await app.api.post(`/gift_requests/${id}/cancel`)
  await createFulfilmentRunner(app).run()
  assert.equal(await shop.available('Red'), 5)
  await app.run(async (ctx) => catalogue.release(ctx, id))
  assert.equal(await shop.available('Red'), 5)
})

it('rejects other accounts', async () => {
  const shop: CatalogueFixture = await createCups()
  const id = await shop.createGift()
  const { account } = await app.createOtherAccount()
  const body = { variant_ids: [shop.id('Red')], shipping_address: homeAddress }
  assert.equal(await app.run((ctx) => gifting.redeem(ctx, id, body), account.id), undefined)
  assert.equal(await app.run((ctx) => gifting.redeem(ctx, 'x', body)), undefined)
})

const listFulfilmentJobs = async (id: string) => {
  return app.run((ctx) =>
    ctx.queryValues<string>(
      'select kind from gifting.fulfilment_outbox where gift_request_id = $1',
      [id],
    ),
  )
}
