import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { newId } from '#platform/lib/ids'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { claimConfirmed } from '#test/claim-fixture'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
let adminClient: AdminClient
let sender: AdminClient

before(async () => {
  adminClient = await testApp.signIn(testApp.admin)
  sender = await testApp.signIn(testApp.sender)
})

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)
const address = '/images/gift.svg'
const image = {
  name: 'A mug',
  url: address,
  urls: { thumbnail: address, large: address, large_wide: address },
}

const product = (overrides: object = {}) => ({
  name: 'Mug',
  description: 'For tea.',
  kind: 'physical',
  images: [image],
  variants: [
    { sku: newId(), name: 'Small', images: [] },
    { sku: newId(), name: 'Large', images: [] },
  ],
  ...overrides,
})

const createProduct = async (overrides: object = {}) => {
  const { status, json } = await adminClient.post('/products', product(overrides))
  assert.equal(status, 201, JSON.stringify(json))
  return json
}

describe('a product', () => {
  it('is created, found by its SKU, and read-only for senders', async () => {
    const created = await createProduct({ name: 'Kettle' })
    assert.equal(created.images[0].url, `${testApp.origin}${address}`)
    const [{ sku }] = created.variants
    const { data } = (await sender.get(`/products?q=${sku.toUpperCase()}`)).json
    assert.deepEqual([data.length, data[0].id], [1, created.id])
    assert.equal((await sender.get(`/products/${created.id}`)).status, 200)
    assert.equal((await sender.post('/products', product())).status, 403)
    const duplicate = await adminClient.post(
      '/products',
      product({ variants: created.variants.map(toVariantInput) }),
    )
    assert.deepEqual(
      [duplicate.status, ...params(duplicate.json)],
      [422, 'variants.0.sku', 'variants.1.sku'],
    )
    assert.match(duplicate.json.errors[0].message, /already used by “Small” of “Kettle”/)
  })

  it('is updated with its variants in the new order; an outdated form returns 412', async () => {
    const created = await createProduct()
    const [small, large] = created.variants
    const body = {
      name: 'Cup',
      variants: [
        { ...toVariantInput(large), id: large.id },
        { sku: newId(), name: 'Huge', images: [image] },
        { ...toVariantInput(small), id: small.id, name: 'Tiny' },
      ],
    }
    const path = `/products/${created.id}`
    const save = (etag: string | null, update: object = body) =>
      adminClient.patch(path, update, { 'if-match': etag ?? '' })
    const opened = (await adminClient.get(path)).headers.get('etag')
    const changed = await save(opened)
    assert.equal(changed.status, 200, changed.text)
    const names = pluck(changed.json.variants, 'name')
    assert.deepEqual([changed.json.name, ...names], ['Cup', 'Large', 'Huge', 'Tiny'])
    assert.equal((await save(opened)).status, 412)
    const etag = changed.headers.get('etag')
    const fewer = await save(etag, { ...body, variants: [body.variants[0]] })
    assert.deepEqual([fewer.status, ...params(fewer.json)], [422, 'variants'])
    const kind = await save(etag, { kind: 'digital' })
    assert.ok(params(kind.json).includes('kind'))
    const foreign = await save(etag, {
      ...body,
      variants: [{ ...toVariantInput(small), id: newId() }],
    })
    assert.ok(params(foreign.json).includes('variants.0.id'))
  })

  it('keeps the members of a variant that a change leaves out', async () => {
    const details = { images: [image], weight_grams: 310 }
    const created = await createProduct({
      variants: [{ sku: newId(), name: 'Small', ...details }],
    })
    const [{ id, sku }] = created.variants
    const { json } = await adminClient.patch(`/products/${created.id}`, {
      variants: [{ id, sku, name: 'Tiny' }],
    })
    const [{ name, images, weight_grams }] = json.variants
    assert.deepEqual([name, images.length, weight_grams], ['Tiny', 1, 310])
  })

  it('lists the active campaigns that offer it', async () => {
    const created = await createProduct()
    const createCampaign = (name: string) =>
      testApp.run((ctx) =>
        campaigns.create(ctx, {
          name,
          description: '',
          invitation_method: 'email',
          selection_mode: 'one',
          visible_at_redemption: true,
          expires_after_days: 10,
          email_message: { subject: 's', body: 'b' },
          theme: { color: '#123456', logo_url: address, headline: '', message: '' },
          sender_id: testApp.admin.id,
          variant_ids: pluck(created.variants, 'id'),
        }),
      )
    const [first, second] = [await createCampaign('One'), await createCampaign('Two')]
    await adminClient.post(`/campaigns/${second}/archive`)
    const { json } = await adminClient.get(`/products/${created.id}`)
    assert.deepEqual(json.campaigns, [{ id: first, name: 'One' }])
  })
})

