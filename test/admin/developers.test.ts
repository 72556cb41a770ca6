import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { admin } from '#http/admin'
import { createLog } from '#platform/observability/log'
import type { AdminClient } from '#test/admin-harness'
import { createDeveloperTestApp } from '#test/developer-harness'
import { pluck } from '#test/pluck'

const testApp = await createDeveloperTestApp()
const adminClient = await testApp.signIn(testApp.admin)
const version = { 'service-api-version': '2026-05' }
const bearer = (token: string) => ({ ...version, authorization: `Bearer ${token}` })

async function createKey(
  name = 'Server',
  by: AdminClient = adminClient,
): Promise<{ id: string; token: string }> {
  const { status, json } = await by.post('/api-keys', { name })
  assert.equal(status, 201)
  return json
}

const findKey = async (id: string) =>
  (await adminClient.get('/api-keys')).json.data.find((each: { id: string }) => each.id === id)

describe('API keys', () => {
  it('are shown once, work immediately, and count their requests', async () => {
    const { id, token } = await createKey('Shop')
    assert.match(token, /^svc-v1-staging-/)
    assert.equal((await testApp.call('GET', '/campaigns', bearer(token))).status, 200)
    assert.equal((await testApp.call('GET', '/gift_requests', bearer(token))).status, 200)
    const old = { ...bearer(token), 'service-api-version': '2025-10' }
    assert.equal((await testApp.call('GET', '/campaigns', old)).status, 200)
    const key = await findKey(id)
    assert.equal(key.last_four, token.slice(-4))
    assert.equal(key.requests, 3)
    assert.deepEqual(key.versions, [
      { version: '2026-05', requests: 2 },
      { version: '2025-10', requests: 1 },
    ])
    assert.equal(JSON.stringify((await adminClient.get('/api-keys')).json).includes(token), false)
    const { json } = await adminClient.get(`/api-keys/traffic?ids=${id}`)
    const [{ minutes }] = json.data
    assert.equal(minutes.length, 60)
    assert.equal(minutes.at(-1) + minutes.at(-2), 3)
  })

  it('are rejected from the next request after they expire, with a reason in the request log', async () => {
    const { id, token } = await createKey('Old')
    assert.equal((await testApp.call('GET', '/campaigns', bearer(token))).status, 200)
    assert.equal((await adminClient.post(`/api-keys/${id}/expire`)).status, 200)
    assert.equal((await testApp.call('GET', '/campaigns', bearer(token))).status, 401)
    const { json } = await adminClient.get(`/requests?token_id=${id}`)
    assert.deepEqual(pluck(json.data, 'status', 'reason'), [
      [401, 'token_expired'],
      [200, null],
    ])
    const { json: log } = await adminClient.get(`/audit?subject_id=${id}`)
    assert.deepEqual(pluck(log.data, 'action'), ['token.expire', 'token.create'])
    assert.equal(JSON.stringify(log).includes(token.slice(15, 40)), false)
  })
})

