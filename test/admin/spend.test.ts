import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'csv-parse/sync'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import * as spend from '#spend'
import { createAdminTestApp } from '#test/admin-harness'
import { homeAddress } from '#test/catalogue-fixture'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const client = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const month = new Date().toISOString().slice(0, 7)

const post = async (path: string, body: object) => {
  const { status, json, text } = await client.post(path, body)
  assert.ok(status < 300, text)
  return json
}

/** Creates a warehouse, a cup, a plate, and a campaign that offers both products. */
async function createShop() {
  const warehouse = await post('/warehouses', { name: 'Shed', country: 'DE' })
  const products = new Map<string, { id: string; variants: { id: string; sku: string }[] }>()
  for (const name of ['Cup', 'Plate'])
    products.set(
      name,
      await post('/products', {
        ...{ name, description: `${name}, as usual.`, kind: 'physical', images: [] },
        variants: [{ sku: `${name} 1`, name, images: [] }],
      }),
    )
  const id = (name: string) => products.get(name)?.variants[0]?.id ?? ''
  await testApp.run((ctx) =>
    catalogue.setStock(
      ctx,
      [...products.keys()].map((name) => ({
        ...{ variant_id: id(name), warehouse_id: warehouse.id, available: 50 },
      })),
    ),
  )
  const campaign = await post('/campaigns', {
    ...{ name: 'Shop 1', description: '', invitation_method: 'email', selection_mode: 'one' },
    ...{ visible_at_redemption: true, expires_after_days: 60 },
    email_message: { subject: 'For you', body: 'Please choose.' },
    theme: { color: '#7a2459', logo_url: '/images/logo.svg', headline: 'A gift', message: '' },
    ...{ sender_id: testApp.admin.id, variant_ids: [id('Cup'), id('Plate')] },
    ...{ locale: 'en', time_zone: 'UTC' },
    reminders: { after_days: [], before_expiry_days: [], quiet: null },
  })
  return { campaign_id: campaign.id as string, products, id }
}
const shop = await createShop()

/** Sets the unit cost of a variant in the product form. Returns the response. */
async function setUnitCost(name: string, amount: number | null, currency: string | null) {
  const { id, variants } = shop.products.get(name) ?? assert.fail(name)
  return client.patch(`/products/${id}`, {
    variants: variants.map(({ id, sku }) => ({
      ...{ id, sku, name, images: [] },
      unit_cost: amount === null && currency === null ? null : { amount, currency },
    })),
  })
}

let count = 0
/** Sends a gift that waits for its recipient. */
async function send(): Promise<string> {
  const { rows } = await post('/send', {
    options: { campaign_id: shop.campaign_id },
    rows: [
      { recipient: { first_name: 'Ada', last_name: 'Low', email: `ada.${++count}@example.com` } },
    ],
  })
  await gifting.processDue(testApp.db)
  return rows[0].id
}

/** Sends a gift whose recipient chooses the given item. */
async function give(name: string): Promise<string> {
  const id = await send()
  await testApp.run((ctx) =>
    gifting.redeem(ctx, id, { variant_ids: [shop.id(name)], shipping_address: homeAddress }),
  )
  return id
}

const readReport = async (by: string, query = `from=${month}&until=${month}`) =>
  (await sender.get(`/spend?by=${by}&${query}`)).json
const toRows = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true })

/** Moves the costs of a gift to an earlier month. */
const backdate = (id: string, occurred_at: string) =>
  testApp.run((ctx) =>
    ctx.query(
      'update spend.cost set occurred_at = $3 where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, id, occurred_at],
    ),
  )

it('saves the unit cost of a variant, and rejects one without a currency', async () => {
  assert.equal((await setUnitCost('Cup', 1_000, 'eur')).status, 200)
  const { status, json } = await setUnitCost('Cup', 1_000, null)
  assert.equal(status, 422)
  assert.equal(json.errors[0].param, 'variants.0.unit_cost.currency')
  const { status: unknown } = await setUnitCost('Cup', 1_000, 'QQQ')
  assert.equal(unknown, 422)
  const { json: log } = await client.get('/audit?limit=5')
  const text = JSON.stringify(log)
  assert.match(text, /Cup 1 10\.00 EUR/)
})

