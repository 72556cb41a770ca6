import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { newId } from '#platform/ids'
import { openAdminWorld, type Visitor } from '#test/admin-world'

const world = await openAdminWorld()
let boss: Visitor

before(async () => {
  boss = await world.signedIn(world.admin)
})

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)

const make = async () => {
  const variants = [{ sku: newId(), name: 'Small', images: [] }]
  const product = { name: 'Mug', description: '', kind: 'physical', images: [], variants }
  const { status, json } = await boss.post('/catalogue/products', product)
  assert.equal(status, 201, JSON.stringify(json))
  return json
}

describe('the sample catalogue', () => {
  it('is added once, to an account without products, with campaigns that can be sent', async () => {
    const { id } = await world.newAccount('Fresh')
    const ada = await world.signedIn(await world.newPerson('admin', id))
    assert.equal((await ada.post('/catalogue/sample')).status, 201)
    const products = await ada.get('/catalogue/products')
    assert.ok(products.json.data.length > 3, products.text)
    const warehouses = await ada.get('/catalogue/warehouses')
    assert.ok(warehouses.json.data.length > 0, warehouses.text)
    const offers = await ada.get('/campaigns')
    assert.ok(offers.json.data.length > 0, offers.text)
    assert.equal((await ada.post('/catalogue/sample')).status, 409)
  })
})

describe('a warehouse', () => {
  it('changes its country while it is unused, and is archived when it is empty', async () => {
    const { json: made } = await boss.post('/catalogue/warehouses', {
      name: 'Venlo',
      country: 'BQ',
    })
    const path = `/catalogue/warehouses/${made.id}`
    const find = async () =>
      (await boss.get('/catalogue/warehouses')).json.data.find(
        ({ id }: { id: string }) => id === made.id,
      )
    assert.equal((await boss.patch(path, { country: 'nl' })).json.country, 'NL')
    assert.deepEqual(await find(), { ...made, country: 'NL', is_used: false, has_stock: false })
    assert.equal((await boss.patch(path, { country: 'Neth' })).status, 422)

    const product = await make()
    const shelf = { variant_id: product.variants[0].id, warehouse_id: made.id }
    const count = (available: number) =>
      boss.send('PUT', '/catalogue/stock', { body: { levels: [{ ...shelf, available }] } })
    await count(3)
    const refused = await boss.patch(path, { name: 'Venlo 2', country: 'DE' })
    assert.deepEqual([refused.status, ...params(refused.json)], [422, 'country'])
    assert.equal((await boss.patch(path, { name: 'Venlo 2' })).json.country, 'NL')
    assert.equal((await boss.post(`${path}/archive`)).status, 409)

    await count(0)
    assert.equal((await boss.post(`${path}/archive`)).status, 204)
    assert.equal(await find(), undefined)
    assert.equal((await count(1)).status, 422, 'nothing is stored in an archived warehouse')
    assert.equal((await boss.post(`${path}/archive`)).status, 404)
  })
})
