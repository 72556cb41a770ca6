import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import * as sends from '#sends'
import * as spend from '#spend'
import { createTestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  homeAddress,
  redeem,
} from '#test/catalogue-fixture'
import { closeOneLink, createOneLink } from '#test/claim-fixture'
import { findDonations } from '#test/donation-fixture'
import { pluck } from '#test/pluck'

const app = await createTestApp()

const setCost = (variant_id: string, amount: number | null, currency = 'EUR') =>
  app.run((ctx) =>
    ctx.query(
      'update catalogue.variant set unit_cost_minor = $3, unit_cost_currency = $4 where account_id = $1 and id = $2',
      [ctx.account_id, variant_id, amount, amount === null ? null : currency],
    ),
  )

const setBudget = (
  { campaign_id }: CatalogueFixture,
  amount_minor: number,
  { stops = true, currency = 'EUR' } = {},
) =>
  app.run((ctx) =>
    campaigns.patch(ctx, campaign_id, () => ({ budget: { amount_minor, currency, stops } })),
  )

/**
 * Creates a campaign whose recipients choose a cup for 10 EUR, a plate for 25 EUR, or a donation of 25 EUR.
 */
async function createShop(): Promise<CatalogueFixture> {
  const shop = await createCatalogueFixture(app, [
    { name: 'Cup', stock: { Cup: 50 } },
    { name: 'Plate', stock: { Plate: 50 } },
    { name: 'Sea rescue', kind: 'donation', stock: { Rescue: 0 } },
  ])
  await setCost(shop.id('Cup'), 1_000)
  await setCost(shop.id('Plate'), 2_500)
  return shop
}

const choose = (shop: CatalogueFixture, id: string, name: string) =>
  redeem(app, id, {
    variant_ids: [shop.id(name)],
    ...(name !== 'Rescue' && { shipping_address: homeAddress }),
  })

const listCosts = async (id: string) =>
  (await app.run((ctx) => spend.findByGift(ctx, id))).map(
    ({ kind, amount_minor, currency }) => `${kind} ${amount_minor} ${currency}`,
  )

const euros = (currency = 'EUR') => ({ amount_minor: 0, currency, stops: false })

const readUsage = async ({ campaign_id }: CatalogueFixture, currency = 'EUR') =>
  (
    await app.run((ctx) =>
      spend.usageByOwner(ctx, 'campaign', [{ id: campaign_id, budget: euros(currency) }]),
    )
  ).get(campaign_id)

const newGift = ({ campaign_id }: CatalogueFixture) => ({
  campaign_id,
  recipient: { first_name: 'Ada', last_name: 'Low', email: `${crypto.randomUUID()}@example.com` },
})
const post = (shop: CatalogueFixture) => app.api.post('/gift_requests', newGift(shop))

it('saves what the items cost at the redemption, and ignores later prices', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  assert.deepEqual(await listCosts(id), [])
  await choose(shop, id, 'Cup')
  await setCost(shop.id('Cup'), 9_900)
  assert.deepEqual(await listCosts(id), ['items 1000 EUR'])
})

it('saves no cost for items without a unit cost', async () => {
  const shop = await createShop()
  await setCost(shop.id('Cup'), null)
  const id = await shop.createGift()
  await choose(shop, id, 'Cup')
  assert.deepEqual(await listCosts(id), [])
})

it('counts a donation, and voids it and the items when the gift is cancelled', async () => {
  const shop = await createShop()
  const donated = await shop.createGift()
  await choose(shop, donated, 'Rescue')
  const [donation] = await findDonations(app, donated)
  assert.deepEqual(await listCosts(donated), [`donation ${donation?.amount_minor} EUR`])
  const id = await shop.createGift()
  await choose(shop, id, 'Plate')
  await app.run((ctx) => gifting.cancel(ctx, id, 'a test'))
  assert.deepEqual(await listCosts(id), [])
})

it('reserves the dearest choice, corrects it at the redemption, and frees it at the end', async () => {
  const shop = await createShop()
  await setBudget(shop, 100_000)
  const [redeemed, cancelled, expired] = [
    await shop.createGift(),
    await shop.createGift(),
    await shop.createGift(),
  ]
  assert.equal(await readUsage(shop), 7_500)
  await choose(shop, redeemed, 'Cup')
  assert.equal(await readUsage(shop), 6_000)
  await app.run((ctx) => gifting.cancel(ctx, cancelled, 'a test'))
  assert.equal(await readUsage(shop), 3_500)
  await app.run((ctx) => gifting.cancel(ctx, redeemed, 'a test'))
  assert.equal(await readUsage(shop), 2_500)
  await app.run((ctx) =>
    ctx.query(
      `update gifting.gift_request set expires_at = now() - interval '1 hour', due_at = now() - interval '1 hour' where account_id = $1 and id = $2`,
      [ctx.account_id, expired],
    ),
  )
  await app.advanceTime(2 * 60 * 60 * 1000)
  assert.equal(await readUsage(shop), 0)
})

