import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as shops from '#shops'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { shopifyKeys, shopifyWebhookSecret, startFakeShopify } from '#test/fake-shopify'

const fake = await startFakeShopify()
after(() => fake.close())
const shipping = shippingFromConfig({
  ...{ stage: 'staging', carrier: 'manual', simulator: 'manual' },
  ...{ easyPost: undefined, webhookAllowPrivate: true },
})
const testApp = await createAdminTestApp({ shipping })
const admin = await testApp.signIn(testApp.admin)
const run = () => shops.runDueShop(testApp.db, testApp.account.id, shipping.connectors)
const settings = { url: fake.url, ...shopifyKeys, webhook_secret: shopifyWebhookSecret }

it('connects a shop, reads it, says what happened, and deletes the connection', async () => {
  fake.products.set(1, { title: 'Notebook', description: 'A5, dotted.' })
  fake.variants.set(1, { id: 1, product_id: 1, sku: 'NB-DOT', quantity: 7, price: '12.00' })
  fake.products.set(2, { title: 'Nameless' })
  fake.variants.set(2, { id: 2, product_id: 2, sku: '' })
  const added = await admin.post('/connections', { kind: 'shopify', name: 'Larkfield', settings })
  assert.equal(added.status, 201, added.text)
  const { id, roster, is_default, webhook_url } = added.json
  assert.deepEqual([roster.is_running, roster.counts, is_default], [true, null, false])
  assert.match(webhook_url, new RegExp(`/carriers/connections/${id}/[\\w-]{24}$`))
  const tested = await admin.post(`/connections/${id}/test`)
  assert.equal(tested.json.answer, 'The credentials are valid for Larkfield.')
  await run()
  const listed = (await admin.get('/connections')).json
  assert.deepEqual(listed.data[0].roster.counts, { added: 1, changed: 0, removed: 0, skipped: 1 })
  assert.match(listed.data[0].roster.problems[0].problem, /has no SKU; give it one in the shop/)
  const warehouse = listed.warehouses.find(({ name }: { name: string }) => name === 'Larkfield')
  assert.equal(warehouse.connection_id, id)
  const again = await admin.post(`/connections/${id}/run`, { accepts_removals: false })
  assert.equal(again.status, 204, again.text)
  const log = await admin.get('/audit')
  const actions = log.json.data.map(({ action }: { action: string }) => action)
  for (const action of ['connection.run', 'connection.read_products', 'product.create'])
    assert.ok(actions.includes(action), action)
  const used = await admin.delete(`/connections/${id}`)
  assert.match(used.text, /The warehouse Larkfield ships with this connection/)
  const body = { connection_id: null }
  assert.equal((await admin.put(`/connections/warehouses/${warehouse.id}`, body)).status, 200)
  assert.equal((await admin.delete(`/connections/${id}`)).status, 204)
  const { data } = (await admin.get('/products')).json
  const notebook = data.find(({ name }: { name: string }) => name === 'Notebook')
  assert.equal(notebook.variants[0].stock_levels[0].available, 0, 'no one ships it')
  await admin.post('/connections', { kind: 'shopify', name: 'Again', settings })
  await run()
  const { json } = await admin.get('/connections')
  assert.deepEqual(json.data[0].roster.counts, { added: 0, changed: 1, removed: 0, skipped: 1 })
  for (const { text } of [added, tested, log])
    for (const secret of [shopifyKeys.client_secret, shopifyWebhookSecret])
      assert.ok(!text.includes(secret))
})

it('is not made the default carrier, and reads nothing for a sender', async () => {
  const added = await admin.post('/connections', { kind: 'shopify', name: 'Second', settings })
  const { id } = added.json
  const change = await admin.patch(`/connections/${id}`, { is_default: true })
  assert.equal(change.status, 422, change.text)
  const moved = { settings: { ...settings, url: 'https://other.myshopify.com' } }
  const answer = await admin.patch(`/connections/${id}`, moved)
  assert.match(answer.text, /products belong to this shop.*settings\.url/)
  const tagged = { settings: { ...settings, tag: 'gift' } }
  assert.equal((await admin.patch(`/connections/${id}`, tagged)).status, 200)
  const sender = await testApp.signIn(testApp.sender)
  const body = { accepts_removals: false }
  assert.equal((await sender.post(`/connections/${id}/run`, body)).status, 403)
  const settingsOfStranger = { ...settings, url: 'https://shop.example.com' }
  const stranger = { kind: 'shopify', name: 'Stranger', settings: settingsOfStranger }
  assert.match((await admin.post('/connections', stranger)).text, /myshopify\.com/)
})

it('says how gifts of the checkout are sent, and that none are taken', async () => {
  const added = await admin.post('/connections', { kind: 'shopify', name: 'Checkout', settings })
  const { id, checkout } = added.json
  assert.equal(checkout, null)
  const path = `/connections/${id}/checkout`
  const campaign = (await createAdminFixture(testApp)).campaign('email')
  const [member] = (await admin.get('/members')).json.data
  const body = { campaign_id: campaign.id, sender_id: member.id }
  const find = async () =>
    (await admin.get('/connections')).json.data.find((each: { id: string }) => each.id === id)
  const saved = await admin.put(path, body)
  assert.equal(saved.status, 204, saved.text)
  assert.deepEqual((await find()).checkout, body)
  const half = await admin.put(path, { ...body, sender_id: null })
  assert.match(half.text, /"param":"sender_id"/)
  const wrong = await admin.put(path, { ...body, campaign_id: id })
  assert.match(wrong.text, /must be a campaign of this account/)
  const key = fake.buy({ gift_recipient_first_name: 'Rosa' }, ['NB-DOT'])
  for (let turn = 0; turn < 3; turn += 1)
    await shops.runDueCheckout(testApp.db, testApp.account.id, shipping.connectors)
  const { problems } = (await find()).roster
  assert.match(problems[0].problem, /gift_recipient_last_name is missing on the order/)
  assert.equal(problems[0].key, `order ${key}`)
  const none = { campaign_id: null, sender_id: null }
  assert.equal((await admin.put(path, none)).status, 204)
  assert.equal((await find()).checkout, null)
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.put(path, body)).status, 403)
  assert.equal((await admin.put('/connections/no-such-id/checkout', body)).status, 404)
})
