import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { runHousekeeping } from '#app/housekeeping'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

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

const product = (more: object = {}) => ({
  name: 'Mug',
  description: 'For tea.',
  kind: 'physical',
  images: [image],
  variants: [
    { sku: newId(), name: 'Small', images: [] },
    { sku: newId(), name: 'Large', images: [] },
  ],
  ...more,
})

const createProduct = async (more: object = {}) => {
  const { status, json, headers } = await adminClient.post('/catalogue/products', product(more))
  assert.equal(status, 201, JSON.stringify(json))
  return { ...json, tag: headers.get('etag') ?? '' }
}

describe('a product', () => {
  it('is added, found by its SKU, and shown to senders who cannot change it', async () => {
    const created = await createProduct({ name: 'Kettle' })
    assert.equal(created.images[0].url, `${testApp.origin}${address}`)
    const [{ sku }] = created.variants
    const { data } = (await sender.get(`/catalogue/products?q=${sku.toUpperCase()}`)).json
    assert.deepEqual([data.length, data[0].id], [1, created.id])
    assert.equal((await sender.get(`/catalogue/products/${created.id}`)).status, 200)
    assert.equal((await sender.post('/catalogue/products', product())).status, 403)
    const duplicate = await adminClient.post(
      '/catalogue/products',
      product({ variants: created.variants.map(toVariantInput) }),
    )
    assert.deepEqual([duplicate.status, ...params(duplicate.json)], [422, 'variants'])
  })

  it('is changed with its variants in their new order; 412 for whoever comes late', async () => {
    const created = await createProduct()
    const [small, large] = created.variants
    const body = product({
      name: 'Cup',
      variants: [
        { ...toVariantInput(large), id: large.id },
        { sku: newId(), name: 'Huge', images: [image] },
        { ...toVariantInput(small), id: small.id, name: 'Tiny' },
      ],
    })
    const put = (tag: string, wanted: object = body) =>
      adminClient.send('PUT', `/catalogue/products/${created.id}`, {
        body: wanted,
        headers: { 'if-match': tag },
      })
    const changed = await put(created.tag)
    assert.equal(changed.status, 200, changed.text)
    const names = changed.json.variants.map(({ name }: { name: string }) => name)
    assert.deepEqual([changed.json.name, ...names], ['Cup', 'Large', 'Huge', 'Tiny'])
    assert.equal((await put(created.tag)).status, 412)
    const tag = changed.headers.get('etag') ?? ''
    const fewer = await put(tag, { ...body, variants: [body.variants[0]] })
    assert.deepEqual([fewer.status, ...params(fewer.json)], [422, 'variants'])
    const kind = await put(tag, { ...body, kind: 'digital', variants: body.variants.slice(0, 1) })
    assert.ok(params(kind.json).includes('kind'))
    const foreign = await put(tag, {
      ...body,
      variants: [{ ...toVariantInput(small), id: newId() }],
    })
    assert.ok(params(foreign.json).includes('variants.0.id'))
  })

  it('says in which live campaigns it is', async () => {
    const created = await createProduct()
    const rename = (name: string) =>
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
          variant_ids: created.variants.map(({ id }: { id: string }) => id),
        }),
      )
    const [first, second] = [await rename('One'), await rename('Two')]
    await adminClient.post(`/campaigns/${second}/archive`)
    const { json } = await adminClient.get(`/catalogue/products/${created.id}`)
    assert.deepEqual(json.campaigns, [{ id: first, name: 'One' }])
  })
})

