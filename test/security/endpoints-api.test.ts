import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import * as audit from '#audit'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { type ApiClient, createApiClient } from '#test/api-client'
import { createTestApp, giftBody } from '#test/api-harness'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'

/* The tests of hostile use of the operations on webhook endpoints and deliveries. */

const testApp = await createTestApp()
const url = 'https://hooks.example.com/bestow'

const patch = (client: ApiClient, path: string, body: object) =>
  client.send(
    'PATCH',
    path,
    { ...client.defaultHeaders, 'content-type': 'application/json' },
    JSON.stringify(body),
  )

const createEndpoint = async (client = testApp.api) => {
  const { status, json } = await client.post('/endpoints', { url })
  assert.equal(status, 201)
  return json as { id: string; secret: string }
}

/** Creates gift requests. Abandons their deliveries as after the fifth attempt. */
async function createAbandoned(endpoint_id: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.run(async (ctx) => {
    await ctx.query('delete from webhooks.delivery_queue where endpoint_id = $1', [endpoint_id])
    await ctx.query('update webhooks.delivery set abandoned_at = now() where endpoint_id = $1', [
      endpoint_id,
    ])
  })
}

const since = { since: '2020-01-01T00:00:00Z' }

describe('the address of an endpoint', () => {
  // biome-ignore format: one address a line
  const addresses = [
    'https://127.0.0.1/hook', 'https://localhost/hook', 'https://[::1]/hook', 'https://10.1.2.3/hook',
    'https://169.254.169.254/latest/meta-data', 'https://[::ffff:192.168.0.1]/hook', 'https://2130706433/hook',
    'https://user:password@example.com/hook', 'file:///etc/passwd', 'https://exa mple.com', 'https://0x7f.1/',
  ]
  for (const address of addresses)
    it(`cannot be ${address}`, async () => {
      const created = await testApp.api.post('/endpoints', { url: address })
      assert.equal(created.status, 422, created.text)
      assert.equal(created.json.errors[0].param, 'url')
      const { id } = await createEndpoint()
      const changed = await patch(testApp.api, `/endpoints/${id}`, { url: address })
      assert.equal(changed.status, 422)
      assert.equal((await testApp.api.get(`/endpoints/${id}`)).json.url, url)
      await testApp.api.send('DELETE', `/endpoints/${id}`, testApp.api.defaultHeaders)
    })
})

describe('the token of another account', () => {
  it('finds neither endpoints nor deliveries, and changes nothing', async () => {
    const { id } = await createEndpoint()
    const { json: delivery } = await testApp.api.post(`/endpoints/${id}/test`, {})
    const other = (await testApp.createOtherAccount()).api
    const calls = [
      () => other.get(`/endpoints/${id}`),
      () => patch(other, `/endpoints/${id}`, { url: 'https://evil.example' }),
      () => other.send('DELETE', `/endpoints/${id}`, other.defaultHeaders),
      () => other.post(`/endpoints/${id}/rotate_secret`, { overlap_seconds: 0 }),
      () => other.post(`/endpoints/${id}/rotate_key`, {}),
      () => other.post(`/endpoints/${id}/test`, {}),
      () => other.post(`/endpoints/${id}/recover`, since),
      () => other.post(`/endpoints/${id}/recover?dry_run=true`, since),
      () => other.get(`/deliveries/${delivery.id}`),
      () => other.post(`/deliveries/${delivery.id}/resend`),
    ]
    for (const call of calls) assert.equal((await call()).status, 404, String(call))
    assert.deepEqual((await other.get('/endpoints')).json.data, [])
    assert.deepEqual((await other.get(`/deliveries?endpoint_id=${id}`)).json.data, [])
    assert.equal((await testApp.api.get(`/endpoints/${id}`)).json.url, url)
  })
})

describe('a resend to another endpoint', () => {
  it('is rejected for an endpoint of another account, and leaves no trace', async () => {
    const { id } = await createEndpoint()
    await createAbandoned(id, 1)
    const [delivery] = (await testApp.api.get(`/deliveries?endpoint_id=${id}`)).json.data
    const other = (await testApp.createOtherAccount()).api
    const foreign = await createEndpoint(other)
    const resend = (endpoint_id: string) =>
      testApp.api.post(`/deliveries/${delivery.id}/resend`, { endpoint_id })
    const refused = await resend(foreign.id)
    assert.equal(refused.status, 422)
    const [error] = refused.json.errors
    assert.deepEqual([error.code, error.param], ['invalid_reference', 'endpoint_id'])
    assert.equal(refused.text, (await resend(crypto.randomUUID())).text)
    assert.deepEqual((await other.get('/deliveries')).json.data, [])
    const copy = await createEndpoint()
    const { json: sent } = await resend(copy.id)
    assert.deepEqual([sent.endpoint_id, sent.event_id], [copy.id, delivery.event_id])
    assert.deepEqual([sent.replay_of, sent.state], [delivery.id, 'pending'])
    const { data } = await testApp.run((ctx) =>
      audit.listEntries(ctx, { subject_id: delivery.id }, { limit: 10, order: 'asc' }),
    )
    const origin = 'https://hooks.example.com'
    assert.deepEqual(
      data.map(({ action, details }) => [action, details]),
      [
        [
          'delivery.resend',
          {
            deliveries: 1,
            from_endpoint: origin,
            from_endpoint_id: id,
            to_endpoint: origin,
            to_endpoint_id: copy.id,
          },
        ],
      ],
    )
  })
})

