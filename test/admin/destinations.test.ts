import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as connections from '#connections'
import { createAdminTestApp } from '#test/admin-harness'
import { createTestApp } from '#test/api-harness'
import * as webhooks from '#webhooks'

const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
  webhookAllowPrivate: true,
})
const testApp = await createAdminTestApp({ shipping })
const admin = await testApp.signIn(testApp.admin)
let count = 0

async function addConnection(): Promise<string> {
  count += 1
  const settings = {
    ...{ host: `nats${count}.example.com`, security: 'none', user: 'bestow' },
    ...{ password: 'a broker password', credentials: '' },
  }
  const added = await admin.post('/connections', { kind: 'nats', name: `NATS ${count}`, settings })
  assert.equal(added.status, 201, added.text)
  return added.json.id
}

it('adds, changes, tests, disables and deletes an endpoint that publishes', async () => {
  const connection_id = await addConnection()
  const { json: choice } = await admin.get('/endpoints/destinations')
  assert.deepEqual(
    choice.data.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [[connection_id, 'NATS 1']],
  )
  const events = ['gift_request_redeemed']
  const body = { connection_id, description: 'Data lake', events, max_per_second: 50 }
  const added = await admin.post('/endpoints/destinations', body)
  assert.equal(added.status, 201, added.text)
  const path = `/endpoints/${added.json.id}`
  const { json } = await admin.get(path)
  assert.deepEqual(json.connection, { id: connection_id, name: 'NATS 1', kind: 'nats' })
  assert.deepEqual([json.url, json.max_per_second], ['nats://nats1.example.com:4222', 50])
  assert.deepEqual((await admin.get('/endpoints')).json.data[0].connection, json.connection)
  const filter = 'event.type == "gift_request_redeemed"'
  const settings = { description: 'Lake', max_per_second: null, filter, ordered: true }
  const changed = await admin.patch(path, settings)
  assert.equal(changed.status, 200, changed.text)
  const { description, ordered } = changed.json
  assert.deepEqual([description, changed.json.filter, ordered], ['Lake', filter, true])
  const dryRun = { filter, events, payload_version: '2026-05', endpoint_id: added.json.id }
  const tried = await admin.post('/endpoints/dry-run', dryRun)
  assert.deepEqual([tried.status, tried.json.examined], [200, 0], tried.text)
  const refusedFilter = await admin.post('/endpoints/dry-run', { ...dryRun, filter: '1 + 1' })
  assert.deepEqual(
    refusedFilter.json.errors.map(({ code, param }: { code: string; param: string }) => [
      code,
      param,
    ]),
    [['invalid', 'filter']],
  )
  const unknown = { ...dryRun, endpoint_id: '019de370-4ac0-74e2-8f3a-51c07d9bea01' }
  assert.equal((await admin.post('/endpoints/dry-run', unknown)).status, 404)
  const preview = await admin.get(`${path}/test`)
  assert.equal(new Map(preview.json.headers).get('ce-specversion'), '1.0')
  assert.equal((await admin.post(`${path}/test`, { type: 'gift_request_created' })).status, 201)
  const moved = await admin.patch(`/connections/${connection_id}`, {
    settings: { host: 'other.example.com', password: 'a broker password' },
  })
  assert.equal(moved.status, 200, moved.text)
  assert.equal((await admin.get(path)).json.url, 'nats://other.example.com:4222')
  const refused = await admin.delete(`/connections/${connection_id}`)
  assert.equal(refused.status, 409)
  assert.match(refused.json.errors[0].message, /endpoint Lake/)
  assert.equal((await admin.patch(path, { enabled: false })).status, 200)
  assert.equal((await admin.delete(path)).status, 200)
  assert.equal((await admin.delete(`/connections/${connection_id}`)).status, 204)
})

it('refuses settings and operations of requests', async () => {
  const connection_id = await addConnection()
  const { json } = await admin.post('/endpoints/destinations', { connection_id })
  const path = `/endpoints/${json.id}`
  for (const change of [{ url: 'https://example.com' }, { ed25519: true }, { headers: [] }]) {
    const { status, json: reply } = await admin.patch(path, change)
    assert.deepEqual([status, reply.errors[0].param], [422, Object.keys(change)[0]])
  }
  assert.equal((await admin.post(`${path}/rotate_secret`, {})).status, 409)
  assert.equal((await admin.post(`${path}/rotate_key`, {})).status, 409)
  const signature = { timestamp: '1', body: '{}', signature: 'x' }
  assert.equal((await admin.post(`${path}/check-signature`, signature)).status, 409)
})

it('names a connection that cannot be used, and other invalid fields', async () => {
  const connection_id = await addConnection()
  await admin.patch(`/connections/${connection_id}`, { enabled: false })
  for (const id of [connection_id, 'x', '0198d3a4-0000-7000-8000-000000000000']) {
    const body = { connection_id: id, events: ['unknown'], payload_version: '1999-01' }
    const { status, json } = await admin.post('/endpoints/destinations', body)
    assert.equal(status, 422)
    const params = json.errors.map(({ param }: { param: string }) => param)
    assert.deepEqual(params, ['connection_id', 'events.0', 'payload_version'])
  }
})

it('shows endpoints that publish to no token', async () => {
  const tokenApp = await createTestApp()
  const { account, api, token } = tokenApp
  const { id } = await tokenApp.run(async (ctx) => {
    const settings = { host: 'nats.example.com' }
    const input = { kind: 'nats', name: 'NATS', settings }
    const connection = await connections.create(ctx, input, shipping.connectors)
    const owner = { account_id: account.id, tier: 'enterprise' } as const
    const target = { connection_id: connection.id }
    return webhooks.endpointCommands.createPublishing(ctx, owner, target, shipping.connectors)
  })
  assert.deepEqual((await api.get('/endpoints')).json.data, [])
  assert.equal((await api.get(`/endpoints/${id}`)).status, 404)
  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { payload: { description: 'x' } } : {}
    const headers = { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }
    const url = `/api/endpoints/${id}`
    const { statusCode } = await tokenApp.app.inject({ method, url, headers, ...body })
    assert.equal(statusCode, 404)
  }
})
