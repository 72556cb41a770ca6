import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import * as apiKeys from '#api-keys'
import { inTransaction } from '#platform/postgres/database'
import { createAuthTestApp } from '#test/auth-harness'

const testApp = await createAuthTestApp()

type TokenFields = Record<string, unknown>

async function send(path: string, body: string, headers: Record<string, string>) {
  const response = await fetch(`${testApp.origin}${path}`, { method: 'POST', body, headers })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

const json = (fields: TokenFields, headers: Record<string, string> = {}) =>
  send('/auth/token', JSON.stringify(fields), { 'content-type': 'application/json', ...headers })

const form = (fields: string, headers: Record<string, string> = {}) =>
  send('/auth/token', fields, { 'content-type': 'application/x-www-form-urlencoded', ...headers })

async function createClientFields() {
  const { api_key, ...client } = await testApp.createClient()
  const key = { 'x-api-key': api_key }
  return { api_key, key, client, fields: { grant_type: 'client_credentials', ...client } }
}

describe('the token endpoint', () => {
  test('returns exactly the documented members, and forbids caching', async () => {
    const { fields, key, api_key } = await createClientFields()
    const { status, json: body, headers } = await json(fields, key)
    assert.equal(status, 200)
    const { access_token, refresh_token, ...rest } = body
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 3600, scope: null })
    assert.match(refresh_token, /^svc-rt-staging-/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.match(headers.get('request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(await testApp.call(access_token, api_key), 200)
  })

  test('ignores a bearer token in addition to client credentials', async () => {
    const { fields, key } = await createClientFields()
    const stray = { ...key, authorization: 'Bearer of-something-else' }
    assert.equal((await json(fields, stray)).status, 200)
    assert.equal((await form(new URLSearchParams(fields).toString(), stray)).status, 200)
  })

  test('rejects two client authentication methods in one request, and names the header', async () => {
    const { fields, key, client } = await createClientFields()
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const response = await json(fields, { ...key, authorization: `Basic ${basic}` })
    assert.equal(response.status, 400)
    assert.match(response.json.error_description, /Authorization header/)
  })

  test('omits a null scope for clients that send forms', async () => {
    const { fields, key } = await createClientFields()
    const { status, json: body } = await form(new URLSearchParams(fields).toString(), key)
    assert.equal(status, 200)
    const members = ['token_type', 'expires_in', 'access_token', 'refresh_token']
    assert.deepEqual(Object.keys(body), members)
  })

  test('rejects all invalid credentials with the same response', async () => {
    const [firstClient, secondClient] = [await createClientFields(), await createClientFields()]
    const wrong: [TokenFields, Record<string, string>][] = [
      [
        {
          ...firstClient.fields,
          tenant: secondClient.client.tenant,
          client_id: secondClient.client.client_id,
        },
        firstClient.key,
      ],
      [{ ...firstClient.fields, tenant: 'unknown' }, firstClient.key],
      [{ ...firstClient.fields, client_id: randomUUID() }, firstClient.key],
      [{ ...firstClient.fields, client_id: "' or 1=1 --" }, firstClient.key],
      [
        { ...firstClient.fields, client_secret: secondClient.client.client_secret },
        firstClient.key,
      ],
      [{ ...firstClient.fields, client_secret: undefined }, firstClient.key],
      [firstClient.fields, secondClient.key],
      [firstClient.fields, { 'x-api-key': '' }],
      [firstClient.fields, {}],
    ]
    const responses = await Promise.all(wrong.map(([fields, headers]) => json(fields, headers)))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([401]))
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal(responses[0]?.json.error, 'invalid_client')
    assert.deepEqual(Object.keys(responses[0]?.json), ['error', 'error_description'])
    assert.equal(responses[0]?.headers.get('www-authenticate'), null)
    assert.equal(responses[0]?.headers.get('cache-control'), 'no-store')
  })

  test('requests HTTP Basic when the client used the Authorization header', async () => {
    const { fields, key, client } = await createClientFields()
    const basic = (text: string) => ({
      ...key,
      authorization: `Basic ${Buffer.from(text).toString('base64')}`,
    })
    const body = `grant_type=client_credentials&tenant=${fields.tenant}`
    const right = await form(body, basic(`${client.client_id}:${client.client_secret}`))
    assert.equal(right.status, 200)
    const invalidHeaders = [
      basic(`${client.client_id}:x`),
      basic('no colon'),
      basic('%zz:%zz'),
      { ...key, authorization: 'Bearer x' },
      { ...key, authorization: 'Basic *' },
    ]
    for (const headers of invalidHeaders) {
      const response = await form(body, headers)
      assert.equal(response.status, 401)
      assert.equal(response.json.error, 'invalid_client')
      assert.match(response.headers.get('www-authenticate') ?? '', /^Basic realm=/)
    }
    const both = await form(
      `${body}&client_secret=${client.client_secret}`,
      basic(`${client.client_id}:${client.client_secret}`),
    )
    assert.equal(both.json.error, 'invalid_request')
  })

  test('grants the requested scopes, lists them, and enforces them', async () => {
    const { fields, key, api_key } = await createClientFields()
    const scope = 'events:read gift_requests:read'
    const { status, json: body } = await json({ ...fields, scope }, key)
    assert.equal(status, 200)
    assert.equal(body.scope, 'gift_requests:read events:read')
    assert.equal(await testApp.call(body.access_token, api_key), 403)
    const wider = await json({ ...fields, scope: 'campaigns:read' }, key)
    assert.equal(await testApp.call(wider.json.access_token, api_key), 200)
    const asForm = await form(new URLSearchParams({ ...fields, scope }).toString(), key)
    assert.equal(asForm.json.scope, body.scope)
  })

  test('grants endpoints:write only to a client that an admin allowed it', async () => {
    const { fields, key, client } = await createClientFields()
    const request = { ...fields, scope: 'endpoints:write' }
    assert.equal((await json(request, key)).json.error, 'invalid_scope')
    await inTransaction(testApp.db, testApp.account.id, (ctx) =>
      apiKeys.changeClientScopes(ctx, client.client_id, ['*', 'endpoints:write']),
    )
    assert.equal((await json(request, key)).json.scope, 'endpoints:write')
  })

  test('never widens the scopes with a refresh token', async () => {
    const { fields, key, api_key, client } = await createClientFields()
    const scope = 'campaigns:read events:read'
    const first = (await json({ ...fields, scope }, key)).json
    const refresh = (refresh_token: string, more: TokenFields = {}) =>
      json({ grant_type: 'refresh_token', tenant: client.tenant, refresh_token, ...more })
    const wider = await refresh(first.refresh_token, { scope: `${scope} gift_requests:read` })
    assert.deepEqual([wider.status, wider.json.error], [400, 'invalid_scope'])
    // the rejected exchange did not use the token
    const narrowed = (await refresh(first.refresh_token, { scope: 'events:read' })).json
    assert.equal(narrowed.scope, 'events:read')
    assert.equal(await testApp.call(narrowed.access_token, api_key), 403)
    const again = (await refresh(narrowed.refresh_token)).json
    assert.equal(again.scope, scope)
    assert.equal(await testApp.call(again.access_token, api_key), 200)
  })

  test('a token loses a scope with its client, and does not get an added one', async () => {
    const { fields, key, api_key, client } = await createClientFields()
    const { access_token, refresh_token } = (await json(fields, key)).json
    const change = (scopes: string[]) =>
      inTransaction(testApp.db, testApp.account.id, (ctx) =>
        apiKeys.changeClientScopes(ctx, client.client_id, scopes),
      )
    await change(['events:read'])
    assert.equal(await testApp.call(access_token, api_key), 403)
    await change(['*', 'endpoints:write'])
    assert.equal(await testApp.call(access_token, api_key), 200)
    const refreshed = await json({
      grant_type: 'refresh_token',
      tenant: client.tenant,
      refresh_token,
      scope: 'endpoints:write',
    })
    assert.equal(refreshed.json.error, 'invalid_scope')
  })

  test('reports invalid requests with OAuth error codes', async () => {
    const { fields, key } = await createClientFields()
    const refresh = { grant_type: 'refresh_token', tenant: fields.tenant, refresh_token: 'x' }
    const code = { grant_type: 'authorization_code', client_id: fields.client_id, code: 'x' }
    const wrong: [TokenFields, string][] = [
      [{}, 'invalid_request'],
      [{ ...fields, grant_type: '' }, 'invalid_request'],
      [{ ...fields, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ ...fields, grant_type: 'toString' }, 'unsupported_grant_type'],
      [{ ...fields, tenant: undefined }, 'invalid_request'],
      [{ ...fields, tenant: null }, 'invalid_request'],
      [{ ...fields, tenant: 7 }, 'invalid_request'],
      [{ ...fields, client_secret: ['x'] }, 'invalid_request'],
      [{ ...fields, scope: 'gifts' }, 'invalid_scope'],
      [{ ...fields, scope: '*' }, 'invalid_scope'],
      [{ ...fields, scope: 'events:read,campaigns:read' }, 'invalid_scope'],
      [{ ...fields, scope: ' ' }, 'invalid_scope'],
      [
        { ...code, redirect_uri: 'https://a.example/', code_verifier: 'x', scope: 'events:read' },
        'invalid_scope',
      ],
      [refresh, 'invalid_grant'],
      [{ ...refresh, refresh_token: undefined }, 'invalid_request'],
      [{ ...refresh, tenant: undefined }, 'invalid_request'],
      [code, 'invalid_request'],
      [{ ...code, redirect_uri: 'https://a.example/', code_verifier: 'x' }, 'invalid_grant'],
    ]
    for (const [body, error] of wrong) {
      const response = await json(body, key)
      assert.equal(response.status, 400, JSON.stringify(body))
      assert.equal(response.json.error, error, JSON.stringify(body))
      assert.match(response.json.error_description, /^[\x20-\x7e]+$/)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
  })

  test('rejects unreadable bodies and repeated parameters', async () => {
    const { fields, key } = await createClientFields()
    const text = JSON.stringify(fields)
    const type = { 'content-type': 'application/json', ...key }
    const twice = [
      await form(`${new URLSearchParams(fields)}&tenant=${fields.tenant}`, key),
      await form(`${new URLSearchParams(fields)}&resource=a&resource=b`, key),
      await send('/auth/token', text.replace('{', '{"tenant":"x",'), type),
      await send('/auth/token', text.replace('{', '{"t\\u0065nant" : {"a":"b"},'), type),
    ]
    for (const response of twice) {
      assert.equal(response.status, 400)
      assert.match(response.json.error_description, /twice/)
    }
    const unreadable: [string, Record<string, string>, number][] = [
      ['{', type, 400],
      ['', type, 400],
      ['[]', type, 400],
      ['null', type, 400],
      [text, { ...key, 'content-type': 'text/plain' }, 415],
      [JSON.stringify({ ...fields, more: 'x'.repeat(65_536) }), type, 413],
    ]
    for (const [body, headers, status] of unreadable) {
      const response = await send('/auth/token', body, headers)
      assert.equal(response.status, status, body.slice(0, 40))
      assert.equal(response.json.error, 'invalid_request')
    }
    const quoted = { ...fields, note: '"tenant":"x","tenant":"y"', state: '' }
    assert.equal((await json(quoted, key)).status, 200, 'a value may contain any text')
  })

  test('ignores unknown parameters of any type, and accepts an id in upper case', async () => {
    const { fields, key } = await createClientFields()
    const unknown = { foo: {}, bar: [1], baz: 3, nothing: null }
    assert.equal((await json({ ...fields, ...unknown } as unknown as TokenFields, key)).status, 200)
    const upper = { ...fields, client_id: fields.client_id?.toUpperCase() ?? '' }
    assert.equal((await json(upper, key)).status, 200)
    const wrongType = await json({ ...fields, tenant: 1 } as unknown as TokenFields, key)
    assert.equal(wrongType.json.error_description, 'tenant must be a string.')
  })

  test('refuses a compressed body in the format of OAuth', async () => {
    const { fields, key } = await createClientFields()
    const response = await send('/auth/token', JSON.stringify(fields), {
      ...key,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    assert.equal(response.status, 415)
    assert.equal(response.json.error, 'invalid_request')
    assert.equal(response.headers.get('accept-encoding'), 'identity')
  })

  test('refreshes with tenant and token only, repeats the response to a retry, and revokes the family on reuse', async () => {
    const { fields, key, api_key } = await createClientFields()
    const first = (await json(fields, key)).json
    const refresh = (refresh_token: string) =>
      json({ grant_type: 'refresh_token', tenant: fields.tenant, refresh_token })
    const second = await refresh(first.refresh_token)
    assert.equal(second.status, 200)
    assert.deepEqual(Object.keys(second.json), Object.keys(first))
    assert.equal(await testApp.call(second.json.access_token, api_key), 200)
    const { access_token } = (await refresh(first.refresh_token)).json
    assert.equal(access_token, second.json.access_token)
    const third = await refresh(second.json.refresh_token)
    const replayed = await refresh(first.refresh_token)
    assert.equal(replayed.status, 400)
    assert.equal(replayed.json.error, 'invalid_grant')
    assert.equal(await testApp.call(second.json.access_token, api_key), 401)
    assert.equal((await refresh(third.json.refresh_token)).json.error, 'invalid_grant')
  })

  test('revokes a token of the same client only, and reveals nothing about other tokens', async () => {
    const [firstClient, secondClient] = [await createClientFields(), await createClientFields()]
    const { access_token } = (await json(firstClient.fields, firstClient.key)).json
    const revoke = (fields: TokenFields) =>
      send('/auth/revoke', JSON.stringify(fields), { 'content-type': 'application/json' })
    assert.equal((await revoke({ token: access_token, ...secondClient.client })).status, 200)
    assert.equal(await testApp.call(access_token, firstClient.api_key), 200)
    const wrong = await revoke({ token: access_token, ...firstClient.client, client_secret: 'x' })
    assert.equal(wrong.json.error, 'invalid_client')
    assert.equal((await revoke({ ...firstClient.client })).json.error, 'invalid_request')
    assert.equal((await revoke({ token: 'unknown', ...firstClient.client })).status, 200)
    assert.equal((await revoke({ token: access_token, ...firstClient.client })).status, 200)
    assert.equal(await testApp.call(access_token, firstClient.api_key), 401)
  })

  test('limits requests by address', async () => {
    const limitedApp = await createAuthTestApp({ rateLimit: 1 })
    const request = () => fetch(`${limitedApp.origin}/auth/token`, { method: 'POST' })
    const responses = await Promise.all(Array.from({ length: 30 }, request))
    const limited = responses.find(({ status }) => status === 429)
    assert.ok(limited !== undefined)
    assert.match(limited.headers.get('retry-after') ?? '', /^[12]$/)
    assert.equal(((await limited.json()) as TokenFields).error, 'temporarily_unavailable')
  })
})

describe('the API', () => {
  test('requires an access token with its API key, and rejects mismatched headers', async () => {
    const [firstClient, secondClient] = [await createClientFields(), await createClientFields()]
    const { access_token } = (await json(firstClient.fields, firstClient.key)).json
    const requestToken = (headers: Record<string, string>) =>
      testApp.call(access_token, firstClient.api_key, { headers })
    const { tenant, client_id } = firstClient.client
    assert.equal(
      await requestToken({ 'x-service-tenant': tenant, 'x-service-client': client_id }),
      200,
    )
    assert.equal(await requestToken({ 'x-service-tenant': `${tenant}x` }), 401)
    assert.equal(await requestToken({ 'x-service-client': secondClient.client.client_id }), 401)
    assert.equal(await testApp.call(access_token), 401)
    assert.equal(await testApp.call(access_token, secondClient.api_key), 401)
    assert.equal(await testApp.call(firstClient.api_key, firstClient.api_key), 401)
  })

  test('rejects all invalid tokens with the same response', async () => {
    const { fields, key, api_key } = await createClientFields()
    const { access_token } = (await json(fields, key)).json
    const bodyFor = async (headers: Record<string, string>) => {
      const response = await fetch(`${testApp.origin}/api/campaigns`, {
        headers: { 'service-api-version': '2026-05', ...headers },
      })
      return `${response.status} ${await response.text()}`
    }
    const authorization = `Bearer ${access_token}`
    const responses = await Promise.all([
      bodyFor({}),
      bodyFor({ authorization: 'Bearer x' }),
      bodyFor({ authorization }),
      bodyFor({ authorization, 'x-api-key': 'x' }),
      bodyFor({ authorization, 'x-api-key': api_key, 'x-service-tenant': 'x' }),
      bodyFor({ authorization, 'x-api-key': api_key, 'x-service-client': 'x' }),
    ])
    assert.equal(new Set(responses).size, 1)
    assert.match(responses[0] ?? '', /^401 /)
  })
})

test('the metadata document lists the endpoints', async () => {
  const response = await fetch(`${testApp.origin}/.well-known/oauth-authorization-server`)
  const metadata = (await response.json()) as Record<string, unknown>
  assert.equal(metadata.issuer, testApp.origin)
  assert.equal(metadata.token_endpoint, `${testApp.origin}/auth/token`)
  assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
  assert.equal(metadata.authorization_response_iss_parameter_supported, true)
})
