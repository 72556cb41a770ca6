import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as access from '#access'
import * as catalogue from '#catalogue'
import { ApiError, type Page } from '#contract'
import { newId } from '#platform/ids'
import { openEmptyWorld } from '#test/empty-world'
import { archive } from './archive.ts'
import { create, type NewCampaign } from './create.ts'
import { createDemoCampaigns } from './create-demo.ts'
import { forGiving } from './for-giving.ts'
import { find, list } from './look.ts'
import { branded } from './manner.ts'
import { offered } from './offered.ts'

const world = await openEmptyWorld()
after(() => world.close())

const newest: Page = { limit: 25, order: 'desc' }

/** An account with a person, two products of two variants, and stock of the first variant. */
async function settle() {
  const { id: account } = await world.newAccount()
  return world.run(account, async (ctx) => {
    const { user: person } = await access.createUser(ctx, {
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
      sender_id: person.id,
      variant_ids: [teaB, mugA, teaA],
    }
    return { account, person, warehouse, mug, tea, mugA, mugB, teaA, teaB, campaign }
  })
}

test('a campaign is the object of the API, member for member, its catalogue inline', async () => {
  const { account, person, warehouse, mug, tea, mugA, teaA, teaB, campaign } = await settle()
  const id = await world.run(account, (ctx) => create(ctx, campaign))
  const found = await world.run(account, (ctx) => find(ctx, id))
  const time = world.time.now.toISOString()
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
      sender: { id: person.id, name: 'Dana Lee', email: person.email },
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

test('pages are newest first and meet without a gap', async () => {
  const { account, campaign } = await settle()
  const ids = await world.run(account, async (ctx) => {
    const made: string[] = []
    for (let place = 0; place < 30; place++) made.push(await create(ctx, campaign, place))
    return made
  })
  const walk = async (order: 'asc' | 'desc') => {
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = { limit: 7, order, ...(after === undefined ? {} : { after }) }
      const { data, has_more } = await world.run(account, (ctx) => list(ctx, {}, page))
      seen.push(...data.map(({ id }) => id))
      after = data.at(-1)?.id
      if (!has_more) return seen
    }
  }
  assert.deepEqual(await walk('asc'), ids)
  assert.deepEqual(await walk('desc'), ids.toReversed())
  const most = await world.run(account, (ctx) => list(ctx, {}, { limit: 100, order: 'desc' }))
  assert.equal(most.data.length, 25)
  assert.equal(most.has_more, true)
})

test('a page of any length costs the same few statements', async () => {
  const { account, campaign } = await settle()
  await world.run(account, async (ctx) => {
    for (let place = 0; place < 10; place++) await create(ctx, campaign, place)
    const asked: string[] = []
    const query: typeof ctx.query = (text, values) => {
      asked.push(text)
      return ctx.query(text, values)
    }
    assert.equal((await list({ ...ctx, query }, {}, newest)).data.length, 10)
    assert.equal(asked.length, 4)
  })
})

test('archiving closes a campaign once, and the list can be narrowed to either state', async () => {
  const { account, campaign } = await settle()
  const [open = '', closed = ''] = await world.run(account, async (ctx) => [
    await create(ctx, campaign),
    await create(ctx, campaign, 1),
  ])
  const start = world.time.now
  const later = new Date(start.getTime() + 1000)
  world.time.now = later
  await world.run(account, (ctx) => archive(ctx, closed))
  world.time.now = new Date(start.getTime() + 2000)
  const again = await world.run(account, (ctx) => archive(ctx, closed))
  assert.equal(again?.state, 'archived')
  assert.deepEqual(again.archived_at, later)
  assert.deepEqual(again.updated_at, later)
  const ids = async (state: 'available' | 'archived') =>
    (await world.run(account, (ctx) => list(ctx, { state }, newest))).data.map(({ id }) => id)
  assert.deepEqual(await ids('available'), [open])
  assert.deepEqual(await ids('archived'), [closed])
})

test('what is not of this account is not there, and is no place in its list', async () => {
  const [mine, theirs] = [await settle(), await settle()]
  const id = await world.run(theirs.account, (ctx) => create(ctx, theirs.campaign))
  await world.run(mine.account, async (ctx) => {
    assert.equal(await find(ctx, id), undefined)
    assert.equal(await find(ctx, 'nonsense'), undefined)
    assert.equal(await archive(ctx, id), undefined)
    assert.equal(await forGiving(ctx, id), undefined)
    assert.deepEqual(await offered(ctx, id), [])
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
  const left = await world.run(theirs.account, (ctx) => find(ctx, id))
  assert.equal(left?.state, 'available')
})

test('a campaign gives only what its account has, in the name of its own people', async () => {
  const [mine, theirs] = [await settle(), await settle()]
  const params = async (more: Partial<NewCampaign>) => {
    try {
      await world.run(mine.account, (ctx) => create(ctx, { ...mine.campaign, ...more }))
      return []
    } catch (error) {
      assert.ok(error instanceof ApiError)
      return error.errors().map(({ code, param }) => `${code} ${param}`)
    }
  }
  assert.deepEqual(
    await params({ sender_id: theirs.person.id, variant_ids: [mine.mugA, theirs.mugA] }),
    ['invalid_reference sender_id', 'invalid_reference variant_ids.1'],
  )
})

test('giving reads a campaign in one statement', async () => {
  const { account, person, campaign } = await settle()
  const id = await world.run(account, (ctx) => create(ctx, campaign))
  await world.run(account, async (ctx) => {
    let asked = 0
    const query: typeof ctx.query = (text, values) => {
      asked++
      return ctx.query(text, values)
    }
    const found = await forGiving({ ...ctx, query }, id)
    assert.equal(asked, 1)
    const { revision, ...rest } = found ?? {}
    assert.ok(Number.isSafeInteger(revision) && Number(revision) > 0)
    assert.deepEqual(rest, {
      id,
      name: 'Welcome',
      archived_at: null,
      invitation_method: 'email',
      selection_mode: 'one',
      visible_at_redemption: true,
      expires_after_days: 60,
      email_message: { subject: 'Hello', body: 'Here is something.' },
      sender: { id: person.id, name: 'Dana Lee', email: person.email },
    })
  })
})

test('the revision rises when a campaign, its offering or its products change', async () => {
  const { account, campaign, mug, mugB } = await settle()
  const id = await world.run(account, (ctx) => create(ctx, campaign))
  const revision = () =>
    world.run(account, async (ctx) => (await forGiving(ctx, id))?.revision ?? 0)
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
    await world.run(account, (ctx) => ctx.query(text, values))
    assert.ok((await revision()) > before, text)
  }
  const before = await revision()
  await world.run(account, (ctx) => find(ctx, id))
  assert.equal(await revision(), before)
})

test('the doors of the rooms below are opened inside the one plan', async () => {
  const { account, campaign } = await settle()
  const id = await world.run(account, (ctx) => create(ctx, campaign))
  await world.run(account, async (ctx) => {
    let text = ''
    const query: typeof ctx.query = (asked, values) => {
      text = asked
      return ctx.query(asked, values)
    }
    await forGiving({ ...ctx, query }, id)
    const plan = await ctx.query(`explain ${text}`, [account, id])
    assert.ok(!JSON.stringify(plan).includes('Function Scan'), JSON.stringify(plan))
  })
})

test('the offering stands in the campaign’s order, each with a name that can stand alone', async () => {
  const { account, campaign, mugA, teaA, teaB } = await settle()
  const id = await world.run(account, (ctx) => create(ctx, campaign))
  const items = await world.run(account, (ctx) => offered(ctx, id))
  assert.deepEqual(
    items.map(({ variant_id, sku, name, product_name }) => [variant_id, sku, name, product_name]),
    [
      [teaB, 'Tea-B', 'Tea, B', 'Tea'],
      [mugA, 'Mug-A', 'Mug – A', 'Mug'],
      [teaA, 'Tea-A', 'Tea – A', 'Tea'],
    ],
  )
})

test('the demo account has something to give in every way', async () => {
  const { account, person } = await settle()
  const { data } = await world.run(account, async (ctx) => {
    await createDemoCampaigns(ctx, person.id, await catalogue.createDemo(ctx))
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
      assert.match(catalogue.demoPicture(file) ?? '', /^<svg/, url)
    }
  }
})

test('wears the account’s brand where nothing was chosen for it, and what was chosen otherwise', () => {
  const brand = { account_id: '', name: 'Larkfield', sender_name: null }
  const ours = { ...brand, brand_color: '#0b5d3b', logo_url: 'https://example.com/logo.png' }
  const plain = { color: '#7A2E6D', logo_url: '/images/gift.svg', headline: 'Hello', message: '' }
  const own = { ...plain, color: '#112233', logo_url: '/pictures/mine.png' }
  assert.deepEqual(branded(plain, ours), {
    ...plain,
    color: ours.brand_color,
    logo_url: ours.logo_url,
  })
  assert.deepEqual(branded(own, ours), own)
  assert.deepEqual(branded(plain, { ...brand, brand_color: null, logo_url: null }), plain)
  assert.deepEqual(branded(plain, undefined), plain)
})
