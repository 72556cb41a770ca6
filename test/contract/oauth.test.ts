import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAuthTestApp } from '#test/auth-harness'
import { sendRequest } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/* The authorization server, held against the same document. */

const contract = loadContract('2026-05')
const testApp = await createAuthTestApp()
const limited = await createAuthTestApp({ rateLimit: 1 })
const client = await testApp.createClient()
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const { tenant, client_id, client_secret } = client
const tokenRequest = { grant_type: 'client_credentials', tenant, client_id, client_secret }
const key = { 'x-api-key': client.api_key }

async function token(
  headers: Record<string, string>,
  body: string,
  { path = '/auth/token', id = 'createToken' } = {},
): Promise<number> {
  const response = await sendRequest(testApp.origin, { method: 'POST', path, headers, body })
  contract.check(id, response)
  return response.status
}

it('answers tokens to JSON and to forms', async () => {
  assert.equal(await token({ ...json, ...key }, JSON.stringify(tokenRequest)), 200)
  assert.equal(await token({ ...form, ...key }, String(new URLSearchParams(tokenRequest))), 200)
})

it('ends tokens', async () => {
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
  assert.equal(await token(json, body, { path: '/auth/revoke', id: 'revokeToken' }), 200)
  assert.equal(await token(json, '{}', { path: '/auth/revoke', id: 'revokeToken' }), 400)
})

it('refuses in the words of OAuth', async () => {
  assert.equal(await token(json, '{}'), 400)
  assert.equal(await token(json, JSON.stringify(tokenRequest)), 401)
  assert.equal(await token({ 'content-type': 'text/csv' }, 'a'), 415)
  assert.equal(await token(json, ' '.repeat(65 * 1024)), 413)
  assert.equal(
    await token({ ...json, ...key }, JSON.stringify({ ...tokenRequest, grant_type: 'x' })),
    400,
  )
})

it('says where everything is', async () => {
  const path = '/.well-known/oauth-authorization-server'
  contract.check('getMetadata', await sendRequest(testApp.origin, { method: 'GET', path }))
})

it('says that there were too many', async () => {
  const request = { method: 'POST', path: '/auth/token', headers: json, body: '{}' }
  let response = await sendRequest(limited.origin, request)
  while (response.status !== 429) response = await sendRequest(limited.origin, request)
  contract.check('createToken', response)
})