describe('stock', () => {
  const createStockedProduct = async () => {
    const created = await createProduct()
    const { json } = await adminClient.post('/warehouses', {
      name: 'Reno',
      country: 'us',
    })
    assert.equal(json.country, 'US')
    return { product: created.id, variant_id: created.variants[0].id, warehouse_id: json.id }
  }
  const setStock = (levels: object[]) =>
    adminClient.send('PUT', '/stock_levels', { body: { levels } })

  it('is saved, and rejected if the previous level is outdated', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    assert.equal(
      (await setStock([{ ...stockKey, available: 7, expected: 0 }])).json.data[0].available,
      7,
    )
    const late = await setStock([{ ...stockKey, available: 9, expected: 0 }])
    assert.deepEqual([late.status, ...params(late.json)], [422, 'levels.0.available'])
    assert.equal((await setStock([{ ...stockKey, available: 9, expected: 7 }])).status, 200)
    const [variant] = (await adminClient.get(`/products/${product}`)).json.variants
    const [{ warehouse, available, reserved }, ...others] = variant.stock_levels
    assert.deepEqual([warehouse.id, available, reserved, others], [stockKey.warehouse_id, 9, 0, []])
    const { data } = (await adminClient.get(`/audit?subject_id=${stockKey.variant_id}&order=asc`))
      .json
    assert.deepEqual(data.at(-1).details.after, { available: 9 })
    assert.equal(
      (await setStock([{ ...stockKey, warehouse_id: newId(), available: 1 }])).status,
      422,
    )
    assert.equal((await setStock([{ ...stockKey, available: -1 }])).status, 422)
    const rejected = await sender.send('PUT', '/stock_levels', {
      body: { levels: [{ ...stockKey, available: 1 }] },
    })
    assert.equal(rejected.status, 403)
  })

  it('is no conflict for a form of the product that is open meanwhile', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    const path = `/products/${product}`
    const opened = await adminClient.get(path)
    await setStock([{ ...stockKey, available: 3 }])
    const etag = opened.headers.get('etag') ?? ''
    const saved = await adminClient.patch(path, { name: 'Cup' }, { 'if-match': etag })
    assert.equal(saved.json.name, 'Cup', saved.text)
  })

  it('is listed as available and reserved', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    await setStock([{ ...stockKey, available: 5 }])
    const lines = [{ variant_id: stockKey.variant_id, quantity: 2 }]
    await testApp.run((ctx) => catalogue.reserve(ctx, { holder_id: newId(), lines, team_id: null }))
    const [variant] = (await adminClient.get(`/products/${product}`)).json.variants
    assert.deepEqual([variant.stock_levels[0].available, variant.stock_levels[0].reserved], [3, 2])
  })

  it('notifies fulfilment when it is added', async () => {
    const { product: _, ...stockKey } = await createStockedProduct()
    const notified: string[] = []
    const { deployment } = testApp.db
    const { notify } = deployment
    Object.assign(deployment, { notify: (loop: string) => notified.push(loop) })
    try {
      await setStock([{ ...stockKey, available: 5 }])
      assert.deepEqual(notified, ['fulfilment'])
    } finally {
      Object.assign(deployment, { notify })
    }
  })

  it('is in the low-stock filter while the level is low', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    const isLow = async () => {
      const { data } = (await sender.get('/products?stock=low&limit=50')).json
      return data.some(({ id }: { id: string }) => id === product)
    }
    assert.equal(await isLow(), true)
    const { variants } = (await adminClient.get(`/products/${product}`)).json
    const levels = variants.map(({ id }: { id: string }) => ({
      ...stockKey,
      variant_id: id,
      available: 6,
    }))
    await setStock(levels)
    assert.equal(await isLow(), false)
    await setStock([{ ...levels[0], available: 5 }])
    assert.equal(await isLow(), true)
    await adminClient.post(`/products/${product}/archive`)
    assert.equal(await isLow(), false)
  })
})

