import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { newId } from '#platform/lib/ids'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
let adminClient: AdminClient

before(async () => {
  adminClient = await testApp.signIn(testApp.admin)
})

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)

const createProduct = async () => {
  const variants = [{ sku: newId(), name: 'Small', images: [] }]
  const product = { name: 'Mug', description: '', kind: 'physical', images: [], variants }
  const { status, json } = await adminClient.post('/products', product)
  assert.equal(status, 201, JSON.stringify(json))
  return json
}

describe('the sample catalogue', () => {
  it('is added once to an account without products, and includes campaigns that can be sent', async () => {
    const { id } = await testApp.createAccount('Fresh')
    const ada = await testApp.signIn(await testApp.createUser('admin', id))
    assert.equal((await ada.post('/catalogue/sample')).status, 201)
    const products = await ada.get('/products')
    assert.ok(products.json.data.length > 3, products.text)
    const warehouses = await ada.get('/warehouses')
    assert.ok(warehouses.json.data.length > 0, warehouses.text)
    const offers = await ada.get('/campaigns')
    assert.ok(offers.json.data.length > 0, offers.text)
    assert.match(warehouses.text, /Fresh GmbH/)
    const detail = async ({ id }: { id: string }) => (await ada.get(`/campaigns/${id}`)).text
    const texts = [warehouses.text, ...(await Promise.all(offers.json.data.map(detail)))]
    assert.match(texts.join(), /Welcome to Fresh/)
    assert.doesNotMatch(texts.join(), /larkfield/i, 'samples speak in the name of the account')
    const { json: report } = await ada.get('/overview/attention')
    assert.deepEqual([report.counts, report.low_codes, report.has_gifts], [[], [], false])
    assert.equal((await ada.post('/catalogue/sample')).status, 409)
  })
})

describe('a warehouse', () => {
  it('has a sender address in its own country, which can be removed', async () => {
    const address = {
      name: 'Depot',
      line_1: 'Kade 1',
      city: 'Venlo',
      postal_code: '5911 AA',
      country: 'NL',
    }
    const body = { name: 'Kade', country: 'NL', address }
    const { status, json } = await adminClient.post('/warehouses', body)
    assert.equal(status, 201)
    assert.deepEqual(json.address, address)
    const path = `/warehouses/${json.id}`
    const change = async (changed: object | null) =>
      params((await adminClient.patch(path, { address: changed })).json)
    assert.deepEqual(await change({ ...address, country: 'DE' }), ['address.country'])
    assert.deepEqual(await change({ ...address, postal_code: '1' }), ['address.postal_code'])
    assert.deepEqual(await change({ ...address, planet: 'Mars' }), ['address.planet'])
    assert.equal((await adminClient.patch(path, { name: 'Quay' })).json.address.city, 'Venlo')
    assert.equal((await adminClient.patch(path, { address: null })).json.address, null)
  })

  it('can change its country while it is unused, and can be archived while it is empty', async () => {
    const { json: created } = await adminClient.post('/warehouses', {
      name: 'Venlo',
      country: 'BQ',
    })
    const path = `/warehouses/${created.id}`
    const find = async () =>
      (await adminClient.get('/warehouses')).json.data.find(
        ({ id }: { id: string }) => id === created.id,
      )
    assert.equal((await adminClient.patch(path, { country: 'nl' })).json.country, 'NL')
    assert.deepEqual(await find(), { ...created, country: 'NL', is_used: false, has_stock: false })
    assert.equal((await adminClient.patch(path, { country: 'Neth' })).status, 422)

    const product = await createProduct()
    const stockKey = { variant_id: product.variants[0].id, warehouse_id: created.id }
    const setStock = (available: number) =>
      adminClient.send('PUT', '/stock_levels', {
        body: { levels: [{ ...stockKey, available }] },
      })
    await setStock(3)
    const rejected = await adminClient.patch(path, { name: 'Venlo 2', country: 'DE' })
    assert.deepEqual([rejected.status, ...params(rejected.json)], [422, 'country'])
    assert.equal((await adminClient.patch(path, { name: 'Venlo 2' })).json.country, 'NL')
    assert.equal((await adminClient.post(`${path}/archive`)).status, 409)

    await setStock(0)
    assert.equal((await adminClient.post(`${path}/archive`)).status, 200)
    assert.equal(await find(), undefined)
    assert.equal((await setStock(1)).status, 422, 'an archived warehouse accepts no stock')
    assert.equal((await adminClient.post(`${path}/archive`)).status, 404)
  })
})
