import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { ApiError, type Page } from '#contract'
import { newId } from '#platform/lib/ids'
import { pluck } from '#test/pluck'
import { createTestDatabase } from '#test/test-database'
import { archive } from './archive.ts'
import { withAccountBranding } from './communication-settings.ts'
import { create } from './create.ts'
import { createDemoCampaigns } from './create-demo.ts'
import { listOfferedVariants } from './offered-variants.ts'
import { find, list } from './read.ts'
import { findSendable } from './sendable-campaign.ts'
import type { NewCampaign } from './tables.ts'

const app = await createTestDatabase()
after(() => app.close())

const newest: Page = { limit: 25, order: 'desc' }

/** Creates an account with a user, two products with two variants each, and stock of the first variant. */
async function setUp() {
  const { id: account } = await app.newAccount()
  return app.run(account, async (ctx) => {
    const { user } = await accounts.createUser(ctx, {
      email: `dana.${account}@example.com`,
      role: 'admin',
      name: 'Dana Lee',
    })
    const variants = (product: string) => [
      { sku: `${product}-A`, name: 'A', images: [] },
      { sku: `${product}-B`, name: `${product}, B`, images: [] },
    ]
    const common = { description: 'd', kind: 'physical', images: [] } as const
    const mug = await catalogue.createProduct(ctx, {
      ...common,
      name: 'Mug',
      variants: variants('Mug'),
    })
    const tea = await catalogue.createProduct(ctx, {
      ...common,
      name: 'Tea',
      variants: variants('Tea'),
    })
    const warehouse = await catalogue.createWarehouse(ctx, { name: 'Reno', country: 'US' })
    const [mugA = '', mugB = ''] = mug.variants.map(({ id }) => id)
    const [teaA = '', teaB = ''] = tea.variants.map(({ id }) => id)
    await catalogue.setStock(ctx, [{ variant_id: mugA, warehouse_id: warehouse.id, available: 7 }])
    const campaign: NewCampaign = {
      name: 'Welcome',
      description: 'For new customers.',
      invitation_method: 'email',
      selection_mode: 'one',
      visible_at_redemption: true,
      expires_after_days: 60,
      email_message: { subject: 'Hello', body: 'Here is something.' },
      theme: { color: '#123456', logo_url: '/logo.svg', headline: 'Hi', message: 'Choose.' },
      sender_id: user.id,
      variant_ids: [teaB, mugA, teaA],
    }
    return { account, user, warehouse, mug, tea, mugA, mugB, teaA, teaB, campaign }
  })
}

test('a campaign has all members of the API object, including its catalogue', async () => {
  const { account, user, warehouse: created, mug, tea, mugA, teaA, teaB, campaign } = await setUp()
  const { address: _, ...warehouse } = created
  const id = await app.run(account, (ctx) => create(ctx, campaign))
  const found = await app.run(account, (ctx) => find(ctx, id))
  const time = app.time.now.toISOString()
  const variant = (id: string, sku: string, name: string, stock_levels: unknown[] = []) => ({
    id,
    sku,
    name,
    images: [],
    stock_levels,
  })
  const common = { description: 'd', kind: 'physical', images: [] }
  assert.equal(
    JSON.stringify(found),
    JSON.stringify({
      id,
      name: 'Welcome',
      description: 'For new customers.',
      state: 'available',
      archived_at: null,
      invitation_method: 'email',
      selection_mode: 'one',
      visible_at_redemption: true,
      expires_after_days: 60,
      email_message: { subject: 'Hello', body: 'Here is something.' },
      theme: {
        color: '#123456',
        logo_url: 'http://localhost:3000/logo.svg',
        headline: 'Hi',
        message: 'Choose.',
      },
      sender: { id: user.id, name: 'Dana Lee', email: user.email },
      products: [
        {
          id: tea.id,
          name: 'Tea',
          ...common,
          variants: [variant(teaB, 'Tea-B', 'Tea, B'), variant(teaA, 'Tea-A', 'A')],
        },
        {
          id: mug.id,
          name: 'Mug',
          ...common,
          variants: [variant(mugA, 'Mug-A', 'A', [{ warehouse, available: 7 }])],
        },
      ],
      web_url: `http://localhost:3000/campaigns/${id}`,
      created_at: time,
      updated_at: time,
    }),
  )
})