describe('the secret of an endpoint', () => {
  it('is in the response to its creation and rotation only', async () => {
    const { id, secret } = await createEndpoint()
    assert.ok(secret.length > 20)
    const rotated = await testApp.api.post(`/endpoints/${id}/rotate_secret`, {})
    assert.equal(rotated.status, 200)
    assert.notEqual(rotated.json.secret, secret)
    assert.notEqual(rotated.json.previous_secret_until, null)
    const third = await testApp.api.post(`/endpoints/${id}/rotate_secret`, {})
    assert.equal(third.status, 422, 'a third secret at once')
    const texts = [
      (await testApp.api.get(`/endpoints/${id}`)).text,
      (await testApp.api.get('/endpoints')).text,
      (await patch(testApp.api, `/endpoints/${id}`, { description: 'x' })).text,
    ]
    for (const text of texts)
      assert.ok(!text.includes(secret) && !text.includes(rotated.json.secret))
  })

  it('is the same in a repeated request, and encrypted in the stored response', async () => {
    const key = { 'idempotency-key': 'create-endpoint' }
    const first = await testApp.api.post('/endpoints', { url }, key)
    const again = await testApp.api.post('/endpoints', { url }, key)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const [stored] = await testApp.run((ctx) =>
      ctx.query<{ n: number }>(
        `select count(*)::int as n from access.idempotency_key
          where position(convert_to($1, 'UTF8') in body) > 0`,
        [first.json.secret],
      ),
    )
    assert.equal(stored?.n, 0)
  })
})

describe('the secrets of a connection', () => {
  const { cert, key } = createSelfSignedCertificate()
  const secretValue = 'k-93f1c2-gateway'
  const keyLine = key.split('\n')[1] ?? ''
  const connection = {
    headers: [{ name: 'X-Api-Key', value: secretValue }],
    client_certificate: cert,
    client_key: key,
    ed25519: true,
  }
  const create = async (client = testApp.api) =>
    (await client.post('/endpoints', { url, ...connection })).json as {
      id: string
      public_key: string
    }
  const assertNone = (texts: readonly string[]) => {
    for (const text of texts) assert.ok(!text.includes(secretValue) && !text.includes(keyLine))
  }

  it('are in no response, audit entry or stored response', async () => {
    const created = await testApp.api.post(
      '/endpoints',
      { url, ...connection },
      { 'idempotency-key': 'connection' },
    )
    assert.equal(created.status, 201)
    const { id } = created.json
    const path = `/endpoints/${id}`
    const rejected = await patch(testApp.api, path, {
      ...connection,
      headers: [...connection.headers, { name: 'Host', value: secretValue }],
      client_key: `${key}x`,
      description: 'x'.repeat(256),
    })
    assert.equal(rejected.status, 422)
    const { data: audited } = await testApp.run((ctx) =>
      audit.listEntries(ctx, { subject_id: id }, { limit: 10, order: 'asc' }),
    )
    assert.equal(audited.length, 1)
    assertNone([
      created.text,
      rejected.text,
      (await patch(testApp.api, path, connection)).text,
      (await testApp.api.get(path)).text,
      (await testApp.api.get('/endpoints')).text,
      (await testApp.api.post(`${path}/rotate_key`)).text,
      (await testApp.api.send('DELETE', path, testApp.api.defaultHeaders)).text,
      JSON.stringify(audited),
    ])
  })

  it('do not reach another host when the URL changes', async () => {
    const { id } = await create()
    const change = (body: object) => patch(testApp.api, `/endpoints/${id}`, body)
    const evil = 'https://collector.example.net/'
    for (const [body, param] of [
      [{ url: evil }, 'headers'],
      [{ url: evil, headers: [{ name: 'X-Api-Key' }] }, 'headers.0.value'],
      [{ url: 'https://hooks.example.com:8443/bestow', headers: undefined }, 'headers'],
    ] as const) {
      const { status, json } = await change(body)
      assert.deepEqual([status, json.errors?.[0].param], [422, param])
    }
    assert.equal((await change({ url: `${url}/v2` })).status, 200, 'the same host')
    const headers = [{ name: 'X-Api-Key', value: 'another' }]
    assert.equal((await change({ url: evil, headers })).status, 200)
    assert.equal((await change({ url, headers: [] })).status, 200)
  })

  it('change one after the other when two requests arrive at the same instant', async () => {
    const { id, public_key } = await create()
    const rotate = () => testApp.api.post(`/endpoints/${id}/rotate_key`, {})
    const statuses = (await Promise.all([rotate(), rotate()])).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 422], 'a third key at once')
    const { json } = await testApp.api.get(`/endpoints/${id}`)
    assert.equal(json.previous_public_key, public_key)
    const ended = await testApp.api.post(`/endpoints/${id}/rotate_key`, { overlap_seconds: 0 })
    assert.deepEqual([ended.status, ended.json.previous_public_key], [200, null])
  })
})