it('reports by campaign, sender and month, with each currency by itself', async () => {
  await setUnitCost('Cup', 1_000, 'EUR')
  await setUnitCost('Plate', 2_000, 'USD')
  await give('Cup')
  await give('Cup')
  await give('Plate')
  const report = await readReport('campaign')
  const rows = report.rows.filter(({ key }: { key: string }) => key === shop.campaign_id)
  assert.deepEqual(
    rows.map((row: Record<string, unknown>) => [row.currency, row.items_minor, row.gifts]),
    [
      ['EUR', 2_000, 2],
      ['USD', 2_000, 1],
    ],
  )
  assert.match(rows[0].name, /^Shop /)
  assert.deepEqual(
    report.totals.map((each: Record<string, unknown>) => [each.currency, each.total_minor]).sort(),
    [
      ['EUR', 2_000],
      ['USD', 2_000],
    ],
  )
  const bySender = await readReport('sender')
  assert.equal(typeof bySender.rows[0].name, 'string')
  const byMonth = await readReport('month')
  assert.deepEqual(
    byMonth.rows.map(({ key, currency }: Record<string, string>) => `${key} ${currency}`),
    [`${month} EUR`, `${month} USD`],
  )
})

it('compares a month with the month before, and a period with the period before', async () => {
  await setUnitCost('Cup', 4_000, 'CHF')
  const [older, newer] = [await give('Cup'), await give('Cup')]
  await backdate(older, '2024-12-31T23:59:59.999Z')
  await backdate(newer, '2025-01-01T00:00:00.000Z')
  const january = await readReport('month', 'from=2025-01&until=2025-01')
  assert.equal(january.rows.length, 1)
  assert.equal(january.rows[0].key, '2025-01')
  assert.equal(january.rows[0].total_minor, 4_000)
  assert.equal(january.rows[0].previous_minor, 4_000)
  assert.deepEqual(january.previous, { from: '2024-12', until: '2024-12' })
  const quarter = await readReport('month', 'from=2024-11&until=2025-01')
  assert.deepEqual(
    quarter.rows.map((row: Record<string, unknown>) => [row.key, row.previous_minor]),
    [
      ['2025-01', 4_000],
      ['2024-12', 0],
    ],
  )
  assert.deepEqual(quarter.previous, { from: '2024-08', until: '2024-10' })
})

it('rejects a period of more than 24 months and one that ends before it begins', async () => {
  const long = await sender.get('/spend?from=2020-01&until=2022-01')
  assert.equal(long.status, 400)
  assert.match(long.json.errors[0].message, /at most 24 months/)
  assert.equal((await sender.get('/spend?from=2022-02&until=2022-01')).status, 400)
  assert.equal((await sender.get('/spend?from=2022-13')).status, 400)
  assert.equal((await sender.get('/spend.csv?from=2020-01&until=2022-02')).status, 400)
})

it('downloads the report and each cost, and escapes formulas', async () => {
  await testApp.run((ctx) =>
    ctx.query(
      `update spend.cost set cost_centre = '=1+1' where account_id = $1 and currency = 'CHF'`,
      [ctx.account_id],
    ),
  )
  const costs = toRows((await sender.get('/spend/costs.csv?from=2024-12&until=2025-01')).text)
  assert.deepEqual(pluck(costs, 'kind', 'amount', 'currency', 'cost_centre'), [
    ['items', '40.00', 'CHF', "'=1+1"],
    ['items', '40.00', 'CHF', "'=1+1"],
  ])
  const report = toRows(
    (await sender.get('/spend.csv?by=cost_centre&from=2025-01&until=2025-01')).text,
  )
  assert.equal(report[0]?.total, '40.00')
  assert.equal(report[0]?.previous_total, '40.00')
})

it('shows what a gift costs on its page and in the file of gifts', async () => {
  await setUnitCost('Cup', 1_250, 'EUR')
  const id = await give('Cup')
  const json = await readGiftPage(sender, id)
  assert.deepEqual(
    json.costs.map(({ kind, amount }: Record<string, unknown>) => [kind, amount]),
    [['items', { amount: 1_250, currency: 'EUR' }]],
  )
  const rows = toRows(
    (await sender.get(`/exports/gift_requests?campaign_id=${shop.campaign_id}`)).text,
  )
  assert.equal(rows.find((row) => row.id === id)?.items_cost, '12.50 EUR')
})

it('estimates a send, and says what is left of the budget', async () => {
  await setUnitCost('Cup', 1_250, 'EUR')
  await setUnitCost('Plate', 2_500, 'EUR')
  const saved = await saveCampaign({
    cost_centre: ' Events 4310 ',
    budget: { amount: { amount: 10_000, currency: 'eur' }, stops: true },
  })
  assert.equal(saved.status, 200, saved.text)
  assert.equal(saved.json.cost_centre, 'Events 4310')
  const amount = { amount: 10_000, currency: 'EUR' }
  assert.deepEqual(saved.json.budget, { amount, stops: true })
  assert.equal(saved.json.budget_used, 0)
  await send()
  const cards = (await sender.get('/campaign-cards')).json.data
  const card = cards.find(({ id }: { id: string }) => id === shop.campaign_id)
  assert.deepEqual([card.budget, card.budget_used], [{ amount }, 2_500])
  const { json, status } = await sender.post('/send/estimate', {
    options: { campaign_id: shop.campaign_id },
  })
  assert.equal(status, 200)
  assert.deepEqual(json, {
    most_per_gift: [{ amount_minor: 2_500, currency: 'EUR' }],
    is_choice: true,
    items_without_cost: 0,
    budget: { amount_minor: 10_000, currency: 'EUR', stops: true, left_minor: 7_500 },
    team_budget: null,
    approval_reasons: [],
  })
  const wrong = await saveCampaign({
    budget: { amount: { amount: 1, currency: 'QQQ' }, stops: false },
  })
  assert.equal(wrong.status, 422)
  assert.equal(wrong.json.errors[0].param, 'budget.amount.currency')
})