test('pages are sorted newest first, without gaps or overlaps', async () => {
  const { account, campaign } = await setUp()
  const ids = await app.run(account, async (ctx) => {
    const createdIds: string[] = []
    for (let position = 0; position < 30; position++)
      createdIds.push(await create(ctx, campaign, position))
    return createdIds
  })
  const listAllIds = async (order: 'asc' | 'desc') => {
    const listedIds: string[] = []
    for (let after: string | undefined; ; ) {
      const page = { limit: 7, order, ...(after === undefined ? {} : { after }) }
      const { data, has_more } = await app.run(account, (ctx) => list(ctx, {}, page))
      listedIds.push(...data.map(({ id }) => id))
      after = data.at(-1)?.id
      if (!has_more) return listedIds
    }
  }
  assert.deepEqual(await listAllIds('asc'), ids)
  assert.deepEqual(await listAllIds('desc'), ids.toReversed())
  const largestPage = await app.run(account, (ctx) => list(ctx, {}, { limit: 100, order: 'desc' }))
  assert.equal(largestPage.data.length, 25)
  assert.equal(largestPage.has_more, true)
})

test('a page of any size runs the same number of statements', async () => {
  const { account, campaign } = await setUp()
  await app.run(account, async (ctx) => {
    for (let position = 0; position < 10; position++) await create(ctx, campaign, position)
    const executed: string[] = []
    const query: typeof ctx.query = (text, values) => {
      executed.push(text)
      return ctx.query(text, values)
    }
    assert.equal((await list({ ...ctx, query }, {}, newest)).data.length, 10)
    assert.equal(executed.length, 4)
  })
})

test('archiving a campaign is idempotent, and the list filters by state', async () => {
  const { account, campaign } = await setUp()
  const [open = '', closed = ''] = await app.run(account, async (ctx) => [
    await create(ctx, campaign),
    await create(ctx, campaign, 1),
  ])
  const start = app.time.now
  const later = new Date(start.getTime() + 1000)
  app.time.now = later
  await app.run(account, (ctx) => archive(ctx, closed))
  app.time.now = new Date(start.getTime() + 2000)
  const archivedAgain = await app.run(account, (ctx) => archive(ctx, closed))
  assert.equal(archivedAgain?.state, 'archived')
  assert.deepEqual(archivedAgain.archived_at, later)
  assert.deepEqual(archivedAgain.updated_at, later)
  const ids = async (state: 'available' | 'archived') =>
    (await app.run(account, (ctx) => list(ctx, { state }, newest))).data.map(({ id }) => id)
  assert.deepEqual(await ids('available'), [open])
  assert.deepEqual(await ids('archived'), [closed])
})

test('campaigns of other accounts are not found and are rejected as cursors', async () => {
  const [tenant, otherTenant] = [await setUp(), await setUp()]
  const id = await app.run(otherTenant.account, (ctx) => create(ctx, otherTenant.campaign))
  await app.run(tenant.account, async (ctx) => {
    assert.equal(await find(ctx, id), undefined)
    assert.equal(await find(ctx, 'nonsense'), undefined)
    assert.equal(await archive(ctx, id), undefined)
    assert.equal(await findSendable(ctx, id), undefined)
    assert.deepEqual(await listOfferedVariants(ctx, id), [])
    assert.deepEqual(await list(ctx, {}, newest), { data: [], has_more: false })
    assert.deepEqual(await ctx.query('select * from campaigns.campaign'), [])
    assert.deepEqual(await ctx.query('select * from campaigns.campaign_variant'), [])
    for (const after of [id, newId(), 'nonsense'])
      await assert.rejects(
        list(ctx, {}, { ...newest, after }),
        (error) =>
          error instanceof ApiError && error.status === 400 && error.errors()[0]?.param === 'after',
      )
  })
  const unchanged = await app.run(otherTenant.account, (ctx) => find(ctx, id))
  assert.equal(unchanged?.state, 'available')
})

test('create rejects variants and senders of other accounts', async () => {
  const [tenant, otherTenant] = [await setUp(), await setUp()]
  const errorsFor = async (more: Partial<NewCampaign>) => {
    try {
      await app.run(tenant.account, (ctx) => create(ctx, { ...tenant.campaign, ...more }))
      return []
    } catch (error) {
      assert.ok(error instanceof ApiError)
      return error.errors().map(({ code, param }) => `${code} ${param}`)
    }
  }
  assert.deepEqual(
    await errorsFor({
      sender_id: otherTenant.user.id,
      variant_ids: [tenant.mugA, otherTenant.mugA],
    }),
    ['invalid_reference sender_id', 'invalid_reference variant_ids.1'],
  )
})

test('findSendable runs one statement', async () => {
  const { account, user, campaign } = await setUp()
  const id = await app.run(account, (ctx) => create(ctx, campaign))
  await app.run(account, async (ctx) => {
    let executed = 0
    const query: typeof ctx.query = (text, values) => {
      executed++
      return ctx.query(text, values)
    }
    const found = await findSendable({ ...ctx, query }, id)
    assert.equal(executed, 1)
    const { revision, ...rest } = found ?? {}
    assert.ok(Number.isSafeInteger(revision) && Number(revision) > 0)
    assert.deepEqual(rest, {
      id,
      name: 'Welcome',
      archived_at: null,
      is_paused: false,
      ends_at: null,
      invitation_method: 'email',
      selection_mode: 'one',
      visible_at_redemption: true,
      expires_after_days: 60,
      max_choices: 1,
      cost_centre: null,
      purchase_order_number: null,
      fallback_variant_id: null,
      budget: null,
      team_ids: [],
      defaults: { cost_centre: null, purchase_order_number: null, has_teams: false },
      email_message: { subject: 'Hello', body: 'Here is something.' },
      sender: { id: user.id, name: 'Dana Lee', email: user.email },
    })
  })
})

