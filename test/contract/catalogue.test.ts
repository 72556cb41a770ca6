import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { catalogueIds } from '#contract/catalogue-examples'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, operationBy } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { pluck } from '#test/pluck'

/* The contract tests of products, variants, stock, warehouses and pictures. */

const harness = await createContractHarness()
const { testApp, defaultHeaders, get, create, sendAndCheck } = harness

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const pngPicture = Buffer.from(onePixel, 'base64')
const pictures = createServer((_request, response) => response.end(pngPicture)).listen(
  0,
  '127.0.0.1',
)
after(() => pictures.close())
const pictureUrl = () =>
  `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/${randomBytes(4).toString('hex')}.png`

const unique = (sku: string) => () => `${sku}-${randomBytes(4).toString('hex')}`
const createProduct = (more: object = {}) =>
  create('/products', {
    name: 'Mug',
    kind: 'physical',
    variants: [{ sku: unique('MUG')(), name: 'Blue' }],
    ...more,
  })

const product = await createProduct()
const [variant] = product.variants
const [digitalVariant] = (await createProduct({ kind: 'digital' })).variants
const [warehouse] = (await get('/api/warehouses')).data
const offered = testApp.campaign('email').products[0]
const newVariant = (more: object = {}) => ({ sku: unique('MUG')(), name: 'Red', ...more })
const withVariant = (more: object) => ({
  name: 'Mug',
  kind: 'physical',
  variants: [newVariant(more)],
})
const level = (more: object = {}) => ({
  levels: [{ variant_id: variant.id, warehouse_id: warehouse.id, available: 5, ...more }],
})
const delta = (more: object = {}, reason: unknown = 'found') => ({
  levels: [{ variant_id: variant.id, warehouse_id: warehouse.id, delta: 1, ...more }],
  reason,
})
const bulk = (change: object, ids: readonly string[] = [product.id]) => ({ ids, change })
const codes = (more: object = {}) => ({ codes: [{ code: unique('C')(), ...more }] })
const newWarehouse = { name: 'Graz', country: 'AT' }
const address = { name: 'A', line_1: 'Ring 1', city: 'Graz', postal_code: 'x', country: 'AT' }
const fill = <T>(length: number, value: T): T[] => Array.from({ length }, () => value)
const longText = 'x'.repeat(5_001)
const image = { name: 'a', url: 'https://shop.example/a.png' }

/** Returns the errors that the bodies of products and of variants have in common. */
const variantRows = (id: string, bodyOf: (more: object) => object): FieldErrorRow[] => [
  [id, 'unknown_parameter', bodyOf({ colour: 'red' })],
  [id, 'required', bodyOf({ sku: '' })],
  [id, 'invalid', bodyOf({ weight_grams: 0 })],
  [id, 'invalid', bodyOf({ declared_value: { amount: 1, currency: 'XXQ' } })],
  [id, 'invalid_format', bodyOf({ images: [{ name: '', url: 'ftp://a' }] })],
  [id, 'too_long', bodyOf({ name: longText })],
  [id, 'too_many', bodyOf({ images: fill(6, image) })],
  [id, 'not_allowed', bodyOf({ digital: { delivery: 'code' } })],
  [id, 'not_allowed', bodyOf({ donation: { cap: 5 } })],
  [id, 'invalid', bodyOf({ donation: { amount: { amount: 0, currency: 'EUR' } } })],
]