it('rejects a gift that could exceed the budget, and names the campaign and what is left', async () => {
  const shop = await createShop()
  await setBudget(shop, 6_000)
  assert.equal((await post(shop)).status, 201)
  assert.equal((await post(shop)).status, 201)
  const { status, json } = await post(shop)
  assert.equal(status, 422)
  const [error] = json.errors
  assert.equal(error.code, 'not_allowed')
  assert.equal(error.param, 'campaign_id')
  assert.match(error.message, /budget of €60\.00 has €10\.00 left, and this costs up to €25\.00/)
})

it('only counts when the budget does not stop gifts', async () => {
  const shop = await createShop()
  await setBudget(shop, 2_500, { stops: false })
  for (const _ of [1, 2, 3]) assert.equal((await post(shop)).status, 201)
  assert.equal(await readUsage(shop), 7_500)
})

it('never exceeds a budget with gifts that are created at the same instant', async () => {
  const shop = await createShop()
  await setBudget(shop, 12_500)
  const results = await Promise.all(Array.from({ length: 20 }, () => post(shop)))
  const created = results.filter(({ status }) => status === 201)
  assert.equal(created.length, 5)
  assert.ok(results.every(({ status }) => status === 201 || status === 422))
  assert.equal(await readUsage(shop), 12_500)
})

it('rejects a batch as a whole, and its single rows in partial mode', async () => {
  const shop = await createShop()
  await setBudget(shop, 5_000)
  const gift_requests = [newGift(shop), newGift(shop), newGift(shop)]
  const whole = await app.api.post('/gift_requests/batch', { gift_requests })
  assert.equal(whole.status, 422)
  assert.equal(whole.json.errors[0].param, 'gift_requests.2.campaign_id')
  assert.equal((await readUsage(shop)) ?? 0, 0)
})

it('rejects the rows of a bulk send that do not fit, and sends the others', async () => {
  const shop = await createShop()
  await setBudget(shop, 5_000)
  const rows = [1, 2, 3].map(() => ({ recipient: newGift(shop).recipient }))
  const sender = app.campaign('email').sender
  const results = await app.run((ctx) =>
    sends.sendBulk(ctx, { campaign_id: shop.campaign_id }, rows, sender),
  )
  assert.deepEqual(pluck(results, 'status'), ['sent', 'sent', 'rejected'])
  assert.equal(await readUsage(shop), 5_000)
})

it('reserves for all places of a one-link', async () => {
  const campaign = app.campaign('one_link')
  await app.run((ctx) =>
    ctx.query(
      `update catalogue.variant v set unit_cost_minor = 700, unit_cost_currency = 'EUR'
         from campaigns.campaign_variant c
        where c.account_id = $1 and c.campaign_id = $2 and v.account_id = c.account_id and v.id = c.variant_id`,
      [ctx.account_id, campaign.id],
    ),
  )
  await app.run((ctx) =>
    campaigns.patch(ctx, campaign.id, () => ({
      budget: { amount_minor: 7_000, currency: 'EUR', stops: true },
    })),
  )
  const create = (quantity: number) => createOneLink(app, campaign.id, quantity)
  await assert.rejects(create(11), (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.match(
      error.fieldErrors[0]?.message ?? '',
      /has €70\.00 left, and this costs up to €77\.00/,
    )
    return true
  })
  const link = await create(10)
  const usage = () =>
    app.run((ctx) => spend.usageByOwner(ctx, 'campaign', [{ id: campaign.id, budget: euros() }]))
  assert.equal((await usage()).get(campaign.id), 7_000)
  await closeOneLink(app, link.id)
  assert.equal((await usage()).get(campaign.id), 0)
})

it('keeps the cost centre of the campaign at the creation', async () => {
  const shop = await createShop()
  const patch = (cost_centre: string) =>
    app.run((ctx) => campaigns.patch(ctx, shop.campaign_id, () => ({ cost_centre })))
  await patch('  Sales 4711 ')
  const id = await shop.createGift()
  await patch('Marketing')
  await choose(shop, id, 'Cup')
  const month = new Date().toISOString().slice(0, 7)
  const report = await app.run((ctx) =>
    spend.getReport(ctx, 'cost_centre', { from: month, until: month }),
  )
  const row = report.rows.find(({ key }) => key === 'Sales 4711')
  assert.equal(row?.total_minor, 1_000)
  assert.equal(row?.gifts, 1)
})