describe('a recovery', () => {
  it('sends each delivery once when two requests arrive at the same instant', async () => {
    const { id } = await createEndpoint()
    await createAbandoned(id, 5)
    const dry = await testApp.api.post(`/endpoints/${id}/recover?dry_run=true`, since)
    assert.deepEqual(dry.json, { resent: 0, remaining: 5 })
    const results = await Promise.all(
      [1, 2, 3].map(() => testApp.api.post(`/endpoints/${id}/recover`, since)),
    )
    const resent = results.map(({ json }) => json.resent).sort()
    assert.deepEqual(resent, [0, 0, 5])
    const { data } = (await testApp.api.get(`/deliveries?endpoint_id=${id}&state=pending`)).json
    assert.equal(data.length, 5)
    assert.equal(new Set(data.map((each: { replay_of: string }) => each.replay_of)).size, 5)
  })

  it('counts as fifty requests, so that a flood is rejected', async () => {
    const app = createServer(createLog({ level: 'silent' }))
    const { db } = testApp
    const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
    await app.register(api({ db, authenticate, rateLimit: 100, name: 'Bestow' }), {
      prefix: '/api',
    })
    after(() => app.close())
    const client = createApiClient(app, testApp.token)
    const { id } = await createEndpoint()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await client.post(`/endpoints/${id}/recover`, since)
        return status
      }),
    )
    const accepted = statuses.filter((status) => status === 200).length
    assert.ok(accepted >= 1 && accepted < 10, statuses.join())
    assert.ok(statuses.every((status) => status === 200 || status === 429))
  })
})

describe('the delivery log', () => {
  it('has filters and both orders', async () => {
    const { id } = await createEndpoint()
    await createAbandoned(id, 2)
    await testApp.api.post(`/endpoints/${id}/test`, { type: 'gift_request_delivered' })
    const list = async (query: string) =>
      (await testApp.api.get(`/deliveries?endpoint_id=${id}${query}`)).json.data as {
        id: string
        gift_request_id: string | null
      }[]
    const [test, second, first] = await list('')
    assert.deepEqual(
      (await list('&order=asc')).map((each) => each.id),
      [first?.id, second?.id, test?.id],
    )
    assert.deepEqual((await list(`&order=asc&after=${first?.id}&limit=1`))[0]?.id, second?.id)
    assert.equal((await list('&is_test=true')).length, 1)
    assert.equal((await list('&state=pending&order=asc')).length, 1)
    assert.equal((await list('&state=abandoned&is_test=false')).length, 2)
    assert.equal((await list(`&gift_request_id=${first?.gift_request_id}`)).length, 1)
    assert.equal((await list('&event_type=gift_request_cancelled')).length, 0)
    assert.equal((await list('&created_after=2099-01-01T00:00:00Z')).length, 0)
    assert.equal((await list('&response_status=none&order=asc')).length, 0)
  })
})

describe('the audit log', () => {
  it('names the token of each change', async () => {
    const { id, token } = await testApp.run((ctx) =>
      apiKeys.createToken(ctx, { scopes: ['endpoints:write', 'endpoints:read'] }),
    )
    const client = createApiClient(testApp.app, token)
    const endpoint = await createEndpoint(client)
    await patch(client, `/endpoints/${endpoint.id}`, { description: 'ERP', enabled: false })
    await client.send('DELETE', `/endpoints/${endpoint.id}`, client.defaultHeaders)
    const { data } = await testApp.run((ctx) =>
      audit.listEntries(ctx, { subject_id: endpoint.id }, { limit: 10, order: 'asc' }),
    )
    assert.deepEqual(
      data.map(({ action }) => action),
      ['endpoint.create', 'endpoint.change', 'endpoint.disable', 'endpoint.delete'],
    )
    for (const { actor } of data) assert.deepEqual([actor.kind, actor.id], ['api_token', id])
  })

  it('has both of two changes at the same instant, and the endpoint has one of them', async () => {
    const { id } = await createEndpoint()
    const results = await Promise.all(
      ['a', 'b'].map((description) => patch(testApp.api, `/endpoints/${id}`, { description })),
    )
    assert.ok(results.every(({ status }) => status === 200))
    const { data } = await testApp.run((ctx) =>
      audit.listEntries(
        ctx,
        { subject_id: id, action: 'endpoint.change' },
        { limit: 10, order: 'asc' },
      ),
    )
    const [first, last] = data.map(
      ({ details }) => details as Record<string, { description: string }>,
    )
    assert.deepEqual(last?.before, first?.after)
  })
})