const rows: readonly FieldErrorRow[] = [
  ...variantRows('createProduct', withVariant),
  ...variantRows('createVariant', newVariant),
  ...variantRows('updateVariant', (more) => more),
  ['updateProduct', 'unknown_parameter', { kind: 'digital' }],
  ['updateProduct', 'required', { name: null }],
  ['updateProduct', 'required', { size_guide: { unit: 'cm', columns: [], rows: [] } }],
  ['updateProduct', 'invalid', { size_guide: { unit: 'mm', columns: [], rows: [], note: '' } }],
  ['updateProduct', 'invalid', { allergens: ['tomato'] }],
  ['updateProduct', 'too_long', { ingredients: longText }],
  ['updateProduct', 'invalid', { minimum_age: 0 }],
  ['updateProduct', 'invalid_format', { images: [{ name: '', url: 'nowhere' }] }],
  ['updateProduct', 'too_long', { description: longText }],
  ['updateProduct', 'too_many', { images: fill(6, image) }],
  ['updateProduct', 'not_allowed', { charity: { url: 'https://rescue.example' } }],
  ['updateProduct', 'not_allowed', { destination_mode: 'all', destinations: ['DE'] }],
  ...['archiveProduct', 'restoreProduct', 'archiveVariant', 'restoreVariant'].map(
    (id): FieldErrorRow => [id, 'unknown_parameter', { why: 'old' }],
  ),
  ['bulkUpdateProducts', 'unknown_parameter', bulk({ name: 'x' })],
  ['bulkUpdateProducts', 'required', {}],
  ['bulkUpdateProducts', 'invalid', bulk({ weight_grams: 0 })],
  ['bulkUpdateProducts', 'invalid_format', bulk({ hs_code: 'a\nb' })],
  ['bulkUpdateProducts', 'too_long', bulk({ description: longText })],
  ['bulkUpdateProducts', 'too_many', bulk({ archived: true }, fill(101, product.id))],
  ['bulkUpdateProducts', 'not_allowed', bulk({ destination_mode: 'all', destinations: ['DE'] })],
  ['bulkUpdateProducts', 'invalid_reference', bulk({ archived: true }, [crypto.randomUUID()])],
  ['importCodes', 'unknown_parameter', { ...codes(), colour: 'red' }],
  ['importCodes', 'required', {}],
  ['importCodes', 'invalid', { codes: [] }],
  ['importCodes', 'invalid', codes({ expires_on: '2027-02-30' })],
  ['importCodes', 'too_long', codes({ pin: 'x'.repeat(101) })],
  ['importCodes', 'too_many', { codes: fill(501, { code: 'a' }) }],
  ['importCodes', 'invalid', codes(), '?dry_run=perhaps'],
  ['setStockLevels', 'unknown_parameter', { ...level(), why: 'x' }],
  ['setStockLevels', 'required', {}],
  ['setStockLevels', 'invalid', level({ available: -1 })],
  ['setStockLevels', 'invalid', level({ expected: 1_000_000 })],
  ['setStockLevels', 'too_many', { levels: fill(501, level().levels[0]) }],
  ['setStockLevels', 'invalid_reference', level({ variant_id: crypto.randomUUID() })],
  ['adjustStockLevels', 'unknown_parameter', { ...delta(), why: 'x' }],
  ['adjustStockLevels', 'required', { levels: delta().levels }],
  ['adjustStockLevels', 'invalid', delta({ delta: -1_000_000 })],
  ['adjustStockLevels', 'invalid_format', delta({}, 'a\nb')],
  ['adjustStockLevels', 'too_long', delta({}, longText)],
  ['adjustStockLevels', 'too_many', { ...delta(), levels: fill(501, delta().levels[0]) }],
  ['adjustStockLevels', 'invalid_reference', delta({ warehouse_id: crypto.randomUUID() })],
  ['createWarehouse', 'unknown_parameter', { ...newWarehouse, colour: 'red' }],
  ['createWarehouse', 'required', { country: 'AT' }],
  ['createWarehouse', 'invalid', { ...newWarehouse, country: 'XX' }],
  ['createWarehouse', 'invalid', { ...newWarehouse, address: { ...address, country: 'DE' } }],
  ['createWarehouse', 'invalid_format', { ...newWarehouse, address }],
  ['createWarehouse', 'too_long', { ...newWarehouse, name: longText }],
  ['updateWarehouse', 'unknown_parameter', { id: 'x' }],
  ['updateWarehouse', 'required', { name: null }],
  ['updateWarehouse', 'invalid', { country: 'CH' }],
  ['updateWarehouse', 'invalid_format', { name: 'a\nb' }],
  ['updateWarehouse', 'too_long', { name: longText }],
  ['archiveWarehouse', 'unknown_parameter', { why: 'old' }],
  ['createPicture', 'unknown_parameter', { url: pictureUrl(), size: 1 }],
  ['createPicture', 'required', {}],
  ['createPicture', 'invalid', { url: 'nowhere' }],
  ['createPicture', 'too_long', { url: longText }],
]

