import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAuthTestApp } from '#test/auth-harness'
import { eventually } from '#test/eventually'
import { sendRequest } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/* The tests of the authorization server, whose responses match the OpenAPI document. */

const contract = loadContract('2026-05')
const testApp = await createAuthTestApp()
const limited = await createAuthTestApp({ rateLimit: 1 })
const client = await testApp.createClient()
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const { tenant, client_id, client_secret } = client
const tokenRequest = { grant_type: 'client_credentials', tenant, client_id, client_secret }
const key = { 'x-api-key': client.api_key }

async function requestToken(
  headers: Record<string, string>,
  body: string,
  { path = '/auth/token', id = 'createToken' } = {},
): Promise<number> {
  const response = await sendRequest(testApp.origin, { method: 'POST', path, headers, body })
  contract.check(id, response)
  return response.status
}

it('issues tokens for JSON and for forms', async () => {
  assert.equal(await requestToken({ ...json, ...key }, JSON.stringify(tokenRequest)), 200)
  assert.equal(
    await requestToken({ ...form, ...key }, String(new URLSearchParams(tokenRequest))),
    200,
  )
})

it('revokes tokens', async () => {
  const { access_token } = JSON.parse(
    (
      await sendRequest(testApp.origin, {
        method: 'POST',
        path: '/auth/token',
        headers: { ...json, ...key },
        body: JSON.stringify(tokenRequest),
      })
    ).text,
  )
  const body = JSON.stringify({ token: access_token, client_id, client_secret })
  assert.equal(await requestToken(json, body, { path: '/auth/revoke', id: 'revokeToken' }), 200)
  assert.equal(await requestToken(json, '{}', { path: '/auth/revoke', id: 'revokeToken' }), 400)
})

it('returns OAuth errors', async () => {
  assert.equal(await requestToken(json, '{}'), 400)
  assert.equal(await requestToken(json, JSON.stringify(tokenRequest)), 401)
  assert.equal(await requestToken({ 'content-type': 'text/csv' }, 'a'), 415)
  assert.equal(await requestToken(json, ' '.repeat(65 * 1024)), 413)
  assert.equal(
    await requestToken({ ...json, ...key }, JSON.stringify({ ...tokenRequest, grant_type: 'x' })),
    400,
  )
})

it('publishes its metadata', async () => {
  const path = '/.well-known/oauth-authorization-server'
  contract.check('getMetadata', await sendRequest(testApp.origin, { method: 'GET', path }))
})

it('limits requests', async () => {
  const request = { method: 'POST', path: '/auth/token', headers: json, body: '{}' }
  const response = await eventually(
    async () => {
      const next = await sendRequest(limited.origin, request)
      return next.status === 429 && next
    },
    { intervalMs: 0, message: 'a request exceeds the rate limit' },
  )
  contract.check('createToken', response)
})

/** The error codes about the form of a request. Other codes are about its credentials. */
const formErrors = ['invalid_request', 'invalid_scope', 'unsupported_grant_type']

describe('the schema of token requests', () => {
  const basic = {
    authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
  }
  const code = { code: 'a', redirect_uri: 'http://127.0.0.1/', code_verifier: 'v'.repeat(43) }
  const byCode = { grant_type: 'authorization_code', client_id, ...code }
  const byRefresh = { grant_type: 'refresh_token', refresh_token: 'a' }
  const { client_id: _id, client_secret: _secret, ...withoutClient } = tokenRequest

  // biome-ignore format: read down the columns
  const cases: [name: string, isAccepted: boolean, body: Record<string, string>, headers?: Record<string, string>][] = [
    ['client credentials',                true,  tokenRequest],
    ['client credentials with a scope',   true,  { ...tokenRequest, scope: 'campaigns:read' }],
    ['client credentials by HTTP Basic',  true,  withoutClient, basic],
    ['client credentials, no tenant',     false, { grant_type: 'client_credentials', client_id, client_secret }],
    ['an empty tenant',                   false, { ...tokenRequest, tenant: '' }],
    ['a refresh token with a tenant',     true,  { ...byRefresh, tenant }],
    ['a refresh token with a client',     true,  { ...byRefresh, client_id }],
    ['a refresh token by HTTP Basic',     true,  byRefresh, basic],
    ['a missing refresh token',           false, { grant_type: 'refresh_token', tenant }],
    ['a code',                            true,  byCode],
    ['a code without a verifier',         false, { ...byCode, code_verifier: '' }],
    ['a code with a scope',               false, { ...byCode, scope: 'campaigns:read' }],
    ['another grant type',                false, { ...tokenRequest, grant_type: 'password' }],
  ]
  for (const [name, isAccepted, body, headers = {}] of cases)
    for (const [type, text] of [
      ['application/json', JSON.stringify(body)],
      ['application/x-www-form-urlencoded', `${new URLSearchParams(body)}`],
    ] as const)
      it(`${isAccepted ? 'accepts' : 'rejects'} ${name} as ${type}, like the endpoint`, async () => {
        const pointer = `/paths/~1auth~1token/post/requestBody/content/${type.replace('/', '~1')}/schema`
        assert.equal(contract.validate(pointer, body).length === 0, isAccepted)
        const response = await sendRequest(testApp.origin, {
          method: 'POST',
          path: '/auth/token',
          headers: { 'content-type': type, ...key, ...headers },
          body: text,
        })
        contract.check('createToken', response)
        assert.equal(!formErrors.includes(JSON.parse(response.text).error), isAccepted)
      })

  it('requires the id of a client beside its secret', async () => {
    const pointer = '/components/schemas/TokenRequest'
    assert.notDeepEqual(contract.validate(pointer, { ...withoutClient, client_secret }), [])
    assert.equal(
      await requestToken({ ...json, ...key }, JSON.stringify({ ...withoutClient, client_secret })),
      401,
    )
  })
})