it('shows what of each budget is spent, committed and left, and when it runs out', async () => {
  const readBudgets = async (credentials = testApp.sender) => {
    const { status, json, text } = await (await testApp.signIn(credentials)).get('/spend/budgets')
    assert.equal(status, 200, text)
    return json.data
  }
  const readCampaignBudget = async () =>
    (await readBudgets()).find(({ kind }: { kind: string }) => kind === 'campaign')
  await give('Cup')
  const { months, ...budget } = await readCampaignBudget()
  assert.deepEqual(budget, {
    ...{ kind: 'campaign', id: shop.campaign_id, name: 'Shop 1' },
    ...{ currency: 'EUR', amount_minor: 10_000, stops: true },
    ...{ used_minor: 3_750, spent_minor: 1_250, committed_minor: 2_500, left_minor: 6_250 },
    ...{ forecast: 'too_early', runs_out_at: null },
  })
  assert.equal(months.length, 6)
  assert.deepEqual(months.at(-1), { month, amount_minor: 3_750 })

  const dayMs = 86_400_000
  testApp.time.offsetMs += 30 * dayMs
  const later = await readCampaignBudget()
  const days = (Date.parse(later.runs_out_at) - testApp.db.clock().getTime()) / dayMs
  assert.ok(days > 49 && days < 51, `6,250 at 125 a day last ${days} days`)
  testApp.time.offsetMs += 90 * dayMs
  assert.equal((await readCampaignBudget()).forecast, 'idle')
  testApp.time.offsetMs = 0

  await saveCampaign({ budget: { amount: { amount: 1_000, currency: 'EUR' }, stops: false } })
  const exceeded = await readCampaignBudget()
  assert.equal(exceeded.left_minor, -2_750)
  assert.deepEqual([exceeded.forecast, exceeded.runs_out_at], ['used_up', null])
  const team = { name: 'Sales', member_ids: [testApp.sender.id] }
  await post('/teams', {
    ...team,
    budget: { amount: { amount: 500, currency: 'EUR' }, stops: false },
  })
  const [, ofTeam] = await readBudgets()
  assert.deepEqual([ofTeam.kind, ofTeam.used_minor, ofTeam.forecast], ['team', 0, 'idle'])
  const other = await testApp.createAccount('Birch')
  assert.deepEqual(await readBudgets(await testApp.createUser('admin', other.id)), [])
})

const saveCampaign = (change: object) => client.patch(`/campaigns/${shop.campaign_id}`, change)

it('adds the price of a label, and voids it when the label is refunded', async () => {
  const id = await give('Cup')
  await testApp.run(async (ctx) => {
    await ctx.query(
      'insert into fulfilment.shipping_order (account_id, gift_request_id, created_at) values ($1, $2, now())',
      [ctx.account_id, id],
    )
    await ctx.query(
      `insert into fulfilment.parcel (account_id, id, gift_request_id, number, state, carrier, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 1, 'waiting', 'easypost', now(), now())`,
      [ctx.account_id, id],
    )
  })
  const update = (change: string) =>
    testApp.run((ctx) =>
      ctx.query(
        `update fulfilment.parcel set ${change} where account_id = $1 and gift_request_id = $2`,
        [ctx.account_id, id],
      ),
    )
  const shipping = async () =>
    (await testApp.run((ctx) => spend.findByGift(ctx, id)))
      .filter(({ kind }) => kind === 'shipping')
      .map(({ amount_minor, currency }) => `${amount_minor} ${currency}`)
  await update(`state = 'ordered', label_price_minor = 758, label_price_currency = 'USD'`)
  assert.deepEqual(await shipping(), ['758 USD'])
  await update(`label_price_minor = 900, label_price_currency = 'EUR'`)
  assert.deepEqual(await shipping(), ['900 EUR'])
  await update(`label_price_minor = null, label_price_currency = null`)
  assert.deepEqual(await shipping(), [])
  await update(`label_price_minor = 758, label_price_currency = 'USD'`)
  await update(`state = 'cancelled'`)
  assert.deepEqual(await shipping(), [])
})
