import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createDeveloperTestApp } from '#test/developer-harness'

const testApp = await createDeveloperTestApp()
const admin = await testApp.signIn(testApp.admin)
const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => {
  testApp.time.offsetMs = 0
})

const callApi = (token: string) =>
  testApp.call('GET', '/campaigns', {
    'service-api-version': '2026-05',
    authorization: `Bearer ${token}`,
  })

const findKey = async (id: string) => {
  const { data } = (await admin.get('/api-keys')).json
  return data.find((each: { id: string }) => each.id === id)
}

const findAuditEntry = async (id: string) =>
  (await admin.get(`/audit?subject_id=${id}`)).json.data[0]

const inDays = (days: number) => new Date(testApp.db.clock().getTime() + days * dayMs).toISOString()

describe('the expiry of an API key', () => {
  it('is never unless the admin chooses one', async () => {
    for (const more of [{}, { expires_at: null }]) {
      const { id } = (await admin.post('/api-keys', { name: 'Shop', ...more })).json
      const { expires_at, allowed_addresses } = await findKey(id)
      assert.deepEqual([expires_at, allowed_addresses], [null, []])
      assert.deepEqual((await findAuditEntry(id)).details, { scopes: ['*'] })
    }
  })

  it('ends the key with the 401 of every other invalid token, and the request log has the reason', async () => {
    const expires_at = inDays(30)
    const { status, json } = await admin.post('/api-keys', { name: 'Month', expires_at })
    assert.equal(status, 201)
    assert.equal((await findKey(json.id)).expires_at, expires_at)
    assert.equal((await findAuditEntry(json.id)).details.expires_at, expires_at)
    assert.equal((await callApi(json.token)).status, 200)
    testApp.time.offsetMs = 31 * dayMs
    const later = await testApp.signIn(testApp.admin)
    const [expired, unknown] = [await callApi(json.token), await callApi('svc-v1-staging-unknown')]
    assert.equal(expired.status, 401)
    const comparable = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['request-id', 'date'].includes(name))
    assert.deepEqual(comparable(expired), comparable(unknown))
    const { data } = (await later.get(`/requests?token_id=${json.id}&status=401`)).json
    assert.deepEqual(
      data.map(({ reason }: { reason: string }) => reason),
      ['token_past_expiry'],
    )
    await later.post(`/api-keys/${json.id}/expire`)
    assert.equal((await callApi(json.token)).status, 401)
    const { data: both } = (await later.get(`/requests?token_id=${json.id}&status=401`)).json
    assert.equal(both[0].reason, 'token_expired', 'a user revoked the key')
  })

  it('must be a time in the future', async () => {
    for (const [expires_at, code] of [
      [inDays(-1), 'invalid'],
      ['', 'invalid_format'],
      ['2030-02-30T00:00:00Z', 'invalid_format'],
      ['tomorrow', 'invalid_format'],
    ]) {
      const { status, json } = await admin.post('/api-keys', { name: 'X', expires_at })
      assert.equal(status, 422, expires_at)
      assert.deepEqual([json.errors[0].param, json.errors[0].code], ['expires_at', code])
    }
  })
})

describe('the allowed addresses of an API key', () => {
  it('limit the key, and are in the list and in the audit log', async () => {
    const body = { name: 'Shop', allowed_addresses: ['203.0.113.7', '203.0.113.7/32'] }
    const { id, token } = (await admin.post('/api-keys', body)).json
    assert.deepEqual((await findKey(id)).allowed_addresses, ['203.0.113.7'])
    assert.deepEqual((await findAuditEntry(id)).details.allowed_addresses, ['203.0.113.7'])
    assert.equal((await callApi(token)).status, 403)
    const [request] = (await admin.get(`/requests?token_id=${id}&status=rejected`)).json.data
    assert.deepEqual([request.status, request.errors], [403, ['forbidden']])
    assert.match(request.messages[0], /must not be used from 127\.0\.0\.1/)
  })

  it('change at once, and the audit log has them before and after', async () => {
    const { id, token } = (await admin.post('/api-keys', { name: 'CRM' })).json
    const path = `/api-keys/${id}/allowed-addresses`
    assert.equal((await callApi(token)).status, 200)
    const allowed_addresses = ['2001:db8::/32']
    const { json } = await admin.put(path, { allowed_addresses: ['2001:DB8:0::/32'] })
    assert.deepEqual(json, { id, allowed_addresses })
    assert.equal((await callApi(token)).status, 403)
    const entry = await findAuditEntry(id)
    assert.equal(entry.action, 'token.change_addresses')
    assert.deepEqual(entry.details, {
      before: { allowed_addresses: [] },
      after: { allowed_addresses },
    })
    await admin.put(path, { allowed_addresses: ['127.0.0.0/8'] })
    assert.equal((await callApi(token)).status, 200)
    await admin.put(path, { allowed_addresses: [] })
    assert.equal((await callApi(token)).status, 200)
  })

  it('name each invalid entry', async () => {
    const allowed_addresses = ['203.0.113.7', 'example.com', '203.0.113.7/24']
    const { id } = (await admin.post('/api-keys', { name: 'X' })).json
    for (const { status, json } of [
      await admin.post('/api-keys', { name: 'X', allowed_addresses }),
      await admin.put(`/api-keys/${id}/allowed-addresses`, { allowed_addresses }),
    ]) {
      assert.equal(status, 422)
      assert.deepEqual(
        json.errors.map(({ param }: { param: string }) => param),
        ['allowed_addresses.1', 'allowed_addresses.2'],
      )
      assert.match(json.errors[0].message, /example\.com/)
      assert.match(json.errors[1].message, /write 203\.0\.113\.0\/24/)
    }
    const tooMany = Array.from({ length: 51 }, (_, n) => `203.0.113.${n}`)
    const { status } = await admin.post('/api-keys', { name: 'X', allowed_addresses: tooMany })
    assert.equal(status, 422)
  })

  it('are rejected together with the scopes and the expiry, in the order of the form', async () => {
    const { status, json } = await admin.post('/api-keys', {
      name: 'X',
      allowed_addresses: ['example.com'],
      expires_at: inDays(-1),
      scopes: ['unknown'],
    })
    assert.equal(status, 422)
    assert.deepEqual(
      json.errors.map(({ param }: { param: string }) => param),
      ['scopes.0', 'expires_at', 'allowed_addresses.0'],
    )
  })

  it('cannot be changed by a sender, for a revoked key and for a key of another account', async () => {
    const { id } = (await admin.post('/api-keys', { name: 'Old' })).json
    await admin.post(`/api-keys/${id}/expire`)
    const other = await testApp.createAccount('Other', 'enterprise')
    const foreign = await testApp.run((ctx) => apiKeys.createToken(ctx), other.id)
    const change = (client: typeof admin, key: string) =>
      client.put(`/api-keys/${key}/allowed-addresses`, { allowed_addresses: ['203.0.113.7'] })
    assert.equal((await change(admin, id)).status, 404)
    assert.equal((await change(admin, foreign.id)).status, 404)
    assert.equal((await callApi(foreign.token)).status, 200)
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await change(sender, id)).status, 403)
  })
})