describe('the request log', () => {
  it('stores the path pattern and the errors of a request', async () => {
    const { id, token } = await createKey()
    const response = await testApp.call(
      'GET',
      '/gift_requests/missing?x=ada@example.com',
      bearer(token),
    )
    const { json } = await adminClient.get(
      `/requests?request_id=${response.headers.get('request-id')}`,
    )
    const [logEntry] = json.data
    assert.equal(logEntry.path, '/api/gift_requests/:id')
    assert.deepEqual([logEntry.status, logEntry.version, logEntry.token_id], [400, '2026-05', id])
    assert.deepEqual(logEntry.errors, ['unknown_parameter x'])
    assert.equal((await adminClient.get(`/requests/${logEntry.id}`)).json.token_name, 'Server')
    const invalid = await testApp.call('GET', '/gift_requests?colour=red', bearer(token))
    assert.equal(invalid.status, 400)
    const { json: rejected } = await adminClient.get(`/requests?status=4xx&token_id=${id}`)
    assert.deepEqual(rejected.data[0].errors, ['unknown_parameter colour'])
    assert.equal(rejected.data.length, 2)
  })

  it('has the reason of a 401 if a credential of the account was sent', async () => {
    const { token } = await createKey('Reasons')
    const { json: client } = await adminClient.post('/oauth-clients', {
      name: 'CRM',
      kind: 'private',
    })
    const tokens = await issueToken(client)
    const otherClient = await issueToken(
      (await adminClient.post('/oauth-clients', { name: 'B', kind: 'private' })).json,
    )
    const key = { 'x-api-key': client.api_key }
    const otherKey = { 'x-api-key': otherClient.api_key }
    const accessToken = bearer(tokens.access_token)
    const cases: [headers: Record<string, string>, reason: string][] = [
      [{ ...version, authorization: token }, 'authorization_header_malformed'],
      [{ ...version, authorization: `Bearer "${token}"` }, 'authorization_header_malformed'],
      [{ ...version, 'x-api-key': token }, 'token_in_api_key'],
      [accessToken, 'api_key_missing'],
      [{ ...accessToken, ...otherKey }, 'api_key_mismatch'],
      [{ ...accessToken, ...key, 'x-service-tenant': 'another' }, 'tenant_mismatch'],
      [{ ...accessToken, ...key, 'x-service-client': otherClient.client_id }, 'client_mismatch'],
      [{ ...bearer(tokens.refresh_token), ...key }, 'refresh_token_as_access_token'],
      [{ ...bearer(client.api_key) }, 'api_key_in_token'],
      [{ ...version, ...key }, 'token_missing'],
      [{ ...bearer('nonsense'), ...key }, 'token_malformed'],
      [{ ...bearer(token.replace('staging', 'production')), ...key }, 'token_of_other_stage'],
    ]
    for (const [headers, reason] of cases) {
      const response = await testApp.call('GET', '/campaigns', headers)
      assert.equal(response.status, 401, reason)
      const { json } = await adminClient.get(
        `/requests?request_id=${response.headers.get('request-id')}`,
      )
      assert.equal(json.data[0]?.reason, reason, JSON.stringify(headers))
    }
    await adminClient.post(`/oauth-clients/${client.client_id}/revoke-tokens`)
    const ended = await testApp.call('GET', '/campaigns', { ...accessToken, ...key })
    assert.equal(ended.status, 401)
    const { json } = await adminClient.get('/requests?status=401&limit=1')
    assert.equal(json.data[0].reason, 'access_token_revoked')
    assert.equal(json.data[0].client_name, 'CRM')
  })

  it('excludes requests without a valid credential, and is invisible to other accounts', async () => {
    const before = (await listRequests()).length
    await testApp.call('GET', '/campaigns', bearer('svc-v1-staging-unknown'))
    await testApp.call('GET', '/campaigns', {
      ...version,
      'x-service-tenant': testApp.account.tenant,
    })
    assert.equal((await listRequests()).length, before)
    const other = await testApp.createAccount('Stranger')
    const eve = await testApp.signIn(await testApp.createUser('admin', other.id))
    const { token } = await createKey()
    await testApp.call('GET', '/campaigns', bearer(token))
    assert.deepEqual((await eve.get('/requests')).json, { data: [], has_more: false })
    assert.equal((await eve.get(`/requests/${(await listRequests())[0]?.id}`)).status, 404)
  })

  it('samples the requests of each second, and counts all of them', async () => {
    const { id } = await createKey('Busy')
    const caller = {
      account_id: testApp.account.id,
      token_id: id,
      client_id: null,
    } as apiKeys.Caller
    for (let n = 0; n < 300; n++)
      testApp.requests.log({
        request_id: crypto.randomUUID(),
        method: 'GET',
        path: '/api/campaigns',
        status: n % 100 === 0 ? 404 : 200,
        ms: 1,
        version: '2026-05',
        query: [],
        errors: [],
        messages: [],
        idempotency: undefined,
        user_agent: undefined,
        created_id: undefined,
        caller,
        headers: () => ({}),
      })
    await testApp.requests.flush()
    assert.equal((await findKey(id)).requests, 300)
    const { json } = await adminClient.get(`/requests?token_id=${id}&limit=100`)
    const notFound = json.data.filter(({ status }: { status: number }) => status === 404)
    assert.deepEqual([json.data.length, notFound.length], [53, 3])
  })

  it('deletes entries after three days', async () => {
    await testApp.run(apiKeys.purgeRequestLog, '*')
    const countBefore = (await listRequests()).length
    assert.ok(countBefore > 0)
    const later = new Date(Date.now() + 3 * 24 * 3600_000 + 60_000)
    await testApp.run((ctx) => apiKeys.purgeRequestLog({ ...ctx, now: later }), '*')
    assert.equal((await listRequests()).length, 0)
  })

  const listRequests = async (): Promise<{ id: string }[]> =>
    (await adminClient.get('/requests?limit=100')).json.data
})

