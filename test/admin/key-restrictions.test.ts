import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { newId } from '#platform/lib/ids'
import { createDeveloperTestApp } from '#test/developer-harness'
import { pluck } from '#test/pluck'

const testApp = await createDeveloperTestApp()
const admin = await testApp.signIn(testApp.admin)
const { password } = testApp.admin
const full = ['*', 'endpoints:write']
const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => {
  testApp.time.offsetMs = 0
})

const callApi = (token: string, path = '/campaigns') =>
  testApp.call('GET', path, {
    'service-api-version': '2026-05',
    authorization: `Bearer ${token}`,
  })

const findKey = async (id: string, list = '/api-keys') => {
  const { data } = (await admin.get(list)).json
  return data.find((each: { id: string }) => each.id === id)
}

const scopesOf = async (id: string, list?: string) => (await findKey(id, list)).scopes

const findAuditEntry = async (id: string) =>
  (await admin.get(`/audit?subject_id=${id}`)).json.data[0]

const inDays = (days: number) => new Date(testApp.db.clock().getTime() + days * dayMs).toISOString()

// biome-ignore format: read down the columns
const changes = [
  // path               member               at first  narrower                   wider                    audit log
  ['scopes',            'scopes',            ['*'],    ['events:read'],           [['campaigns:read']],    'token.change_scopes'],
  ['allowed-addresses', 'allowed_addresses', [],       ['2001:db8::/32'],         [['127.0.0.0/8'], []],   'token.change_addresses'],
] as const

for (const [path, member, first, narrower, wider, action] of changes)
  describe(`a change of ${member}`, () => {
    const change = (client: typeof admin, id: string, value: readonly string[] = narrower) =>
      client.put(`/api-keys/${id}/${path}`, { [member]: value })

    it('applies at once, and the audit log has the values before and after', async () => {
      const { id, token } = (await admin.post('/api-keys', { name: 'CRM' })).json
      assert.equal((await callApi(token)).status, 200)
      assert.deepEqual((await change(admin, id)).json, { id, [member]: narrower })
      assert.equal((await callApi(token)).status, 403)
      const entry = await findAuditEntry(id)
      assert.equal(entry.action, action)
      assert.deepEqual(entry.details, {
        before: { [member]: first },
        after: { [member]: narrower },
      })
      for (const value of wider) {
        await change(admin, id, value)
        assert.equal((await callApi(token)).status, 200)
      }
    })

    it('is not possible for a sender, and for a key that is revoked, unknown or of another account', async () => {
      const { id } = (await admin.post('/api-keys', { name: 'Old' })).json
      await admin.post(`/api-keys/${id}/expire`)
      const other = await testApp.createAccount('Other', 'enterprise')
      const foreign = await testApp.run((ctx) => apiKeys.createToken(ctx), other.id)
      for (const key of [id, foreign.id, newId(), 'none'])
        assert.equal((await change(admin, key)).status, 404)
      assert.equal((await callApi(foreign.token)).status, 200)
      const sender = await testApp.signIn(testApp.sender)
      assert.equal((await change(sender, id)).status, 403)
    })
  })

