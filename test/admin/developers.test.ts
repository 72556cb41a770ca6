import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import * as access from '#access'
import { createServer } from '#main/server'
import { createLog } from '#platform/log'
import { admin } from '#surfaces/admin'
import type { Visitor } from '#test/admin-world'
import { openDeveloperWorld } from '#test/developer-world'

const world = await openDeveloperWorld()
const ada = await world.signedIn(world.admin)
const version = { 'service-api-version': '2026-05' }
const bearer = (token: string) => ({ ...version, authorization: `Bearer ${token}` })

async function newKey(name = 'Server', by: Visitor = ada): Promise<{ id: string; token: string }> {
  const { status, json } = await by.post('/api-keys', { name })
  assert.equal(status, 201)
  return json
}

const keyBy = async (id: string) =>
  (await ada.get('/api-keys')).json.data.find((each: { id: string }) => each.id === id)

describe('API keys', () => {
  it('are shown once, work at once, and say how they are used', async () => {
    const { id, token } = await newKey('Shop')
    assert.match(token, /^svc-v1-staging-/)
    assert.equal((await world.call('GET', '/campaigns', bearer(token))).status, 200)
    assert.equal((await world.call('GET', '/gift_requests', bearer(token))).status, 200)
    const old = { ...bearer(token), 'service-api-version': '2025-10' }
    assert.equal((await world.call('GET', '/campaigns', old)).status, 200)
    const key = await keyBy(id)
    assert.equal(key.last_four, token.slice(-4))
    assert.equal(key.requests, 3)
    assert.deepEqual(key.versions, [
      { version: '2026-05', requests: 2 },
      { version: '2025-10', requests: 1 },
    ])
    assert.equal(JSON.stringify((await ada.get('/api-keys')).json).includes(token), false)
    const { json } = await ada.get(`/api-keys/traffic?ids=${id}`)
    const [{ minutes }] = json.data
    assert.equal(minutes.length, 60)
    assert.equal(minutes.at(-1) + minutes.at(-2), 3)
  })

  it('end with the next request, and the log says so to the admin alone', async () => {
    const { id, token } = await newKey('Old')
    assert.equal((await world.call('GET', '/campaigns', bearer(token))).status, 200)
    assert.equal((await ada.post(`/api-keys/${id}/expire`)).status, 200)
    assert.equal((await world.call('GET', '/campaigns', bearer(token))).status, 401)
    const { json } = await ada.get(`/requests?token_id=${id}`)
    assert.deepEqual(
      json.data.map(({ status, reason }: { status: number; reason: string }) => [status, reason]),
      [
        [401, 'token_expired'],
        [200, null],
      ],
    )
    const { json: log } = await ada.get(`/audit?subject_id=${id}`)
    assert.deepEqual(
      log.data.map(({ action }: { action: string }) => action),
      ['token.expire', 'token.create'],
    )
    assert.equal(JSON.stringify(log).includes(token.slice(15, 40)), false)
  })
})