describe('stock', () => {
  const createStockedProduct = async () => {
    const created = await createProduct()
    const { json } = await adminClient.post('/catalogue/warehouses', {
      name: 'Reno',
      country: 'us',
    })
    assert.equal(json.country, 'US')
    return { product: created.id, variant_id: created.variants[0].id, warehouse_id: json.id }
  }
  const count = (levels: object[]) =>
    adminClient.send('PUT', '/catalogue/stock', { body: { levels } })

  it('is counted, and refused where somebody else was quicker', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    assert.equal((await count([{ ...stockKey, available: 7, was: 0 }])).json.changed, 1)
    const late = await count([{ ...stockKey, available: 9, was: 0 }])
    assert.deepEqual([late.status, ...params(late.json)], [422, 'levels.0.available'])
    assert.equal((await count([{ ...stockKey, available: 9, was: 7 }])).status, 200)
    const [variant] = (await adminClient.get(`/catalogue/products/${product}`)).json.variants
    assert.deepEqual(variant.shelves, [
      { warehouse_id: stockKey.warehouse_id, available: 9, promised: 0 },
    ])
    const { data } = (await adminClient.get(`/audit?subject_id=${stockKey.variant_id}&order=asc`))
      .json
    assert.deepEqual(data.at(-1).details.after, { available: 9 })
    assert.equal((await count([{ ...stockKey, warehouse_id: newId(), available: 1 }])).status, 422)
    assert.equal((await count([{ ...stockKey, available: -1 }])).status, 422)
    const refused = await sender.send('PUT', '/catalogue/stock', {
      body: { levels: [{ ...stockKey, available: 1 }] },
    })
    assert.equal(refused.status, 403)
  })

  it('that is kept for somebody is shown beside what is left', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    await count([{ ...stockKey, available: 5 }])
    const lines = [{ variant_id: stockKey.variant_id, quantity: 2 }]
    await testApp.run((ctx) => catalogue.reserve(ctx, { holder_id: newId(), lines }))
    const [variant] = (await adminClient.get(`/catalogue/products/${product}`)).json.variants
    assert.deepEqual([variant.shelves[0].available, variant.shelves[0].promised], [3, 2])
  })

  it('wakes whoever waits for it', async () => {
    const { product: _, ...stockKey } = await createStockedProduct()
    const woken: string[] = []
    const { deployment } = testApp.db
    const { notify } = deployment
    Object.assign(deployment, { notify: (loop: string) => woken.push(loop) })
    try {
      await count([{ ...stockKey, available: 5 }])
      assert.deepEqual(woken, ['fulfilment'])
    } finally {
      Object.assign(deployment, { notify: notify })
    }
  })

  it('that runs low is on the list, and is gone from it when there is more', async () => {
    const { product, ...stockKey } = await createStockedProduct()
    const isLow = async () => {
      const { data } = (await sender.get('/catalogue/products?stock=low&limit=50')).json
      return data.some(({ id }: { id: string }) => id === product)
    }
    assert.equal(await isLow(), true)
    const { variants } = (await adminClient.get(`/catalogue/products/${product}`)).json
    const full = variants.map(({ id }: { id: string }) => ({
      ...stockKey,
      variant_id: id,
      available: 6,
    }))
    await count(full)
    assert.equal(await isLow(), false)
    await count([{ ...full[0], available: 5 }])
    assert.equal(await isLow(), true)
    await adminClient.post(`/catalogue/products/${product}/archive`)
    assert.equal(await isLow(), false)
  })
})

describe('a picture', () => {
  const upload = (content: Buffer) =>
    adminClient.post('/catalogue/pictures', { content: content.toString('base64') })

  it('is kept under a name made of its content, and cannot be anything that runs', async () => {
    const { status, json } = await upload(png(2, 3))
    assert.equal(status, 201)
    assert.match(json.url, /\/images\/[0-9a-f]{32}\.png$/)
    assert.equal((await upload(png(2, 3))).json.url, json.url)
    const response = await fetch(json.url)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*sandbox/,
    )
    assert.match(response.headers.get('cache-control') ?? '', /immutable/)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), png(2, 3))
    assert.equal((await fetch(json.url.replace('.png', '.jpg'))).status, 404)
    assert.equal((await sender.post('/catalogue/pictures', { content: '' })).status, 403)
  })

  it('is thrown away after a day when it was put nowhere', async () => {
    const [put, forgotten] = [
      (await upload(png(4, 5))).json.url,
      (await upload(png(5, 4))).json.url,
    ]
    const usedImage = {
      name: 'Used',
      url: put,
      urls: { thumbnail: put, large: put, large_wide: put },
    }
    const created = await adminClient.post('/catalogue/products', product({ images: [usedImage] }))
    assert.equal(created.status, 201, created.text)
    const isThere = async (url: string) => (await fetch(url)).status === 200
    await runHousekeeping(testApp.db)
    assert.deepEqual([await isThere(put), await isThere(forgotten)], [true, true])
    await testApp.run((ctx) =>
      ctx.query(`update catalogue.picture set created_at = created_at - interval '25 hours'`),
    )
    await runHousekeeping(testApp.db)
    assert.deepEqual([await isThere(put), await isThere(forgotten)], [true, false])
  })

  it('is refused when it is no picture, a drawing that could hold a script, or too large', async () => {
    const refused = async (content: Buffer) => {
      const { status, json } = await upload(content)
      assert.deepEqual([status, ...params(json)], [422, 'content'])
      return json.errors[0].message
    }
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    assert.match(await refused(drawing), /PNG, JPEG or WebP/)
    assert.match(await refused(Buffer.from('<html>')), /PNG, JPEG or WebP/)
    assert.match(await refused(png(2, 3).subarray(0, 14)), /PNG, JPEG or WebP/)
    assert.match(await refused(Buffer.from([0xff, 0xd8, 0xff])), /PNG, JPEG or WebP/)
    assert.match(await refused(png(5_000, 1)), /4096/)
    assert.match(await refused(Buffer.concat([png(2, 3), Buffer.alloc(720_000)])), /700 KB/)
  })

  it('is known by what is in it, whichever of the three kinds it is', async () => {
    const webp = Buffer.alloc(30)
    webp.write('RIFF', 0)
    webp.write('WEBPVP8X', 8)
    assert.match((await upload(webp)).json.url, /\.webp$/)
    const jpeg = Buffer.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 7, 1,
    ])
    assert.match((await upload(jpeg)).json.url, /\.jpg$/)
  })
})