test('the revision increases when a campaign, its offering or its products change', async () => {
  const { account, campaign, mug, mugB } = await setUp()
  const id = await app.run(account, (ctx) => create(ctx, campaign))
  const revision = () =>
    app.run(account, async (ctx) => (await findSendable(ctx, id))?.revision ?? 0)
  const changes = [
    [`update campaigns.campaign set name = 'Other' where id = $1`, [id]],
    [
      `insert into campaigns.campaign_variant (account_id, campaign_id, variant_id, position) values ($1, $2, $3, 9)`,
      [account, id, mugB],
    ],
    [`update catalogue.product set name = 'Cup' where id = $1`, [mug.id]],
  ] as const
  for (const [text, values] of changes) {
    const before = await revision()
    await app.run(account, (ctx) => ctx.query(text, values))
    assert.ok((await revision()) > before, text)
  }
  const before = await revision()
  await app.run(account, (ctx) => find(ctx, id))
  assert.equal(await revision(), before)
})

test('SQL functions of other modules are inlined into one query plan', async () => {
  const { account, campaign } = await setUp()
  const id = await app.run(account, (ctx) => create(ctx, campaign))
  await app.run(account, async (ctx) => {
    let text = ''
    const query: typeof ctx.query = (executed, values) => {
      text = executed
      return ctx.query(executed, values)
    }
    await findSendable({ ...ctx, query }, id)
    const plan = await ctx.query(`explain ${text}`, [account, id])
    assert.ok(!JSON.stringify(plan).includes('Function Scan'), JSON.stringify(plan))
  })
})

test('the offering is in the campaign’s order, with full display names', async () => {
  const { account, campaign, mugA, teaA, teaB } = await setUp()
  const id = await app.run(account, (ctx) => create(ctx, campaign))
  const items = await app.run(account, (ctx) => listOfferedVariants(ctx, id))
  assert.deepEqual(pluck(items, 'variant_id', 'sku', 'name', 'product_name'), [
    [teaB, 'Tea-B', 'Tea, B', 'Tea'],
    [mugA, 'Mug-A', 'Mug – A', 'Mug'],
    [teaA, 'Tea-A', 'Tea – A', 'Tea'],
  ])
})

test('the demo account has a campaign for each invitation method and selection mode', async () => {
  const { account, user } = await setUp()
  const { data } = await app.run(account, async (ctx) => {
    await createDemoCampaigns(ctx, user.id, await catalogue.createDemoCatalogue(ctx))
    return list(ctx, {}, newest)
  })
  assert.equal(data[0]?.name, 'New customer welcome')
  assert.deepEqual(
    new Set(data.map(({ invitation_method }) => invitation_method)),
    new Set(['email', 'gift_link', 'one_link', 'sender_provided_address']),
  )
  for (const { name, products, theme } of data) {
    assert.ok(products.length > 0, name)
    for (const url of [
      theme.logo_url,
      ...products.flatMap(({ images }) => images[0]?.url ?? 'none'),
    ]) {
      const file = url.replace('http://localhost:3000/images/', '')
      assert.match(String(await catalogue.findDemoImage(file)), /^<svg/, url)
    }
  }
})

test('the account’s branding replaces default values of the theme only', () => {
  const brand = { account_id: '', name: 'Larkfield', sender_name: null, tone: null }
  const accountBrand = {
    ...brand,
    brand_color: '#0b5d3b',
    logo_url: 'https://example.com/logo.png',
  }
  const unbrandedTheme = {
    color: '#7A2E6D',
    logo_url: '/images/gift.svg',
    headline: 'Hello',
    message: '',
  }
  const customTheme = { ...unbrandedTheme, color: '#112233', logo_url: '/pictures/mine.png' }
  assert.deepEqual(withAccountBranding(unbrandedTheme, accountBrand), {
    ...unbrandedTheme,
    color: accountBrand.brand_color,
    logo_url: accountBrand.logo_url,
  })
  assert.deepEqual(withAccountBranding(customTheme, accountBrand), customTheme)
  assert.deepEqual(
    withAccountBranding(unbrandedTheme, { ...brand, brand_color: null, logo_url: null }),
    unbrandedTheme,
  )
  assert.deepEqual(withAccountBranding(unbrandedTheme, undefined), unbrandedTheme)
})
