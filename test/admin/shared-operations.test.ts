import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { operations } from '#contract/operations'
import { admin, webRoutes } from '#http/admin'
import { createAdminClient } from '#test/admin-harness'
import { createApiClient } from '#test/api-client'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'
import { createTestUser } from '#test/test-user'

const testApp = await createTestApp()
await testApp.app.register(admin({ db: testApp.db }), { prefix: '/admin/api' })
const origin = await testApp.listen()

async function signIn(role: 'admin' | 'sender') {
  const email = `${role}@colleague.example`
  const { password } = await testApp.run((ctx) => createTestUser(ctx, { email, role }))
  const client = createAdminClient(origin)
  assert.equal((await client.post('/session', { email, password })).status, 201)
  return client
}
const user = await signIn('admin')
const { api } = testApp

describe('an operation that users and tokens share', () => {
  it('is each operation of the public API, but for its root and the creation of gifts', () => {
    const shared = new Set(webRoutes.flatMap(({ operation }) => operation?.id ?? []))
    const missing = operations.filter(({ id }) => !shared.has(id))
    assert.deepEqual(pluck(missing, 'id'), ['createGiftRequest', 'createGiftRequests', 'getRoot'])
  })

  it('has its app members for users only, and the same ETag', async () => {
    const asUser = await user.get('/warehouses')
    const asToken = await api.get('/warehouses')
    const [shown] = asUser.json.data
    const { is_used, has_stock, ...publicMembers } = shown
    assert.deepEqual([typeof is_used, typeof has_stock], ['boolean', 'boolean'])
    assert.deepEqual(asToken.json.data[0], publicMembers)
    const path = `/warehouses/${shown.id}`
    const etag = (await user.get(path)).headers.get('etag')
    assert.equal((await api.get(path)).headers.etag, etag)
    const stale = await user.patch(path, { name: 'Leipzig' }, { 'if-match': '"other"' })
    assert.equal(stale.status, 412)
    const current = await user.patch(path, { name: 'Leipzig' }, { 'if-match': etag ?? '' })
    assert.equal(current.json.name, 'Leipzig')
  })

  it('names itself for users, and what a token cannot send', async () => {
    const { headers } = await user.get('/products?sort=name&state=available')
    assert.equal(headers.get('bestow-operation'), 'listProducts')
    assert.equal(headers.get('bestow-app-parameters'), 'sort')
    assert.equal((await user.get('/products?%0A%E6%97%A5=1')).status, 400)
    const [{ id }] = (await user.get('/products')).json.data
    const refused = await user.patch(`/products/${id}`, { name: '' })
    assert.match(refused.headers.get('bestow-app-members') ?? '', /\bvariants\b/)
    assert.equal((await api.get('/products')).headers['bestow-operation'], undefined)
  })

  it('takes the app members of a body from users only', async () => {
    const { id, variants } = (await user.get('/products')).json.data[0]
    const body = {
      name: 'Mug',
      variants: variants.map(({ id, sku, name }: Record<string, string>) => ({ id, sku, name })),
    }
    const headers = { ...api.defaultHeaders, 'content-type': 'application/json' }
    const asToken = await api.send('PATCH', `/products/${id}`, headers, JSON.stringify(body))
    assert.equal(asToken.json.errors[0].code, 'unknown_parameter')
    assert.equal((await user.patch(`/products/${id}`, body)).json.name, 'Mug')
  })

  it('has its additional filters for users only', async () => {
    const path = '/deliveries?attempt_outcome=failed'
    assert.equal((await user.get(path)).status, 200)
    assert.equal((await api.get(path)).status, 400)
  })

  it('names the user in the audit log', async () => {
    const { json } = await user.get('/audit?action=warehouse.change')
    assert.equal(json.data[0].actor.kind, 'user')
  })

  it('is never cached, and needs a session', async () => {
    const response = await user.get('/warehouses')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const stranger = createAdminClient(origin)
    assert.equal((await stranger.get('/warehouses')).status, 401)
    const token = { authorization: api.defaultHeaders.authorization ?? '' }
    assert.equal((await stranger.send('GET', '/warehouses', { headers: token })).status, 401)
  })

  it('rejects a change from another site, or without the Origin header', async () => {
    for (const from of ['https://elsewhere.example', null])
      assert.equal(
        (await user.send('POST', '/warehouses', { body: { name: 'x', country: 'DE' }, from }))
          .status,
        403,
        String(from),
      )
  })

  it('does not replay the response of a token to a user', async () => {
    const headers = { 'idempotency-key': 'shared', 'content-type': 'application/json' }
    const body = { name: 'Twice', country: 'DE' }
    assert.equal((await api.post('/warehouses', body, headers)).status, 201)
    const replayed = await user.send('POST', '/warehouses', { body, headers })
    assert.equal(replayed.json.errors[0].code, 'idempotency_key_reused')
  })

  it('is limited by the role, where a token has the scope', async () => {
    const sender = await signIn('sender')
    assert.equal((await sender.post('/warehouses', { name: 'x', country: 'DE' })).status, 403)
    assert.equal((await sender.get('/denied_claimants')).status, 403)
    const { token } = await testApp.run((ctx) =>
      apiKeys.createToken(ctx, { scopes: ['one_links:read'] }),
    )
    const reader = createApiClient(testApp.app, token)
    const denied = operations.find(({ id }) => id === 'listDeniedClaimants')
    assert.equal((await reader.get(denied?.path ?? '')).status, 200)
  })

  it('has the newest version, without the header', async () => {
    const headers = { 'service-api-version': '2025-10' }
    const { json } = await user.send('GET', '/warehouses', { headers })
    assert.ok(Array.isArray(json.data))
  })
})
