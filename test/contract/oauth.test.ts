import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAuthTestApp } from '#test/auth-harness'
import { eventually } from '#test/eventually'
import { sendRequest } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/* The responses of the authorization server match the OpenAPI document. */

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
