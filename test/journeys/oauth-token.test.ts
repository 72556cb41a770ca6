import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { openAuthWorld } from '#test/auth-world'

const world = await openAuthWorld()

type Fields = Record<string, unknown>

async function send(path: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(`${world.origin}${path}`, { method: 'POST', body, headers })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

const json = (fields: Fields, headers: Record<string, string> = {}) =>
  send('/auth/token', JSON.stringify(fields), { 'content-type': 'application/json', ...headers })

const form = (fields: string, headers: Record<string, string> = {}) =>
  send('/auth/token', fields, { 'content-type': 'application/x-www-form-urlencoded', ...headers })

async function newClient() {
  const { api_key, ...made } = await world.newClient()
  const key = { 'x-api-key': api_key }
  return { api_key, key, made, fields: { grant_type: 'client_credentials', ...made } }
}

describe('the token endpoint', () => {
  test('answers exactly the documented members, and lets nobody keep them', async () => {
    const { fields, key, api_key } = await newClient()
    const { status, json: body, headers } = await json(fields, key)
    assert.equal(status, 200)
    const { access_token, refresh_token, ...rest } = body
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 3600, scope: null })
    assert.match(refresh_token, /^svc-rt-staging-/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.match(headers.get('request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(await world.call(access_token, api_key), 200)
  })

  test('ignores a bearer token beside the credentials of a client', async () => {
    const { fields, key } = await newClient()
    const stray = { ...key, authorization: 'Bearer of-something-else' }
    assert.equal((await json(fields, stray)).status, 200)
    assert.equal((await form(new URLSearchParams(fields).toString(), stray)).status, 200)
  })

  test('rejects two authentications of a client, and names the header', async () => {
    const { fields, key, made } = await newClient()
    const basic = Buffer.from(`${made.client_id}:${made.client_secret}`).toString('base64')
    const answer = await json(fields, { ...key, authorization: `Basic ${basic}` })
    assert.equal(answer.status, 400)
    assert.match(answer.json.error_description, /Authorization header/)
  })

  test('leaves a scope of null out for clients that send forms', async () => {
    const { fields, key } = await newClient()
    const { status, json: body } = await form(new URLSearchParams(fields).toString(), key)
    assert.equal(status, 200)
    const members = ['token_type', 'expires_in', 'access_token', 'refresh_token']
    assert.deepEqual(Object.keys(body), members)
  })

  test('turns everybody away with the same bytes', async () => {
    const [mine, theirs] = [await newClient(), await newClient()]
    const wrong: [Fields, Record<string, string>][] = [
      [{ ...mine.fields, tenant: theirs.made.tenant, client_id: theirs.made.client_id }, mine.key],
      [{ ...mine.fields, tenant: 'nobody' }, mine.key],
      [{ ...mine.fields, client_id: randomUUID() }, mine.key],
      [{ ...mine.fields, client_id: "' or 1=1 --" }, mine.key],
      [{ ...mine.fields, client_secret: theirs.made.client_secret }, mine.key],
      [{ ...mine.fields, client_secret: undefined }, mine.key],
      [mine.fields, theirs.key],
      [mine.fields, { 'x-api-key': '' }],
      [mine.fields, {}],
    ]
    const answers = await Promise.all(wrong.map(([fields, headers]) => json(fields, headers)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers[0]?.json.error, 'invalid_client')
    assert.deepEqual(Object.keys(answers[0]?.json), ['error', 'error_description'])
    assert.equal(answers[0]?.headers.get('www-authenticate'), null)
    assert.equal(answers[0]?.headers.get('cache-control'), 'no-store')
  })

  test('asks for HTTP Basic again when that was tried', async () => {
    const { fields, key, made } = await newClient()
    const basic = (text: string) => ({
      ...key,
      authorization: `Basic ${Buffer.from(text).toString('base64')}`,
    })
    const body = `grant_type=client_credentials&tenant=${fields.tenant}`
    const right = await form(body, basic(`${made.client_id}:${made.client_secret}`))
    assert.equal(right.status, 200)
    const wrongs = [
      basic(`${made.client_id}:x`),
      basic('no colon'),
      basic('%zz:%zz'),
      { ...key, authorization: 'Bearer x' },
      { ...key, authorization: 'Basic *' },
    ]
    for (const headers of wrongs) {
      const answer = await form(body, headers)
      assert.equal(answer.status, 401)
      assert.equal(answer.json.error, 'invalid_client')
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/)
    }
    const both = await form(
      `${body}&client_secret=${made.client_secret}`,
      basic(`${made.client_id}:${made.client_secret}`),
    )
    assert.equal(both.json.error, 'invalid_request')
  })

  test('says what is wrong with a request', async () => {
    const { fields, key } = await newClient()
    const refresh = { grant_type: 'refresh_token', tenant: fields.tenant, refresh_token: 'x' }
    const code = { grant_type: 'authorization_code', client_id: fields.client_id, code: 'x' }
    const wrong: [Fields, string][] = [
      [{}, 'invalid_request'],
      [{ ...fields, grant_type: '' }, 'invalid_request'],
      [{ ...fields, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ ...fields, grant_type: 'toString' }, 'unsupported_grant_type'],
      [{ ...fields, tenant: undefined }, 'invalid_request'],
      [{ ...fields, tenant: null }, 'invalid_request'],
      [{ ...fields, tenant: 7 }, 'invalid_request'],
      [{ ...fields, client_secret: ['x'] }, 'invalid_request'],
      [{ ...fields, scope: 'gifts' }, 'invalid_scope'],
      [refresh, 'invalid_grant'],
      [{ ...refresh, refresh_token: undefined }, 'invalid_request'],
      [{ ...refresh, tenant: undefined }, 'invalid_request'],
      [code, 'invalid_request'],
      [{ ...code, redirect_uri: 'https://a.example/', code_verifier: 'x' }, 'invalid_grant'],
    ]
    for (const [body, error] of wrong) {
      const answer = await json(body, key)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.json.error, error, JSON.stringify(body))
      assert.match(answer.json.error_description, /^[\x20-\x7e]+$/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })

  test('refuses what it cannot read, and what was said twice', async () => {
    const { fields, key } = await newClient()
    const text = JSON.stringify(fields)
    const type = { 'content-type': 'application/json', ...key }
    const twice = [
      await form(`${new URLSearchParams(fields)}&tenant=${fields.tenant}`, key),
      await form(`${new URLSearchParams(fields)}&resource=a&resource=b`, key),
      await send('/auth/token', text.replace('{', '{"tenant":"x",'), type),
      await send('/auth/token', text.replace('{', '{"t\\u0065nant" : {"a":"b"},'), type),
    ]
    for (const answer of twice) {
      assert.equal(answer.status, 400)
      assert.match(answer.json.error_description, /twice/)
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
      const answer = await send('/auth/token', body, headers)
      assert.equal(answer.status, status, body.slice(0, 40))
      assert.equal(answer.json.error, 'invalid_request')
    }
    const quoted = { ...fields, note: '"tenant":"x","tenant":"y"', state: '' }
    assert.equal((await json(quoted, key)).status, 200, 'a value may hold anything')
  })

  test('refreshes with tenant and token alone, and ends the family on reuse', async () => {
    const { fields, key, api_key } = await newClient()
    const first = (await json(fields, key)).json
    const ask = (refresh_token: string) =>
      json({ grant_type: 'refresh_token', tenant: fields.tenant, refresh_token })
    const second = await ask(first.refresh_token)
    assert.equal(second.status, 200)
    assert.deepEqual(Object.keys(second.json), Object.keys(first))
    assert.equal(await world.call(second.json.access_token, api_key), 200)
    const again = await ask(first.refresh_token)
    assert.equal(again.status, 400)
    assert.equal(again.json.error, 'invalid_grant')
    assert.equal(await world.call(second.json.access_token, api_key), 401)
    assert.equal((await ask(second.json.refresh_token)).json.error, 'invalid_grant')
  })

  test('revokes for the client that holds the token, and tells nobody else anything', async () => {
    const [mine, theirs] = [await newClient(), await newClient()]
    const { access_token } = (await json(mine.fields, mine.key)).json
    const revoke = (fields: Fields) =>
      send('/auth/revoke', JSON.stringify(fields), { 'content-type': 'application/json' })
    assert.equal((await revoke({ token: access_token, ...theirs.made })).status, 200)
    assert.equal(await world.call(access_token, mine.api_key), 200)
    const wrong = await revoke({ token: access_token, ...mine.made, client_secret: 'x' })
    assert.equal(wrong.json.error, 'invalid_client')
    assert.equal((await revoke({ ...mine.made })).json.error, 'invalid_request')
    assert.equal((await revoke({ token: 'unknown', ...mine.made })).status, 200)
    assert.equal((await revoke({ token: access_token, ...mine.made })).status, 200)
    assert.equal(await world.call(access_token, mine.api_key), 401)
  })

  test('counts requests by address', async () => {
    const narrow = await openAuthWorld({ rateLimit: 1 })
    const ask = () => fetch(`${narrow.origin}/auth/token`, { method: 'POST' })
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    const refused = answers.find(({ status }) => status === 429)
    assert.ok(refused !== undefined)
    assert.match(refused.headers.get('retry-after') ?? '', /^[12]$/)
    assert.equal(((await refused.json()) as Fields).error, 'temporarily_unavailable')
  })
})

describe('the API', () => {
  test('wants an access token with its key, and nothing untrue beside it', async () => {
    const [mine, theirs] = [await newClient(), await newClient()]
    const { access_token } = (await json(mine.fields, mine.key)).json
    const tell = (headers: Record<string, string>) =>
      world.call(access_token, mine.api_key, { headers })
    const { tenant, client_id } = mine.made
    assert.equal(await tell({ 'x-service-tenant': tenant, 'x-service-client': client_id }), 200)
    assert.equal(await tell({ 'x-service-tenant': `${tenant}x` }), 401)
    assert.equal(await tell({ 'x-service-client': theirs.made.client_id }), 401)
    assert.equal(await world.call(access_token), 401)
    assert.equal(await world.call(access_token, theirs.api_key), 401)
    assert.equal(await world.call(mine.api_key, mine.api_key), 401)
  })

  test('turns every one of them away with the same bytes', async () => {
    const { fields, key, api_key } = await newClient()
    const { access_token } = (await json(fields, key)).json
    const bodyFor = async (headers: Record<string, string>) => {
      const answer = await fetch(`${world.origin}/api/campaigns`, {
        headers: { 'service-api-version': '2026-05', ...headers },
      })
      return `${answer.status} ${await answer.text()}`
    }
    const authorization = `Bearer ${access_token}`
    const answers = await Promise.all([
      bodyFor({}),
      bodyFor({ authorization: 'Bearer x' }),
      bodyFor({ authorization }),
      bodyFor({ authorization, 'x-api-key': 'x' }),
      bodyFor({ authorization, 'x-api-key': api_key, 'x-service-tenant': 'x' }),
      bodyFor({ authorization, 'x-api-key': api_key, 'x-service-client': 'x' }),
    ])
    assert.equal(new Set(answers).size, 1)
    assert.match(answers[0] ?? '', /^401 /)
  })
})

test('the metadata say where everything is', async () => {
  const answer = await fetch(`${world.origin}/.well-known/oauth-authorization-server`)
  const metadata = (await answer.json()) as Record<string, unknown>
  assert.equal(metadata.issuer, world.origin)
  assert.equal(metadata.token_endpoint, `${world.origin}/auth/token`)
  assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
  assert.equal(metadata.authorization_response_iss_parameter_supported, true)
})