describe('a recipient', () => {
  it('is listed with gift counts, and exported and erased only by an admin', async () => {
    const variants = await testApp.run((ctx) => catalogue.createDemoCatalogue(ctx))
    await testApp.run((ctx) => campaigns.createDemoCampaigns(ctx, testApp.admin.id, variants))
    const email = 'Ada.Larkin@example.com'
    const row = { recipient: { first_name: 'Ada', last_name: 'Larkin', email } }
    const options = { variant_ids: [variants.get('MUG-SAGE') ?? ''] }
    const message = { subject: 'Hello', body: 'For you.' }
    const sent = await sender.post('/send', {
      options: { ...options, email_message: message },
      rows: [row],
    })
    assert.equal(sent.json.rows[0].status, 'sent', sent.text)
    const gift = sent.json.rows[0].id ?? sent.json.rows[0].gift_request_id
    await testApp.run((ctx) => gifting.advanceClock(ctx, 0))
    await testApp.run((ctx) => gifting.decline(ctx, gift, { reason: 'I may not.' }))

    const { data } = (await sender.get('/recipients?q=larkin')).json
    assert.deepEqual(
      [
        data.length,
        data[0].name,
        data[0].gift_request_count,
        data[0].declined_count,
        data[0].is_bounced,
      ],
      [1, 'Ada Larkin', 1, 1, false],
    )
    const { json } = await sender.get(`/recipients/${data[0].id}`)
    assert.equal(json.declines[0].reason, 'I may not.')
    assert.equal(json.latest_gifts[0].id, gift)
    assert.equal((await sender.get('/recipients?status=declined')).json.data.length, 1)
    assert.equal((await sender.get('/recipients?status=bounced')).json.data.length, 0)

    const erasure = { email }
    for (const path of [
      '/recipients/export',
      '/recipients/erase',
      `/recipients/${data[0].id}/clear_bounce`,
    ])
      assert.equal((await sender.post(path, erasure)).status, 403, path)
    const exported = await adminClient.post('/recipients/export', { email })
    assert.equal(exported.json.gift_requests[0].id, gift)
    const erased = await adminClient.post('/recipients/erase', erasure)
    assert.deepEqual([erased.status, erased.json.gift_requests, erased.json.cancelled], [200, 1, 1])
    assert.equal((await adminClient.get(`/recipients/${data[0].id}`)).status, 404)
    const log = (await adminClient.get(`/audit?subject_id=${data[0].id}&order=asc`)).json.data
    assert.deepEqual(pluck(log, 'action'), ['privacy.export', 'privacy.erase'])
    assert.ok(!JSON.stringify(log).toLowerCase().includes('larkin'))
  })
})

describe('a one-link', () => {
  it('is created by a sender, lists its claims, and audits how many gifts closing cancels', async () => {
    const { data } = (await sender.get('/campaigns?state=available')).json
    const campaign = data.find(
      (each: { invitation_method: string }) => each.invitation_method === 'one_link',
    )
    const body = { campaign_id: campaign.id, quantity: 3, allowed_email_domains: ['Example.com'] }
    const created = await sender.post('/one_links', body)
    assert.equal(created.status, 201, created.text)
    const { id } = created.json
    assert.deepEqual(created.json.allowed_email_domains, ['example.com'])
    const claimant = { first_name: 'Ben', last_name: 'Okafor', email: 'ben@example.com' }
    const versions = () => testApp.run((ctx) => oneLinks.listVersions(ctx, [id]))
    const before = await versions()
    await claimConfirmed(testApp, id, claimant)
    assert.notDeepEqual(await versions(), before)
    const { json } = await sender.get(`/one_links/${id}`)
    assert.deepEqual(
      [json.claimed, json.unclaimed, json.latest_claims[0].name],
      [1, 2, 'Ben Okafor'],
    )
    const gifts = (await sender.get(`/gift_requests?one_link_id=${id}`)).json.data
    assert.equal(gifts.length, 3)
    const closed = await sender.post(`/one_links/${id}/close`)
    assert.equal(closed.json.state, 'closed')
    await sender.post(`/one_links/${id}/close`)
    const log = (await adminClient.get(`/audit?subject_id=${id}&order=asc`)).json.data
    assert.deepEqual(pluck(log, 'action', 'details').at(-1), ['one_link.close', { cancelled: 2 }])
    assert.equal(log.length, 2)
    const invalid = await sender.post('/one_links', {
      ...body,
      quantity: 0,
      allowed_email_domains: ['no domain'],
    })
    assert.equal(invalid.status, 422)
  })
})

const toVariantInput = ({ sku, name }: { sku: string; name: string }) => ({ sku, name, images: [] })