describe('the expiry of an API key', () => {
  it('is never unless the admin chooses one', async () => {
    for (const more of [{}, { expires_at: null }]) {
      const { id } = (await admin.post('/api-keys', { name: 'Shop', ...more })).json
      const { expires_at, allowed_addresses, scopes } = await findKey(id)
      assert.deepEqual([expires_at, allowed_addresses, scopes], [null, [], ['*']])
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
    assert.deepEqual(pluck(data, 'reason'), ['token_past_expiry'])
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

  it('name each invalid entry', async () => {
    const allowed_addresses = ['203.0.113.7', 'example.com', '203.0.113.7/24']
    const { id } = (await admin.post('/api-keys', { name: 'X' })).json
    for (const { status, json } of [
      await admin.post('/api-keys', { name: 'X', allowed_addresses }),
      await admin.put(`/api-keys/${id}/allowed-addresses`, { allowed_addresses }),
    ]) {
      assert.equal(status, 422)
      assert.deepEqual(pluck(json.errors, 'param'), ['allowed_addresses.1', 'allowed_addresses.2'])
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
    assert.deepEqual(pluck(json.errors, 'param'), ['scopes.0', 'expires_at', 'allowed_addresses.0'])
  })
})

describe('the scopes of an API key', () => {
  it('limit the key, and are in the list and in the audit log', async () => {
    const { status, json } = await admin.post('/api-keys', {
      name: 'Reports',
      scopes: ['events:read', 'campaigns:read', 'events:read'],
    })
    assert.equal(status, 201)
    assert.equal((await callApi(json.token)).status, 200)
    assert.equal((await callApi(json.token, '/gift_requests')).status, 403)
    assert.deepEqual(await scopesOf(json.id), ['campaigns:read', 'events:read'])
    const [requests] = (await admin.get(`/requests?token_id=${json.id}&status=rejected`)).json.data
    assert.equal(requests.status, 403)
    assert.deepEqual(requests.errors, ['forbidden'])
  })

  it('include endpoints:write only with the password of the admin', async () => {
    const key = { name: 'Terraform', scopes: full }
    for (const [more, code] of [
      [{}, 'required'],
      [{ password: 'a guess' }, 'invalid'],
    ] as const) {
      const { status, json } = await admin.post('/api-keys', { ...key, ...more })
      assert.equal(status, 422)
      assert.deepEqual([json.errors[0].code, json.errors[0].param], [code, 'password'])
    }
    const { id } = (await admin.post('/api-keys', { ...key, password })).json
    assert.deepEqual(await scopesOf(id), full)

    const { id: other } = (await admin.post('/api-keys', { name: 'Existing' })).json
    const change = (body: object) => admin.put(`/api-keys/${other}/scopes`, body)
    assert.equal((await change({ scopes: full })).status, 422)
    assert.equal((await change({ scopes: full, password: 'a guess' })).status, 422)
    assert.deepEqual(await scopesOf(other), ['*'])
    assert.equal((await change({ scopes: full, password })).status, 200)
    // a user without the password can retain a scope that the key already has
    assert.equal((await change({ scopes: ['events:read', 'endpoints:write'] })).status, 200)
  })

  it('name the unknown scope of a request', async () => {
    const { status, json } = await admin.post('/api-keys', { name: 'X', scopes: ['gifts'] })
    assert.equal(status, 422)
    assert.equal(json.errors[0].param, 'scopes.0')
  })

  it('are those of the last of two changes at the same instant', async () => {
    const { id } = (await admin.post('/api-keys', { name: 'Race' })).json
    const results = await Promise.all(
      ['events:read', 'campaigns:read'].map((scope) =>
        admin.put(`/api-keys/${id}/scopes`, { scopes: [scope] }),
      ),
    )
    assert.deepEqual(pluck(results, 'status'), [200, 200])
    const { data } = (await admin.get(`/audit?subject_id=${id}`)).json
    const [last, first] = data.filter(
      ({ action }: { action: string }) => action === 'token.change_scopes',
    )
    assert.deepEqual(last.details.before, first.details.after)
    assert.deepEqual(await scopesOf(id), last.details.after.scopes)
  })
})

describe('the scopes of an OAuth client', () => {
  it('can be chosen and changed, with the password for endpoints:write', async () => {
    const body = { name: 'CRM', kind: 'private', scopes: ['events:read'] }
    const { client_id } = (await admin.post('/oauth-clients', body)).json
    assert.deepEqual(await scopesOf(client_id, '/oauth-clients'), ['events:read'])
    const path = `/oauth-clients/${client_id}/scopes`
    assert.equal((await admin.put(path, { scopes: full })).status, 422)
    assert.equal((await admin.put(path, { scopes: full, password })).status, 200)
    assert.deepEqual(await scopesOf(client_id, '/oauth-clients'), full)
    const entry = await findAuditEntry(client_id)
    assert.equal(entry.action, 'oauth_client.change_scopes')
    const unconfirmed = await admin.post('/oauth-clients', { ...body, scopes: full })
    assert.equal(unconfirmed.status, 422)
  })
})