const suite = createContractSuite({
  harness,
  operations: contractGroups.catalogue ?? [],
  params: {
    '/products/{id}': { id: product.id },
    '/variants/{id}': { id: variant.id },
    '/variants/{id}/codes': { id: digitalVariant.id },
    '/warehouses/{id}': { id: warehouse.id },
  },
  exampleIds: {
    [catalogueIds.product]: product.id,
    [catalogueIds.warehouse]: warehouse.id,
    'NB-DOTTED-SAND': unique('NB'),
    'NB-LINEN-MOSS': unique('NB'),
    'RESCUE-25': unique('RESCUE'),
    'WINE-50': unique('WINE'),
    'VOUCHER-7Q2K-9XPA': unique('VOUCHER'),
    'VOUCHER-3M8R-1TZC': unique('VOUCHER'),
    'https://shop.example/notebook.png': pictureUrl,
  },
  fresh: { archiveWarehouse: () => create('/warehouses', newWarehouse) },
  rows,
})

suite.describeAll()

describe('the catalogue', () => {
  const request = (id: string, more: object) => {
    const { path, method } = suite.validRequest(operationBy(id))
    return { path, method, headers: { ...defaultHeaders }, ...more }
  }

  it('rejects changes of resources that have changed since', async () => {
    for (const id of ['updateProduct', 'updateVariant', 'updateWarehouse']) {
      const valid = suite.validRequest(operationBy(id))
      const stale = { ...valid, headers: { ...valid.headers, 'if-match': '"stale"' } }
      assert.deepEqual(await sendAndCheck(id, stale), ['invalid_transition'])
    }
  })

  it('sends a product everywhere with the mode alone', async () => {
    const { id } = await createProduct({ destination_mode: 'allow', destinations: ['DE'] })
    const body = JSON.stringify({ destination_mode: 'all' })
    const headers = { ...defaultHeaders, 'content-type': 'application/json' }
    const { json, text } = await testApp.api.send('PATCH', `/products/${id}`, headers, body)
    assert.deepEqual(json.destinations, [], text)
  })

  it('keeps an item in each campaign', async () => {
    const ids = offered?.variants.map(({ id }) => id) ?? []
    await testApp.run((ctx) =>
      ctx.query('delete from campaigns.campaign_variant where variant_id <> all ($1)', [ids]),
    )
    const path = (kind: string, id?: string) => ({ path: `/api/${kind}/${id}/archive` })
    const product = request('archiveProduct', path('products', offered?.id))
    assert.deepEqual(await sendAndCheck('archiveProduct', product), ['invalid_transition'])
    for (const id of ids.slice(1)) await create(`/variants/${id}/archive`)
    const last = request('archiveVariant', path('variants', ids[0]))
    assert.deepEqual(await sendAndCheck('archiveVariant', last), ['invalid_transition'])
    const body = JSON.stringify(bulk({ archived: true }, [offered?.id ?? '']))
    const headers = { ...defaultHeaders, 'content-type': 'application/json' }
    const many = request('bulkUpdateProducts', { headers, body })
    assert.deepEqual(await sendAndCheck('bulkUpdateProducts', many), ['invalid_transition'])
  })

  it('does not archive a warehouse with stock', async () => {
    await testApp.api.send(
      'PUT',
      '/stock_levels',
      { ...defaultHeaders, 'content-type': 'application/json' },
      JSON.stringify(level()),
    )
    const { path: _path, ...valid } = suite.validRequest(operationBy('archiveWarehouse'))
    const used = { ...valid, path: `/api/warehouses/${warehouse.id}/archive` }
    assert.deepEqual(await sendAndCheck('archiveWarehouse', used), ['invalid_transition'])
  })

  it('keeps both of two changes of a warehouse at the same instant', async () => {
    const { id } = await create('/warehouses', newWarehouse)
    const headers = { ...defaultHeaders, 'content-type': 'application/json' }
    const at = { ...address, postal_code: '8010' }
    for (let attempt = 0; attempt < 10; attempt++) {
      const name = `Graz ${attempt}`
      const changed = { ...at, line_1: `Ring ${attempt}` }
      const responses = await Promise.all(
        [{ name }, { address: changed }].map((change) =>
          testApp.api.send('PATCH', `/warehouses/${id}`, headers, JSON.stringify(change)),
        ),
      )
      for (const { status, text } of responses) assert.equal(status, 200, text)
      const { json } = await testApp.api.get(`/warehouses/${id}`)
      assert.deepEqual([json.name, json.address.line_1], [name, changed.line_1])
    }
  })

  it('bounds the warehouses of an account', async () => {
    await testApp.run((ctx) =>
      ctx.query(
        `insert into catalogue.warehouse (account_id, id, name, country, created_at)
         select $1, gen_random_uuid(), 'fill' || n, 'AT', now() from generate_series(1, 100) n`,
        [ctx.account_id],
      ),
    )
    const valid = suite.validRequest(operationBy('createWarehouse'))
    assert.deepEqual(await sendAndCheck('createWarehouse', valid), ['not_allowed'])
  })

  it('checks codes without importing them', async () => {
    const valid = suite.validRequest(operationBy('importCodes'))
    const dryRun = { ...valid, path: `${valid.path}?dry_run=true` }
    assert.deepEqual(await sendAndCheck('importCodes', dryRun), [])
    assert.equal((await get(`/api/variants/${digitalVariant.id}`)).digital.codes.free > 0, true)
  })

  it('imports codes only for variants that give codes', async () => {
    const { path: _path, ...valid } = suite.validRequest(operationBy('importCodes'))
    const physical = { ...valid, path: `/api/variants/${variant.id}/codes` }
    assert.deepEqual(await sendAndCheck('importCodes', physical), ['not_allowed'])
    const [link] = (
      await createProduct({
        kind: 'digital',
        variants: [
          newVariant({ digital: { delivery: 'link', link_url: 'https://shop.example/gift' } }),
        ],
      })
    ).variants
    const withLink = { ...valid, path: `/api/variants/${link.id}/codes` }
    assert.deepEqual(await sendAndCheck('importCodes', withLink), ['not_allowed'])
  })

  it('bounds the pictures of an account', async () => {
    await testApp.run((ctx) =>
      ctx.query(
        `insert into catalogue.picture (account_id, name, content_type, content, created_at)
         select $1, 'fill' || n, 'image/png', '', now() from generate_series(1, 10000) n`,
        [ctx.account_id],
      ),
    )
    const valid = suite.validRequest(operationBy('createPicture'))
    assert.deepEqual(await sendAndCheck('createPicture', valid), ['not_allowed'])
  })
})