describe('a recipient', () => {
  it('is listed with what became of their gifts, given out, and erased by an admin alone', async () => {
    const variants = await testApp.run((ctx) => catalogue.createDemoCatalogue(ctx))
    await testApp.run((ctx) => campaigns.createDemoCampaigns(ctx, testApp.admin.id, variants))
    const email = 'Ada.Larkin@example.com'
    const row = { recipient: { first_name: 'Ada', last_name: 'Larkin', email } }
    const sending = { variant_ids: [variants.get('MUG-SAGE') ?? ''] }
    const message = { subject: 'Hello', body: 'For you.' }
    const sent = await sender.post('/send', {
      sending: { ...sending, email_message: message },
      rows: [row],
    })
    assert.equal(sent.json.rows[0].status, 'sent', sent.text)
    const gift = sent.json.rows[0].id ?? sent.json.rows[0].gift_request_id
    await testApp.run((ctx) => gifting.advanceClock(ctx, 0))
    await testApp.run((ctx) => gifting.decline(ctx, gift, { reason: 'I may not.' }))

    const { data } = (await sender.get('/recipients?q=larkin')).json
    assert.deepEqual(
      [data.length, data[0].name, data[0].gift_requests, data[0].declined, data[0].is_bounced],
      [1, 'Ada Larkin', 1, 1, false],
    )
    const { json } = await sender.get(`/recipients/${data[0].id}`)
    assert.equal(json.refusals[0].decline_reason, 'I may not.')
    assert.equal(json.gifts[0].id, gift)
    assert.equal((await sender.get('/recipients?mark=declined')).json.data.length, 1)
    assert.equal((await sender.get('/recipients?mark=bounced')).json.data.length, 0)

    const found = { email, confirm: email }
    for (const path of [
      '/recipients/export',
      '/recipients/erase',
      `/recipients/${data[0].id}/clear-bounce`,
    ])
      assert.equal((await sender.post(path, found)).status, 403, path)
    const exported = await adminClient.post('/recipients/export', { email })
    assert.equal(exported.json.gift_requests[0].id, gift)
    const unsure = await adminClient.post('/recipients/erase', {
      email,
      confirm: 'ada@example.com',
    })
    assert.deepEqual([unsure.status, ...params(unsure.json)], [422, 'confirm'])
    const erased = await adminClient.post('/recipients/erase', found)
    assert.deepEqual([erased.status, erased.json.gift_requests, erased.json.cancelled], [200, 1, 1])
    assert.equal((await adminClient.get(`/recipients/${data[0].id}`)).status, 404)
    const log = (await adminClient.get(`/audit?subject_id=${data[0].id}&order=asc`)).json.data
    assert.deepEqual(
      log.map(({ action }: { action: string }) => action),
      ['privacy.export', 'privacy.erase'],
    )
    assert.ok(!JSON.stringify(log).toLowerCase().includes('larkin'))
  })
})

describe('a one-link', () => {
  it('is made by a sender, shows who claims, and says what closing cancels', async () => {
    const { data } = (await sender.get('/campaigns?state=available')).json
    const campaign = data.find(
      (each: { invitation_method: string }) => each.invitation_method === 'one_link',
    )
    const body = { campaign_id: campaign.id, quantity: 3, allowed_email_domains: ['Example.com'] }
    const created = await sender.post('/one-links', body)
    assert.equal(created.status, 201, created.text)
    const { id } = created.json
    assert.deepEqual(created.json.allowed_email_domains, ['example.com'])
    const claimant = { first_name: 'Ben', last_name: 'Okafor', email: 'ben@example.com' }
    const versions = () => testApp.run((ctx) => gifting.oneLinkVersions(ctx, [id]))
    const before = await versions()
    await testApp.run((ctx) => gifting.claim(ctx, id, claimant))
    assert.notDeepEqual(await versions(), before)
    const { json } = await sender.get(`/one-links/${id}`)
    assert.deepEqual([json.claimed, json.unclaimed, json.claims[0].name], [1, 2, 'Ben Okafor'])
    const gifts = (await sender.get(`/gift-requests?one_link_id=${id}`)).json.data
    assert.equal(gifts.length, 3)
    const closed = await sender.post(`/one-links/${id}/close`)
    assert.equal(closed.json.state, 'closed')
    await sender.post(`/one-links/${id}/close`)
    const log = (await adminClient.get(`/audit?subject_id=${id}&order=asc`)).json.data
    assert.deepEqual(
      log
        .map(({ action, details }: { action: string; details: object }) => [action, details])
        .at(-1),
      ['one_link.close', { cancelled: 2 }],
    )
    assert.equal(log.length, 2)
    const invalid = await sender.post('/one-links', {
      ...body,
      quantity: 0,
      allowed_email_domains: ['no domain'],
    })
    assert.equal(invalid.status, 422)
  })
})

const toVariantInput = ({ sku, name }: { sku: string; name: string }) => ({ sku, name, images: [] })

/** The smallest picture of this size that a decoder would take for one. */
function png(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(kind), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc(height * (width + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