async function issueToken(client: Record<string, string>) {
  const response = await fetch(`${testApp.origin.replace('localhost', '127.0.0.1')}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': client.api_key ?? '' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      tenant: client.tenant,
      client_id: client.client_id,
      client_secret: client.client_secret,
    }),
  })
  const json = (await response.json()) as { access_token: string; refresh_token: string }
  return { ...client, ...json, status: response.status } as unknown as {
    status: number
    access_token: string
    refresh_token: string
    client_id: string
    api_key: string
  }
}

describe('OAuth clients', () => {
  it('accept the old and the new secret during a rotation', async () => {
    const { json: created } = await adminClient.post('/oauth-clients', {
      name: 'ERP',
      kind: 'private',
    })
    const rotate = (overlap_seconds: number) =>
      adminClient.post(`/oauth-clients/${created.client_id}/rotate-secret`, { overlap_seconds })
    assert.equal((await rotate(8 * 86_400)).status, 422)
    const { json: next } = await rotate(3_600)
    assert.notEqual(next.client_secret, created.client_secret)
    assert.equal((await issueToken(created)).status, 200)
    const current = { ...created, client_secret: next.client_secret }
    assert.equal((await issueToken(current)).status, 200)
    const { json: last } = await rotate(0)
    assert.equal((await issueToken(current)).status, 401)
    assert.equal((await issueToken(created)).status, 401)
    assert.equal((await issueToken({ ...created, client_secret: last.client_secret })).status, 200)
    await adminClient.post(`/oauth-clients/${created.client_id}/revoke`)
    assert.equal((await rotate(0)).status, 404)
    assert.equal((await issueToken({ ...created, client_secret: last.client_secret })).status, 401)
  })

  it('are created for public apps with redirect URIs', async () => {
    const public_ = { name: 'App', kind: 'public' }
    assert.equal((await adminClient.post('/oauth-clients', public_)).status, 422)
    const redirect_uris = ['https://app.example.com/back']
    const { status, json } = await adminClient.post('/oauth-clients', { ...public_, redirect_uris })
    assert.equal(status, 201)
    assert.equal(json.client_secret, undefined)
    const { json: list } = await adminClient.get('/oauth-clients')
    assert.equal(list.tenant, testApp.account.tenant)
    assert.equal(JSON.stringify(list).includes(json.api_key), false)
  })
})

describe('a stream of the request log', () => {
  const cookieHeader = ({ cookies }: AdminClient) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const watch = (baseUrl: string, viewer: AdminClient, topic: string) =>
    fetch(`${baseUrl}/admin/api/stream?topic=${topic}`, {
      headers: { cookie: cookieHeader(viewer) },
    })

  it('requires an admin', async () => {
    const bob = await testApp.signIn(testApp.sender)
    for (const topic of ['deliveries', 'requests'])
      assert.equal((await bob.get(`/stream?topic=${topic}`)).status, 403)
  })

  it('does not delay the shutdown of the service', async () => {
    const app = createServer(createLog({ level: 'silent' }))
    await app.register(admin({ db: testApp.db }), { prefix: '/admin/api' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const response = await watch(`http://127.0.0.1:${port}`, adminClient, 'requests')
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    await app.close()
    assert.match(await response.text(), /event: ready/)
  })
})