describe('the request log', () => {
  it('keeps what was asked, by its pattern, with what was wrong', async () => {
    const { id, token } = await newKey()
    const answer = await world.call('GET', '/gift_requests/nobody?x=ada@example.com', bearer(token))
    const { json } = await ada.get(`/requests?request_id=${answer.headers.get('request-id')}`)
    const [line] = json.data
    assert.equal(line.path, '/api/gift_requests/:id')
    assert.deepEqual([line.status, line.version, line.token_id], [400, '2026-05', id])
    assert.deepEqual(line.errors, ['unknown_parameter x'])
    assert.equal((await ada.get(`/requests/${line.id}`)).json.token_name, 'Server')
    const wrong = await world.call('GET', '/gift_requests?colour=red', bearer(token))
    assert.equal(wrong.status, 400)
    const { json: refused } = await ada.get(`/requests?status=4xx&token_id=${id}`)
    assert.deepEqual(refused.data[0].errors, ['unknown_parameter colour'])
    assert.equal(refused.data.length, 2)
  })

  it('says why a 401 was a 401, where whoever asked held something of the account', async () => {
    const { token } = await newKey('Reasons')
    const { json: client } = await ada.post('/oauth-clients', { name: 'CRM', kind: 'private' })
    const tokens = await issue(client)
    const elsewhere = await issue(
      (await ada.post('/oauth-clients', { name: 'B', kind: 'private' })).json,
    )
    const key = { 'x-api-key': client.api_key }
    const other = { 'x-api-key': elsewhere.api_key }
    const at = bearer(tokens.access_token)
    const cases: [headers: Record<string, string>, reason: string][] = [
      [{ ...version, authorization: token }, 'token_misspelt'],
      [{ ...version, authorization: `Bearer "${token}"` }, 'token_misspelt'],
      [{ ...version, 'x-api-key': token }, 'token_in_api_key'],
      [at, 'api_key_missing'],
      [{ ...at, ...other }, 'api_key_wrong'],
      [{ ...at, ...key, 'x-service-tenant': 'another' }, 'tenant_wrong'],
      [{ ...at, ...key, 'x-service-client': elsewhere.client_id }, 'client_wrong'],
      [{ ...bearer(tokens.refresh_token), ...key }, 'refresh_token_as_access_token'],
      [{ ...bearer(client.api_key) }, 'api_key_in_token'],
      [{ ...version, ...key }, 'token_missing'],
      [{ ...bearer('nonsense'), ...key }, 'token_malformed'],
      [{ ...bearer(token.replace('staging', 'production')), ...key }, 'token_of_other_stage'],
    ]
    for (const [headers, reason] of cases) {
      const answer = await world.call('GET', '/campaigns', headers)
      assert.equal(answer.status, 401, reason)
      const { json } = await ada.get(`/requests?request_id=${answer.headers.get('request-id')}`)
      assert.equal(json.data[0]?.reason, reason, JSON.stringify(headers))
    }
    await ada.post(`/oauth-clients/${client.client_id}/revoke-tokens`)
    const ended = await world.call('GET', '/campaigns', { ...at, ...key })
    assert.equal(ended.status, 401)
    const { json } = await ada.get('/requests?status=401&limit=1')
    assert.equal(json.data[0].reason, 'access_token_revoked')
    assert.equal(json.data[0].client_name, 'CRM')
  })

  it('says nothing of what is nobody’s, and nothing to anybody else', async () => {
    const before = (await count()).length
    await world.call('GET', '/campaigns', bearer('svc-v1-staging-nobody'))
    await world.call('GET', '/campaigns', { ...version, 'x-service-tenant': world.account.tenant })
    assert.equal((await count()).length, before)
    const other = await world.newAccount('Stranger')
    const eve = await world.signedIn(await world.newPerson('admin', other.id))
    const { token } = await newKey()
    await world.call('GET', '/campaigns', bearer(token))
    assert.deepEqual((await eve.get('/requests')).json, { data: [], has_more: false })
    assert.equal((await eve.get(`/requests/${(await count())[0]?.id}`)).status, 404)
  })

  it('writes down a measure of each second, and counts the rest', async () => {
    const { id } = await newKey('Busy')
    const caller = { account_id: world.account.id, token_id: id, client_id: null } as access.Caller
    for (let n = 0; n < 300; n++)
      world.requests.log({
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
    await world.requests.flush()
    assert.equal((await keyBy(id)).requests, 300)
    const { json } = await ada.get(`/requests?token_id=${id}&limit=100`)
    const refused = json.data.filter(({ status }: { status: number }) => status === 404)
    assert.deepEqual([json.data.length, refused.length], [53, 3])
  })

  it('forgets after three days', async () => {
    await world.run(access.purgeRequestLog, '*')
    const there = (await count()).length
    assert.ok(there > 0)
    const later = new Date(Date.now() + 3 * 24 * 3600_000 + 60_000)
    await world.run((ctx) => access.purgeRequestLog({ ...ctx, now: later }), '*')
    assert.equal((await count()).length, 0)
  })

  const count = async (): Promise<{ id: string }[]> =>
    (await ada.get('/requests?limit=100')).json.data
})

async function issue(client: Record<string, string>) {
  const answer = await fetch(`${world.origin.replace('localhost', '127.0.0.1')}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': client.api_key ?? '' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      tenant: client.tenant,
      client_id: client.client_id,
      client_secret: client.client_secret,
    }),
  })
  const json = (await answer.json()) as { access_token: string; refresh_token: string }
  return { ...client, ...json, status: answer.status } as unknown as {
    status: number
    access_token: string
    refresh_token: string
    client_id: string
    api_key: string
  }
}

describe('OAuth clients', () => {
  it('change their secret with both good for a while', async () => {
    const { json: made } = await ada.post('/oauth-clients', { name: 'ERP', kind: 'private' })
    const rotate = (overlap_seconds: number) =>
      ada.post(`/oauth-clients/${made.client_id}/rotate-secret`, { overlap_seconds })
    assert.equal((await rotate(8 * 86_400)).status, 422)
    const { json: next } = await rotate(3_600)
    assert.notEqual(next.client_secret, made.client_secret)
    assert.equal((await issue(made)).status, 200)
    const now = { ...made, client_secret: next.client_secret }
    assert.equal((await issue(now)).status, 200)
    const { json: last } = await rotate(0)
    assert.equal((await issue(now)).status, 401)
    assert.equal((await issue(made)).status, 401)
    assert.equal((await issue({ ...made, client_secret: last.client_secret })).status, 200)
    await ada.post(`/oauth-clients/${made.client_id}/revoke`)
    assert.equal((await rotate(0)).status, 404)
    assert.equal((await issue({ ...made, client_secret: last.client_secret })).status, 401)
  })

  it('are made for apps with the addresses that call them back', async () => {
    const public_ = { name: 'App', kind: 'public' }
    assert.equal((await ada.post('/oauth-clients', public_)).status, 422)
    const redirect_uris = ['https://app.example.com/back']
    const { status, json } = await ada.post('/oauth-clients', { ...public_, redirect_uris })
    assert.equal(status, 201)
    assert.equal(json.client_secret, undefined)
    const { json: list } = await ada.get('/oauth-clients')
    assert.equal(list.tenant, world.account.tenant)
    assert.equal(JSON.stringify(list).includes(json.api_key), false)
  })
})

describe('a page that watches the log', () => {
  const cookieOf = ({ cookies }: Visitor) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const watch = (at: string, who: Visitor, topic: string) =>
    fetch(`${at}/admin/api/stream?topic=${topic}`, { headers: { cookie: cookieOf(who) } })

  it('is an admin’s', async () => {
    const bob = await world.signedIn(world.sender)
    for (const topic of ['deliveries', 'requests'])
      assert.equal((await bob.get(`/stream?topic=${topic}`)).status, 403)
  })

  it('does not hold up the end of the service', async () => {
    const app = createServer(createLog({ level: 'silent' }))
    await app.register(admin({ db: world.db }), { prefix: '/admin/api' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const answer = await watch(`http://127.0.0.1:${port}`, ada, 'requests')
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    await app.close()
    assert.match(await answer.text(), /event: ready/)
  })
})
