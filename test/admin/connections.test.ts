import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as catalogue from '#catalogue'
import { createAdminTestApp } from '#test/admin-harness'
import { startCountingWarehouse } from '#test/counting-warehouse'

const warehouse = await startCountingWarehouse()
const { url, secret } = warehouse.settings
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
  webhookAllowPrivate: true,
})
const testApp = await createAdminTestApp({ shipping })
const admin = await testApp.signIn(testApp.admin)
const leeds = await testApp.run((ctx) =>
  catalogue.createWarehouse(ctx, { name: 'Leeds', country: 'GB' }),
)

it('adds, tests, changes, chooses and deletes a connection without showing its secret', async () => {
  const body = { kind: 'http-carrier', name: 'Leeds 3PL', settings: { url, secret } }
  const added = await admin.post('/connections', body)
  assert.equal(added.status, 201, added.text)
  const { id, webhook_url } = added.json
  assert.match(webhook_url, /\/carriers\/connections\/[0-9a-f-]{36}\/[\w-]{24}$/)
  const tested = await admin.post(`/connections/${id}/test`)
  assert.deepEqual(tested.json, { ok: true, tried: `POST ${url}/ping`, answer: '200' })
  const changed = await admin.patch(`/connections/${id}`, {
    name: 'Leeds',
    settings: { secret: '' },
  })
  assert.equal(changed.json.name, 'Leeds')
  assert.equal(
    (await admin.post(`/connections/${id}/test`)).json.ok,
    true,
    'the secret is unchanged',
  )
  const path = `/connections/warehouses/${leeds.id}`
  assert.equal((await admin.put(path, { connection_id: id })).status, 200)
  const listed = await admin.get('/connections')
  assert.deepEqual(listed.json.warehouses, [{ id: leeds.id, name: 'Leeds', connection_id: id }])
  assert.deepEqual(listed.json.data[0].settings, { url })
  const refused = await admin.delete(`/connections/${id}`)
  assert.equal(refused.status, 409)
  assert.match(refused.json.errors[0].message, /warehouse Leeds/)
  await admin.put(path, { connection_id: null })
  const log = await admin.get('/audit-log')
  for (const { text } of [added, changed, listed, tested, refused, log])
    assert.ok(!text.includes(secret) && !text.includes(secret.slice('whsec_'.length)))
  assert.equal((await admin.delete(`/connections/${id}`)).status, 204)
  assert.deepEqual((await admin.get('/connections')).json.data, [])
})

it('names the fields that are invalid', async () => {
  const body = { kind: 'http-carrier', name: 'x', settings: { url: 'ftp://x', secret: 'whsec_x' } }
  const { status, json } = await admin.post('/connections', body)
  assert.equal(status, 422)
  assert.deepEqual(json.errors.map(({ param }: { param: string }) => param).toSorted(), [
    'settings.secret',
    'settings.url',
  ])
  const path = `/connections/warehouses/${leeds.id}`
  const wrong = await admin.put(path, { connection_id: testApp.account.id })
  assert.equal(wrong.json.errors[0].param, 'connection_id')
})

it('is for admins', async () => {
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.get('/connections')).status, 403)
})
