import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as attention from '#attention'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import { admin } from '#http/admin'
import { type AdminClient, createAdminClient } from '#test/admin-harness'
import { createTestApp, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'
import * as webhooks from '#webhooks'

const testApp = await createTestApp()
await testApp.app.register(admin({ db: testApp.db, webhookAllowPrivate: true }), {
  prefix: '/admin/api',
})
const origin = await testApp.listen()
let adminClient: AdminClient
let sender: AdminClient
const day = 24 * 60 * 60 * 1000

const toDayStart = (time: number) => `${new Date(time).toISOString().slice(0, 10)}T00:00:00.000Z`

/** Creates a user with this role. Returns a client with a session of the user. */
async function createSignedInClient(role: accounts.Role): Promise<AdminClient> {
  const email = `${role}@larkfield.example`
  const { password } = await testApp.run((ctx) =>
    accounts.createUser(ctx, { email, role, name: `Ada ${role}` }),
  )
  const client = createAdminClient(origin)
  assert.equal((await client.post('/session', { email, password })).status, 201)
  return client
}

interface Transition {
  to: string
}

interface GiftSummary {
  id: string
  status: string
}

/** Returns all gift requests of the public API. */
async function listAllGifts() {
  const gifts: GiftSummary[] = []
  for (let after = ''; ; ) {
    const { json } = await testApp.api.get(`/gift_requests?limit=100${after}`)
    gifts.push(...json.data)
    if (!json.has_more) return gifts
    after = `&after=${json.data.at(-1).id}`
  }
}

const advance = async (id: string, to: string) => {
  const { status, text } = await testApp.api.post(`/test_helpers/gift_requests/${id}/advance`, {
    to,
  })
  assert.equal(status, 200, text)
}

before(async () => {
  adminClient = await createSignedInClient('admin')
  sender = await createSignedInClient('sender')
  const createGift = async (overrides: object = {}) => {
    const { status, json, text } = await testApp.api.post(
      '/gift_requests',
      giftBody(testApp, overrides),
    )
    assert.equal(status, 201, text)
    return json.id as string
  }
  const targetStates: (string | undefined)[] = [
    undefined,
    'awaiting_recipient',
    'redeemed',
    'ordered',
    'in_transit',
    'delivered',
    'cancelled',
    'expired',
    'shipment_cancelled',
    'delivered',
  ]
  const ids = await Promise.all(targetStates.map(() => createGift()))
  await testApp.advanceTime()
  await testApp.run((ctx) => gifting.markOpened(ctx, ids[1] ?? ''))
  for (const [index, to] of targetStates.entries())
    if (to !== undefined) await advance(ids[index] ?? '', to)
  const cancelledId = await createGift({ send_at: new Date(Date.now() + 5 * day).toISOString() })
  await createGift({ send_at: new Date(Date.now() + 5 * day).toISOString() })
  await testApp.advanceTime()
  await testApp.api.post(`/gift_requests/${cancelledId}/cancel`, {})
  const campaign_id = testApp.campaign('one_link').id
  const link = await testApp.api.post('/one_links', { campaign_id, quantity: 2 })
  await testApp.api.post(`/one_links/${link.json.id}/close`, {})
  await testApp.advanceTime()
})

describe('the stats', () => {
  it('equal the counts over the public API', async () => {
    const gifts = await listAllGifts()
    const { json } = await sender.get('/reports/funnel')
    const paths: Transition[][] = await Promise.all(
      gifts.map(
        async ({ id }) => (await testApp.api.get(`/gift_requests/${id}/history`)).json.data,
      ),
    )
    const isGift = (steps: readonly Transition[]) => !steps.some(({ to }) => to === 'unclaimed')
    const isExpired = (steps: readonly Transition[]) => steps.at(-1)?.to === 'expired'
    assert.deepEqual([paths.filter(isGift).length, paths.filter(isExpired).length], [12, 1])
    const count = (matches: (gift: GiftSummary, steps: readonly Transition[]) => boolean) =>
      gifts.filter((gift, index) => isGift(paths[index] ?? []) && matches(gift, paths[index] ?? []))
        .length
    for (const status of ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled'])
      assert.equal(
        json.statuses[status],
        count((gift, steps) => gift.status === status && !isExpired(steps)),
        status,
      )
    assert.equal(
      json.statuses.expired,
      count((_, steps) => isExpired(steps)),
    )

    const unsentStates = ['created', 'scheduled', 'unclaimed']
    const sent = paths.filter((steps: Transition[]) =>
      steps.some(({ to }) => ![...unsentStates, 'cancelled', 'expired'].includes(to)),
    )
    const redeemed = paths.filter((steps: Transition[]) =>
      steps.some(({ to }) => to === 'redeemed'),
    )
    const delivered = paths.filter((steps: Transition[]) =>
      steps.some(({ to }) => to === 'delivered'),
    )
    assert.ok(sent.length > redeemed.length && redeemed.length > delivered.length)
    const { statuses: _, ...funnel } = json
    assert.deepEqual(funnel, {
      sent: sent.length,
      opened: redeemed.length + 1,
      redeemed: redeemed.length,
      delivered: delivered.length,
    })
  })

  it('equal the length of the filtered lists', async () => {
    const { statuses, ...funnel } = (await sender.get('/reports/funnel')).json
    const countListed = async (query: string) =>
      (await sender.get(`/gift_requests?limit=100&${query}`)).json.data.length
    for (const [stage, count] of Object.entries(funnel))
      assert.equal(await countListed(`reached=${stage}`), count, stage)
    for (const [status, count] of Object.entries(statuses))
      assert.equal(await countListed(`status=${status}`), count, status)
    const { data: countries } = (await sender.get('/reports/countries')).json
    assert.ok(countries.length > 0)
    for (const { country, count } of countries)
      assert.equal(await countListed(`country=${country}`), count, country)
    const { data: topGifts } = (await sender.get('/reports/top_gifts')).json
    assert.ok(topGifts.length > 0)
    for (const { variant_id, count } of topGifts)
      assert.equal(await countListed(`variant_id=${variant_id}`), count, variant_id)
    const { unit, points } = (await sender.get('/reports/trend')).json
    assert.deepEqual([unit, points.length], ['month', 1])
    assert.deepEqual([points[0].sent, points[0].redeemed], [funnel.sent, funnel.redeemed])
    const time = (await sender.get('/reports/time_to_redeem')).json
    assert.equal(time.count, funnel.redeemed)
    for (const { until_days, count } of time.buckets) {
      const name = until_days === null ? 'longer' : `${until_days}d`
      assert.equal(await countListed(`reached=redeemed&time_to_redeem=${name}`), count, name)
    }
  })

  it('have one point per day, week or month, without gaps', async () => {
    const from = (days: number) => toDayStart(Date.now() - days * day)
    const { sent } = (await sender.get('/reports/funnel')).json
    // biome-ignore format: aligned columns
    const cases: [days: number, unit: string, count: number][] = [
      [0,   'day',   1],
      [29,  'day',   30],
      [364, 'week',  53],
      [800, 'month', 27],
    ]
    for (const [days, unit, count] of cases) {
      const { json } = await sender.get(`/reports/trend?created_after=${from(days)}`)
      assert.equal(json.unit, unit)
      assert.ok(Math.abs(json.points.length - count) <= 1, `${json.points.length} points`)
      assert.equal(json.points.at(-1).sent, sent, `${days} days`)
      const starts: string[] = pluck(json.points, 'from')
      assert.deepEqual(starts.toSorted(), starts)
      assert.equal(new Set(starts).size, starts.length)
    }
    const tomorrow = from(-1)
    assert.deepEqual((await sender.get(`/reports/trend?created_after=${tomorrow}`)).json.points, [])
  })

  it('are limited to the requested days and campaign', async () => {
    const { statuses, ...funnelAll } = (await sender.get('/reports/funnel')).json
    const [today, tomorrow] = [toDayStart(Date.now()), toDayStart(Date.now() + day)]
    const funnelToday = await sender.get(
      `/reports/funnel?created_after=${today}&created_before=${tomorrow}`,
    )
    assert.deepEqual(funnelToday.json, { ...funnelAll, statuses })
    const later = (await sender.get(`/reports/funnel?created_after=${tomorrow}`)).json
    assert.deepEqual([later.sent, later.opened, later.redeemed, later.delivered], [0, 0, 0, 0])
    const { id } = testApp.campaign('email')
    const byCampaign = (await sender.get(`/reports/funnel?campaign_id=${id}`)).json
    const { data } = (await sender.get(`/campaigns/stats?ids=${id},nonsense`)).json
    const { statuses: _, ...byStage } = byCampaign
    assert.deepEqual(data, [{ id, ...byStage }])
    assert.equal((await sender.get('/reports/funnel?created_after=yesterday')).status, 400)
  })
})

describe('unclaimed gifts of one-links', () => {
  it('are excluded from the list, its counts and its CSV file unless requested', async () => {
    const countListed = async (query: string) => {
      const { json } = await sender.get(`/gift_requests?limit=100${query}`)
      return json.data.length as number
    }
    const counts = async (query: string) =>
      (await sender.get(`/gift-requests/counts?${query}`)).json
    const countCsvRows = async (query: string) => {
      const { text } = await sender.send('GET', `/exports/gift_requests?${query}`)
      return text.trim().split('\n').length - 1
    }
    const [gifts, all] = [await countListed(''), await countListed('&include_unclaimed=true')]
    assert.equal(all, gifts + 2)
    assert.deepEqual(
      [await countCsvRows(''), await countCsvRows('include_unclaimed=true')],
      [gifts, all],
    )
    const defaultCounts = await counts('')
    assert.deepEqual([defaultCounts.all, defaultCounts.capped], [gifts, []])
    assert.equal((await counts('include_unclaimed=true')).all, all)
    assert.equal((await counts('include_unclaimed=true')).cancelled, defaultCounts.cancelled + 2)
    assert.equal(await countListed('&status=cancelled'), defaultCounts.cancelled)
    assert.equal(await countListed('&status=expired'), defaultCounts.expired)
    const [unclaimed] = (
      await sender.get('/gift_requests?limit=100&include_unclaimed=true')
    ).json.data.filter(({ recipient }: { recipient: { email: string } }) => recipient.email === '')
    assert.equal(
      await countListed(`&q=${unclaimed.reference}`),
      1,
      'a search by reference includes them',
    )
  })
})

describe('what needs attention', () => {
  /** Checks the conditions. Returns the counts of the overview by kind. */
  async function countByKind(): Promise<Record<string, number>> {
    await attention.checkAccount(testApp.db, testApp.account.id)
    const { counts } = (await adminClient.get('/overview/attention')).json
    return Object.fromEntries(pluck(counts, 'kind', 'count'))
  }

  it('includes expiring gifts, bounced addresses and low stock, with names and actions', async () => {
    const before = await countByKind()
    const increased = (kind: string, count = 1) => (before[kind] ?? 0) + count
    const created = await testApp.api.post('/gift_requests', {
      ...giftBody(testApp),
      expires_at: new Date(Date.now() + 2 * day).toISOString(),
    })
    await testApp.advanceTime()
    await testApp.run((ctx) =>
      catalogue.createProduct(ctx, {
        name: 'Rare',
        description: '',
        kind: 'physical',
        images: [],
        variants: [{ sku: 'RARE', name: 'Rare', images: [] }],
      }),
    )
    await testApp.run(async (ctx) => {
      ctx.enqueue(
        `insert into mail.bounced_address (account_id, to_digest, reason, bounced_at)
         select $1, sha256(convert_to(email_key, 'UTF8')), 'gone', now() from gifting.gift_request where id = $2`,
        [ctx.account_id, created.json.id],
      )
    })
    const counts = await countByKind()
    assert.equal(counts.expiring, increased('expiring'))
    assert.equal(counts.stock_low, increased('stock_low'))
    assert.equal(counts.email_bounced, increased('email_bounced'))
    const { data: entries } = (await sender.get('/attention?kind=email_bounced&state=open')).json
    const { reference, recipient } = created.json
    assert.equal(entries[0].name, `${recipient.name} (${reference})`)
    assert.equal(entries[0].product_id, null)
    const { data: low } = (await sender.get('/attention?kind=stock_low&state=open')).json
    const products = (await sender.get('/products?q=Rare')).json.data
    const rare = low.find(({ name }: { name: string }) => name === 'Rare')
    assert.equal(rare.product_id, products[0].id)
    const [bounced] = (await sender.get('/recipients?status=bounced')).json.data
    assert.equal((await adminClient.post(`/recipients/${bounced.id}/clear_bounce`)).status, 200)
    assert.equal((await countByKind()).email_bounced ?? 0, before.email_bounced ?? 0)
  })
})

describe('the sample data', () => {
  it('are recognized by a gift that is older than its account', async () => {
    const hasSampleData = async () => (await sender.get('/overview/attention')).json.has_sample_data
    assert.equal(await hasSampleData(), false)
    const moveOldest = (interval: string) =>
      testApp.run(async (ctx) => {
        ctx.enqueue(
          `update gifting.gift_request set created_at = created_at + $2::interval
            where account_id = $1 and id = (select min(id::text)::uuid from gifting.gift_request where account_id = $1)`,
          [ctx.account_id, interval],
        )
      })
    await moveOldest('-1 year')
    assert.equal(await hasSampleData(), true)
    await moveOldest('1 year')
  })
})

describe('the onboarding steps', () => {
  it('complete automatically for admins until they are dismissed', async () => {
    const done = async () =>
      Object.fromEntries(
        (await adminClient.get('/overview/onboarding')).json.steps.map(
          ({ name, done_at }: { name: string; done_at: string | null }) => [name, done_at !== null],
        ),
      )
    assert.deepEqual(await done(), {
      brand: false,
      product: true,
      campaign: true,
      gift: true,
      teammate: true,
      token: true,
      endpoint: false,
      delivery: false,
    })
    await adminClient.patch('/account', { brand_color: '#ffd600' })
    assert.equal((await done()).brand, true)
    await testApp.run((ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id: testApp.account.id, tier: 'enterprise' },
        { url: 'https://example.com/hook', events: ['gift_request_created'] },
        { allowPrivate: true },
      ),
    )
    assert.equal((await done()).endpoint, true)
    assert.equal((await sender.get('/overview/onboarding')).status, 403)
    assert.equal((await adminClient.post('/overview/onboarding/dismissal')).status, 204)
    const hidden = (await adminClient.get('/overview/onboarding')).json
    assert.deepEqual(hidden, { is_dismissed: true, steps: [] })
    await adminClient.delete('/overview/onboarding/dismissal')
    assert.equal((await done()).token, true)
  })
})
