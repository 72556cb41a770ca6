import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as audit from '#audit'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'

/*
 * The tests of products, variants and stock over the public API. The rules are the same as in the web app,
 * changes happen at one instant, and the audit log says who made them.
 */

const testApp = await createTestApp()
const { token } = testApp
const headers = {
  authorization: `Bearer ${token}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
}
const { get, post } = testApp.api
const send = (method: 'PATCH' | 'PUT', path: string, body: object, more: object = {}) =>
  testApp.api.send(method, path, { ...headers, ...more }, JSON.stringify(body))

let count = 0
const createProduct = async (more: object = {}) => {
  const sku = `CUP-${++count}`
  const variants = [{ sku, name: 'Blue' }]
  const { status, json } = await post('/products', {
    name: 'Cup',
    kind: 'physical',
    variants,
    ...more,
  })
  assert.equal(status, 201, JSON.stringify(json))
  return json
}
const [warehouse, otherWarehouse] = (await get('/warehouses')).json.data
const entries = (subject_id: string) =>
  testApp.run((ctx) => audit.listSubjectEntries(ctx, subject_id, 20))

describe('a stock level', () => {
  const adjust = (variant_id: string, delta: number, more: object = {}) =>
    post('/stock_levels/adjust', {
      levels: [{ variant_id, warehouse_id: warehouse.id, delta, ...more }],
      reason: 'Delivery note 7',
    })
  const available = async (id: string) =>
    pluck((await get(`/variants/${id}`)).json.stock_levels, 'available')

  it('adds up adjustments at the same instant, also if it did not exist before', async () => {
    const [{ id }] = (await createProduct()).variants
    const results = await Promise.all(Array.from({ length: 8 }, () => adjust(id, 5)))
    assert.deepEqual([...new Set(results.map(({ status }) => status))], [200])
    assert.deepEqual(await available(id), [40])
    assert.equal(
      (await adjust(id, -41)).json.errors[0].message,
      'would bring the stock below 0: 40 are available',
    )
    assert.deepEqual(await available(id), [40])
  })

  it('is adjusted once by a repeated request, and names the token and the reason in the log', async () => {
    const [{ id }] = (await createProduct()).variants
    const body = JSON.stringify({
      levels: [{ variant_id: id.toUpperCase(), warehouse_id: warehouse.id, delta: 3 }],
      reason: 'Delivery note 8',
    })
    const keyed = { ...headers, 'idempotency-key': 'delivery-8' }
    for (let n = 0; n < 2; n++)
      assert.equal(
        (await testApp.api.send('POST', '/stock_levels/adjust', keyed, body)).status,
        200,
      )
    assert.deepEqual(await available(id), [3])
    const [entry, ...others] = await entries(id)
    assert.deepEqual(others, [])
    assert.equal(entry?.action, 'stock.adjust')
    assert.equal(entry?.actor.kind, 'api_token')
    assert.equal(entry?.details.reason, 'Delivery note 8')
  })

  it('is set only if it has the expected count, all or none', async () => {
    const [{ id }] = (await createProduct()).variants
    const key = { variant_id: id, warehouse_id: warehouse.id }
    const other = { variant_id: id, warehouse_id: otherWarehouse.id }
    assert.equal(
      (await send('PUT', '/stock_levels', { levels: [{ ...key, available: 9 }] })).status,
      200,
    )
    const stale = await send('PUT', '/stock_levels', {
      levels: [
        { ...other, available: 4 },
        { ...key, available: 8, expected: 7 },
      ],
    })
    assert.equal(stale.status, 422)
    assert.equal(stale.json.errors[0].param, 'levels.1.available')
    assert.deepEqual(await available(id), [9])
  })

  it('cannot be named twice in one request, nor exist for a digital variant', async () => {
    const [{ id }] = (await createProduct()).variants
    const key = { variant_id: id, warehouse_id: warehouse.id, available: 1 }
    const twice = await send('PUT', '/stock_levels', {
      levels: [key, { ...key, variant_id: id.toUpperCase() }],
    })
    assert.deepEqual([twice.status, twice.json.errors[0].param], [422, 'levels.1'])
    const [digital] = (await createProduct({ kind: 'digital' })).variants
    assert.equal((await adjust(digital.id, 1)).json.errors[0].code, 'invalid_reference')
  })
})

describe('a product', () => {
  it('keeps both changes of two requests at the same instant', async () => {
    const { id, variants } = await createProduct()
    const results = await Promise.all([
      send('PATCH', `/products/${id}`, { name: 'Large cup' }),
      send('PATCH', `/products/${id}`, { minimum_age: 18 }),
      send('PATCH', `/variants/${variants[0].id}`, { weight_grams: 300 }),
      post(`/products/${id}/variants`, { sku: `RED-${id}`, name: 'Red' }),
    ])
    assert.deepEqual(pluck(results, 'status'), [200, 200, 200, 201])
    const { json } = await get(`/products/${id}`)
    assert.deepEqual([json.name, json.minimum_age], ['Large cup', 18])
    assert.deepEqual(
      json.variants.map((each: { name: string; weight_grams: number }) => [
        each.name,
        each.weight_grams,
      ]),
      [
        ['Blue', 300],
        ['Red', null],
      ],
    )
  })

  const sizes = {
    unit: 'cm',
    columns: ['Chest', 'Length'],
    rows: [{ size: 'S', values: ['96', '68'] }],
    note: 'Measured flat.',
  }

  it('has a size guide, allergens and ingredients, which a change keeps or clears', async () => {
    const created = await createProduct({
      size_guide: { ...sizes, rows: [{ size: ' S ', values: ['96', ' 68'] }] },
      allergens: ['nuts', 'milk', 'nuts'],
      ingredients: 'Cocoa,\r\nmilk powder',
    })
    assert.deepEqual(created.size_guide, sizes)
    assert.deepEqual(created.allergens, ['milk', 'nuts'])
    assert.equal(created.ingredients, 'Cocoa,\nmilk powder')
    const path = `/products/${created.id}`
    const renamed = await send('PATCH', path, { name: 'Bar' })
    assert.deepEqual([renamed.json.size_guide, renamed.json.allergens], [sizes, ['milk', 'nuts']])
    const cleared = await send('PATCH', path, { size_guide: null, allergens: [], ingredients: '' })
    assert.deepEqual(
      [cleared.json.size_guide, cleared.json.allergens, cleared.json.ingredients],
      [null, [], ''],
    )
    const [change] = await entries(created.id)
    assert.match(JSON.stringify(change?.details.before), /"allergens":"milk nuts"/)
  })

  // biome-ignore format: one guide a line
  const invalidGuides = [
    [{ ...sizes, rows: [] },                                      'size_guide.rows',            /must have at least one size/],
    [{ ...sizes, columns: [] },                                   'size_guide.columns',         /must name at least one measurement/],
    [{ ...sizes, rows: [{ size: 'S', values: ['96'] }] },         'size_guide.rows.0.values',   /one value for each column: 2/],
    [{ ...sizes, rows: [{ size: 'S', values: ['9|6', '1'] }] },   'size_guide.rows.0.values.0', /without the sign \|/],
    [{ ...sizes, unit: 'mm' },                                    'size_guide.unit',            /cm, in/],
    [{ ...sizes, note: 'a\u0007' },                               'size_guide.note',            /control character/],
  ] as const
  for (const [size_guide, param, message] of invalidGuides)
    it(`rejects a size guide at ${param}`, async () => {
      const { id } = await createProduct()
      const { status, json } = await send('PATCH', `/products/${id}`, { size_guide })
      assert.equal(status, 422)
      assert.equal(json.errors[0].param, param, JSON.stringify(json))
      assert.match(json.errors[0].message, message)
    })

  it('changes only for a client that knows its latest state', async () => {
    const { id } = await createProduct()
    const { etag } = (await get(`/products/${id}`)).headers as { etag: string }
    const change = () => send('PATCH', `/products/${id}`, { name: 'Mug' }, { 'if-match': etag })
    assert.equal((await change()).status, 200)
    assert.equal((await change()).status, 412)
    assert.deepEqual(pluck(await entries(id), 'action'), ['product.change', 'product.create'])
  })

  it('names the members of the body in errors of money and digital contents', async () => {
    const [variant] = (await createProduct({ kind: 'digital' })).variants
    const { json } = await send('PATCH', `/variants/${variant.id}`, {
      declared_value: { amount: 5, currency: 'QQQ' },
    })
    assert.equal(json.errors[0].param, 'declared_value.currency')
    const { json: link } = await send('PATCH', `/variants/${variant.id}`, {
      digital: { delivery: 'link' },
    })
    assert.equal(link.errors[0].param, 'digital.link_url')
    const { json: taken } = await post('/products', {
      name: 'Cup',
      kind: 'physical',
      variants: [{ sku: variant.sku, name: 'Blue' }],
    })
    assert.deepEqual([taken.errors[0].param, taken.errors[0].code], ['variants.0.sku', 'invalid'])
  })
})

describe('the contents of a digital variant', () => {
  it('are written and never returned', async () => {
    const secret = 'SECRET-7Q2K-9XPA'
    const link = 'https://shop.example/gift?token=SECRET'
    const { id, variants } = await createProduct({ kind: 'digital' })
    const codes = [{ code: secret, pin: 'SECRET-PIN' }]
    const imported = await post(`/variants/${variants[0].id}/codes`, { codes })
    assert.deepEqual([imported.status, imported.json.imported], [201, 1])
    const repeated = await post(`/variants/${variants[0].id}/codes`, { codes })
    assert.equal(repeated.json.errors[0].param, 'codes.0')
    const withLink = await post(`/products/${id}/variants`, {
      sku: `LINK-${id}`,
      name: 'Link',
      digital: { delivery: 'link', link_url: link, instructions: 'Follow the link.' },
    })
    assert.equal(withLink.json.digital.link_host, 'shop.example')
    assert.equal(withLink.json.digital.instructions, 'Follow the link.')
    const responses = [
      imported,
      repeated,
      withLink,
      await get(`/products/${id}`),
      await get('/variants'),
    ]
    for (const { text } of responses) assert.doesNotMatch(text, /SECRET/)
    const found = await get(`/variants?sku=LINK-${id}`)
    assert.deepEqual(pluck(found.json.data, 'id'), [withLink.json.id])
  })
})
