import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { newId } from '#platform/lib/ids'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const guarded = await createAdminTestApp({ blockPrivateAddresses: true })
let adminClient: AdminClient
let sender: AdminClient

const encode = (csv: string) => ({ content: Buffer.from(csv).toString('base64') })
const messages = ({ errors }: { errors: { param: string; message: string }[] }) =>
  errors.map(({ param, message }) => `${param} ${message}`)

/** Renders a white PNG of this size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 255))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const requests = new Map<string, number>()
const pictures = createServer((request, response) => {
  const { url = '' } = request
  requests.set(url, (requests.get(url) ?? 0) + 1)
  const redirect = (location: string) => response.writeHead(302, { location }).end()
  if (url.startsWith('/mug.png')) return response.end(png(8, 8))
  if (url === '/moved') return redirect('/mug.png?moved')
  if (url === '/loop') return redirect('/loop')
  if (url === '/to-file') return redirect('file:///etc/passwd')
  if (url === '/html') return response.setHeader('content-type', 'image/png').end('<html>')
  if (url === '/large') return response.end(Buffer.alloc(800_000))
  if (url === '/endless') return void response.write('x') // this response never ends
  if (url === '/empty') return response.end()
  return response.writeHead(404).end()
})
let origin = ''

before(async () => {
  adminClient = await testApp.signIn(testApp.admin)
  sender = await testApp.signIn(testApp.sender)
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
})
after(() => {
  pictures.closeAllConnections()
  pictures.close()
})

describe('the import of a file', () => {
  it('is checked, applied with the digest of the check, and audited', async () => {
    const sku = newId()
    const file = encode(
      `sku,product_name,variant_name,destination_mode,destinations,minimum_age\n${sku},Gin,Gin,deny,US-UT,21\n`,
    )
    const checked = await adminClient.post('/catalogue/import/check', file)
    assert.equal(checked.status, 200, checked.text)
    assert.deepEqual([checked.json.products.created, checked.json.error_count], [1, 0])
    assert.equal((await adminClient.get(`/products?q=${sku}`)).json.data.length, 0)
    const imported = await adminClient.post('/catalogue/import', {
      ...file,
      digest: checked.json.digest,
    })
    assert.equal(imported.status, 200, imported.text)
    const [product] = (await adminClient.get(`/products?q=${sku}`)).json.data
    assert.deepEqual([product.destinations, product.minimum_age], [['US-UT'], 21])
    const [entry] = (await adminClient.get('/audit?limit=1')).json.data
    assert.deepEqual([entry.action, entry.details.variants_created], ['catalogue.import', 1])
    const again = await adminClient.post('/catalogue/import', {
      ...file,
      digest: checked.json.digest,
    })
    assert.equal(again.status, 409)
  })

  it('is rejected with the line and the column of each error', async () => {
    const file = encode('sku,weight_grams\nNEW,heavy\n')
    const { status, json } = await adminClient.post('/catalogue/import', file)
    assert.equal(status, 422)
    assert.match(messages(json).join('\n'), /content line 2: weight_grams: must be a whole number/)
    assert.match(
      messages(json).join('\n'),
      /content line 2: product_name: is required for a new SKU/,
    )
  })

  it('imports a size guide, allergens and ingredients, and exports the same cells', async () => {
    const sku = newId()
    const sizes = '"cm | Chest\nS | 96\n\nMeasured flat."'
    const csv = `sku,product_name,size_guide,allergens,ingredients\n${sku},Bar,${sizes},nuts MILK,"Cocoa, milk"\n`
    const { status, text } = await adminClient.post('/catalogue/import', encode(csv))
    assert.equal(status, 200, text)
    const [product] = (await adminClient.get(`/products?q=${sku}`)).json.data
    assert.deepEqual(product.size_guide, {
      unit: 'cm',
      columns: ['Chest'],
      rows: [{ size: 'S', values: ['96'] }],
      note: 'Measured flat.',
    })
    assert.deepEqual([product.allergens, product.ingredients], [['milk', 'nuts'], 'Cocoa, milk'])
    const again = await adminClient.post('/catalogue/import/check', encode(csv))
    assert.deepEqual([again.json.error_count, again.json.change_count], [0, 0])
    const cleared = `sku,size_guide,allergens,ingredients\n${sku},,,\n`
    assert.equal((await adminClient.post('/catalogue/import', encode(cleared))).status, 200)
    const [bare] = (await adminClient.get(`/products?q=${sku}`)).json.data
    assert.deepEqual([bare.size_guide, bare.allergens, bare.ingredients], [null, [], ''])
  })

  it('names the place in a size guide, and the known allergens', async () => {
    const csv = `sku,product_name,size_guide,allergens\n${newId()},Bar,"cm | Chest\nS | 96 | 1",tomato\n`
    const { json } = await adminClient.post('/catalogue/import', encode(csv))
    const text = messages(json).join('\n')
    assert.match(text, /size_guide: rows\.0\.values must have one value for each column: 1/)
    assert.match(text, /allergens: must be codes separated by spaces: gluten, crustaceans/)
  })

  it('creates digital variants that give codes', async () => {
    const sku = `CARD-${newId().slice(-6)}`
    const csv = `product_name,kind,sku,variant_name\nGift card,digital,${sku},10 euros\n`
    const { status, text } = await adminClient.post('/catalogue/import', encode(csv))
    assert.equal(status, 200, text)
    const { json } = await adminClient.get(`/products?q=${sku}`)
    const product = await adminClient.get(`/products/${json.data[0].id}`)
    assert.equal(product.json.variants[0].digital.delivery, 'code')
  })

  it('is for admins; the export is for senders too', async () => {
    assert.equal((await sender.post('/catalogue/import/check', encode('sku\nA\n'))).status, 403)
    assert.equal((await sender.post('/catalogue/import', encode('sku\nA\n'))).status, 403)
    const { status, text, headers } = await sender.get('/catalogue/export.csv')
    assert.equal(status, 200)
    assert.match(headers.get('content-disposition') ?? '', /catalogue\.csv/)
    const { json } = await adminClient.post('/catalogue/import/check', encode(text))
    assert.deepEqual([json.error_count, json.change_count], [0, 0], JSON.stringify(json.errors))
  })

  it('accepts 5 MB, not more', async () => {
    const large = Buffer.alloc(5_000_001, 'x').toString('base64')
    const { json } = await adminClient.post('/catalogue/import/check', { content: large })
    assert.match(json.errors[0].message, /is larger than 5 MB/)
    const huge = Buffer.alloc(5_500_000, 'x').toString('base64')
    const { status } = await adminClient.post('/catalogue/import/check', { content: huge })
    assert.ok(status === 413 || status === 422, String(status))
  })
})

describe('a picture of another server', () => {
  const load = (path: string) => adminClient.post('/pictures', { url: `${origin}${path}` })

  it('is loaded once, and then belongs to the account', async () => {
    const first = await load('/mug.png')
    assert.equal(first.status, 201, first.text)
    assert.match(first.json.url, /\/images\/[0-9a-f]{32}\.png$/)
    assert.deepEqual((await load('/mug.png')).json, first.json)
    assert.equal(requests.get('/mug.png'), 1)
    assert.equal((await load('/moved')).status, 201)
  })

  it('is used by an import after it is loaded', async () => {
    const sku = newId()
    const file = encode(
      `sku,product_name,variant_name,product_images\n${sku},Mug,Mug,${origin}/mug.png?import\n`,
    )
    const checked = await adminClient.post('/catalogue/import/check', file)
    assert.deepEqual(checked.json.missing_pictures, [`${origin}/mug.png?import`])
    assert.match(
      messages((await adminClient.post('/catalogue/import', file)).json).join(),
      /is not loaded yet/,
    )
    const { json: loaded } = await load('/mug.png?import')
    assert.equal((await adminClient.post('/catalogue/import', file)).status, 200)
    const [product] = (await adminClient.get(`/products?q=${sku}`)).json.data
    assert.equal(product.images[0].url, loaded.url)
    assert.equal((await adminClient.post('/catalogue/import', file)).json.change_count, 0)
  })

  // biome-ignore format: read down the columns
  const rejected: readonly [string, RegExp][] = [
    ['/missing',  /its server returned 404/],
    ['/html',     /must be a PNG, JPEG or WebP picture/],
    ['/large',    /is larger than 700 KB/],
    ['/empty',    /is an empty file/],
    ['/loop',     /redirects more than 3 times/],
    ['/to-file',  /must begin with https/],
  ]
  for (const [path, expected] of rejected)
    it(`is rejected: ${path}`, async () => {
      const { status, json } = await load(path)
      assert.equal(status, 422)
      assert.match(messages(json).join(), expected)
    })

  it('is not loaded from a private address, also in other notations', async () => {
    const client = await guarded.signIn(guarded.admin)
    const { port } = pictures.address() as AddressInfo
    const count = [...requests.values()].reduce((sum, each) => sum + each, 0)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '0x7f000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
    ]) {
      const url = `http://${host}:${port}/mug.png`
      const { status, json } = await client.post('/pictures', { url })
      assert.deepEqual([status, json.errors[0].param], [422, 'url'], host)
    }
    const after = [...requests.values()].reduce((sum, each) => sum + each, 0)
    assert.equal(after, count)
    for (const url of [
      'ftp://example.com/a.png',
      'https://user:pass@example.com/a.png',
      'nonsense',
    ])
      assert.equal((await client.post('/pictures', { url })).status, 422, url)
  })
})

describe('the rules of a product', () => {
  const createProduct = async (overrides: object = {}) => {
    const { status, json } = await adminClient.post('/products', {
      ...{ name: 'Gin', description: '', kind: 'physical', images: [] },
      variants: [{ sku: newId(), name: 'Gin', images: [], weight_grams: 900, hs_code: '2208.50' }],
      ...overrides,
    })
    return { status, json }
  }

  it('are created, preserved by a change without them, and cleared', async () => {
    const { json: created } = await createProduct({
      ...{ destination_mode: 'allow', destinations: ['de', 'us-ca'], minimum_age: 18 },
    })
    assert.deepEqual(created.destinations, ['DE', 'US-CA'])
    assert.equal(created.variants[0].hs_code, '220850')
    const variants = created.variants.map((each: { id: string; sku: string; name: string }) => ({
      ...{ id: each.id, sku: each.sku, name: each.name, images: [] },
    }))
    const change = (members: object) =>
      adminClient.patch(`/products/${created.id}`, { variants, ...members })
    const { json: unchanged } = await change({})
    assert.deepEqual(
      [unchanged.destination_mode, unchanged.minimum_age, unchanged.variants[0].weight_grams],
      ['allow', 18, 900],
    )
    const { json: cleared } = await change({
      ...{ destination_mode: 'all', minimum_age: null },
      variants: variants.map((each: object) => ({ ...each, weight_grams: null })),
    })
    assert.deepEqual(
      [cleared.destinations, cleared.minimum_age, cleared.variants[0].weight_grams],
      [[], null, null],
    )
  })

  it('are rejected with their field and the remedy', async () => {
    const { status, json } = await createProduct({
      ...{ destination_mode: 'deny', destinations: ['XX'], minimum_age: 18 },
      variants: [
        {
          sku: newId(),
          name: 'Gin',
          hs_code: '12',
          declared_value: { amount: 5, currency: 'XXQ' },
        },
      ],
    })
    assert.equal(status, 422)
    assert.deepEqual(
      json.errors.map(({ param }: { param: string }) => param),
      ['destinations', 'variants.0.hs_code', 'variants.0.declared_value.currency'],
    )
    const { json: bounds } = await createProduct({ minimum_age: 0 })
    assert.deepEqual(messages(bounds).length, 1)
  })

  it('change for several products at once, all or none', async () => {
    const [one, two] = [(await createProduct()).json, (await createProduct()).json]
    const bulk = (ids: readonly string[], change: object) =>
      adminClient.post('/products/bulk_update', { ids, change })
    const failed = await bulk([one.id, newId()], { minimum_age: 18 })
    assert.deepEqual([failed.status, failed.json.errors[0].param], [422, 'ids.1'])
    const empty = await bulk([one.id], {})
    assert.deepEqual([empty.status, empty.json.errors[0].param], [422, 'change'])
    const { status, json } = await bulk([one.id, two.id], { minimum_age: 21, weight_grams: 950 })
    assert.deepEqual([status, json.data.length], [200, 2])
    const { json: changed } = await adminClient.get(`/products/${two.id}`)
    assert.deepEqual([changed.minimum_age, changed.variants[0].weight_grams], [21, 950])
    assert.equal(
      (await sender.post('/products/bulk_update', { ids: [one.id], change: { archived: true } }))
        .status,
      403,
    )
  })
})