describe('charities', () => {
  const charity = { registration_number: 'VR 1042', url: 'https://rescue.example' }
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  const createCharity = () =>
    createProduct({
      kind: 'donation',
      charity,
      variants: [newVariant({ donation: { amount: eur(2500), cap: 3 } })],
    })
  const headers = { ...defaultHeaders, 'content-type': 'application/json' }
  const send = (method: 'POST' | 'PATCH', path: string, body: object, more: object = {}) =>
    testApp.api.send(method, path, { ...headers, ...more }, JSON.stringify(body))
  const readProduct = (id: string) => get(`/api/products/${id}`)
  const fields = ({
    json,
  }: {
    json: { errors?: Record<'code' | 'param' | 'message', string>[] }
  }) => (json.errors ?? []).map(({ code, param, message }) => `${code}: ${param} ${message}`)

  it('are products of the kind donation, whose variants are amounts', async () => {
    const created = await createCharity()
    const [amount] = created.variants
    assert.deepEqual(await readProduct(created.id), created)
    assert.deepEqual([created.kind, created.charity], ['donation', charity])
    assert.deepEqual(amount.donation, { amount: eur(2500), cap: 3 })
    assert.equal(amount.digital, null)
    assert.deepEqual(await get(`/api/variants/${amount.id}`), amount)
  })

  it('keep the members that a change does not have', async () => {
    const { id, variants } = await createCharity()
    await send('PATCH', `/products/${id}`, { charity: { url: null } })
    await send('PATCH', `/variants/${variants[0].id}`, { donation: { cap: null } })
    const capped = await readProduct(id)
    assert.deepEqual(capped.charity, { ...charity, url: null })
    assert.deepEqual(capped.variants[0].donation, { amount: eur(2500), cap: null })
    await send('PATCH', `/variants/${variants[0].id}`, { donation: { amount: eur(3000) } })
    const added = newVariant({ donation: { amount: { amount: 500, currency: 'chf' } } })
    await send('POST', `/products/${id}/variants`, added)
    const amounts = pluck((await readProduct(id)).variants, 'donation')
    assert.deepEqual(amounts, [
      { amount: eur(3000), cap: null },
      { amount: { amount: 500, currency: 'CHF' }, cap: null },
    ])
  })

  it('keep both of two changes at the same instant', async () => {
    const { id, variants } = await createCharity()
    for (let attempt = 1; attempt <= 10; attempt++) {
      const responses = await Promise.all([
        send('PATCH', `/variants/${variants[0].id}`, { donation: { amount: eur(attempt) } }),
        send('PATCH', `/variants/${variants[0].id}`, { donation: { cap: attempt } }),
      ])
      for (const { status, text } of responses) assert.equal(status, 200, text)
      const { donation } = (await readProduct(id)).variants[0]
      assert.deepEqual(donation, { amount: eur(attempt), cap: attempt })
    }
  })

  it('reject members of other kinds, by the names of the body', async () => {
    const { id, variants } = await createCharity()
    const body = (more: object) => ({ name: 'X', kind: 'donation', ...more })
    const incomplete = await send('POST', '/products', body({ variants: [newVariant()] }))
    assert.deepEqual(fields(incomplete), [
      'required: variants.0.donation.amount.amount is required',
      'required: variants.0.donation.amount.currency must be a currency code such as EUR',
    ])
    for (const url of ['http://rescue.example', 'javascript:alert(1)'])
      assert.deepEqual(fields(await send('PATCH', `/products/${id}`, { charity: { url } })), [
        'invalid_format: charity.url must be a link such as https://example.org',
      ])
    const badCurrency = { donation: { amount: { amount: 1, currency: 'XXQ' } } }
    assert.deepEqual(fields(await send('PATCH', `/variants/${variants[0].id}`, badCurrency)), [
      'invalid: donation.amount.currency must be a currency code such as EUR',
    ])
    for (const amount of [0, 10.5]) {
      const donation = { amount: { amount, currency: 'EUR' } }
      const [wrong = ''] = fields(await send('PATCH', `/variants/${variants[0].id}`, { donation }))
      assert.match(wrong, / donation\.amount\.amount /)
    }
    const content = { digital: { delivery: 'code' } }
    assert.deepEqual(fields(await send('PATCH', `/variants/${variants[0].id}`, content)), [
      'not_allowed: digital.delivery is only for digital products',
    ])
    assert.deepEqual(
      fields(await send('PATCH', `/variants/${variant.id}`, { donation: { cap: 2 } })),
      ['not_allowed: donation.cap is only for donations'],
    )
  })

  it('are digital products in campaigns, as the contract says', async () => {
    const { id, variants } = await createCharity()
    const { id: campaign_id } = testApp.campaign('email')
    await testApp.run((ctx) =>
      ctx.query(
        `insert into campaigns.campaign_variant (account_id, campaign_id, variant_id, position)
         values ($1, $2, $3, 99)`,
        [ctx.account_id, campaign_id, variants[0].id],
      ),
    )
    const { products } = await get(`/api/campaigns/${campaign_id}`)
    const shown = products.find((each: { id: string }) => each.id === id)
    assert.equal(shown.kind, 'digital')
    assert.equal('charity' in shown || 'donation' in shown.variants[0], false)
  })
})

suite.describeCoverage()
