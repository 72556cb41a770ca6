import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openAuthWorld } from '#test/auth-world'
import { readContract } from '#test/contract'
import { send } from '#test/listening'

/* The authorization server, held against the same document. */

const contract = readContract('2026-05')
const world = await openAuthWorld()
const limited = await openAuthWorld({ rateLimit: 1 })
const client = await world.newClient()
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const { tenant, client_id, client_secret } = client
const asked = { grant_type: 'client_credentials', tenant, client_id, client_secret }
const key = { 'x-api-key': client.api_key }

async function token(
  headers: Record<string, string>,
  body: string,
  { path = '/auth/token', id = 'createToken' } = {},
): Promise<number> {
  const answer = await send(world.origin, { method: 'POST', path, headers, body })
  contract.check(id, answer)
  return answer.status
}

it('answers tokens to JSON and to forms', async () => {
  assert.equal(await token({ ...json, ...key }, JSON.stringify(asked)), 200)
  assert.equal(await token({ ...form, ...key }, String(new URLSearchParams(asked))), 200)
})

it('ends tokens', async () => {
  const { access_token } = JSON.parse(
    (
      await send(world.origin, {
        method: 'POST',
        path: '/auth/token',
        headers: { ...json, ...key },
        body: JSON.stringify(asked),
      })
    ).text,
  )
  const body = JSON.stringify({ token: access_token, client_id, client_secret })
  assert.equal(await token(json, body, { path: '/auth/revoke', id: 'revokeToken' }), 200)
  assert.equal(await token(json, '{}', { path: '/auth/revoke', id: 'revokeToken' }), 400)
})

it('refuses in the words of OAuth', async () => {
  assert.equal(await token(json, '{}'), 400)
  assert.equal(await token(json, JSON.stringify(asked)), 401)
  assert.equal(await token({ 'content-type': 'text/csv' }, 'a'), 415)
  assert.equal(await token(json, ' '.repeat(65 * 1024)), 413)
  assert.equal(await token({ ...json, ...key }, JSON.stringify({ ...asked, grant_type: 'x' })), 400)
})

it('says where everything is', async () => {
  const path = '/.well-known/oauth-authorization-server'
  contract.check('getMetadata', await send(world.origin, { method: 'GET', path }))
})

it('says that there were too many', async () => {
  const request = { method: 'POST', path: '/auth/token', headers: json, body: '{}' }
  let answer = await send(limited.origin, request)
  while (answer.status !== 429) answer = await send(limited.origin, request)
  contract.check('createToken', answer)
})
