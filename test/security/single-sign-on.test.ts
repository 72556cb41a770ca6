import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, it } from 'node:test'
import type * as accounts from '#accounts'
import { openIdConnect } from '#connectors/openid-connect'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { type ProviderFaults, startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'
import { dumpTables, tablesContaining } from '#test/table-dump'

/*
 * The tests of forged responses, and of providers that lie. None of the responses may sign a user in, and
 * none may be used twice.
 */

const testApp = await createAdminTestApp()
const provider = await startOpenIdProvider()
const { settings, save, pathOf, configure, signOn, start, respond } = createSingleSignOnFixture(
  testApp,
  provider,
)
const { email, id } = testApp.sender
await configure()

beforeEach(async () => {
  provider.faults = {}
  provider.person = { sub: 'ada', email, email_verified: true }
  provider.tokenRequests.length = 0
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

const newBrowser = () => createAdminClient(testApp.origin)
const responsePath = '/session/single-sign-on/response'
const reasonOf = ({ json }: { json: { outcome: string; reason?: string } }) =>
  json.outcome === 'failed' ? json.reason : json.outcome

describe('an ID token', () => {
  const now = Math.floor(Date.now() / 1000)
  const lies: Record<string, ProviderFaults> = {
    'with another nonce': { claims: { nonce: 'x'.repeat(43) } },
    'without a nonce': { claims: { nonce: undefined } },
    'for another client': { claims: { aud: 'another' } },
    'for several clients without azp': { claims: { aud: ['bestow', 'another'] } },
    'with the azp of another client': { claims: { azp: 'another' } },
    'that has expired': { claims: { exp: now - 120 } },
    'from the future': { claims: { iat: now + 3_600 } },
    'from an hour ago': { claims: { iat: now - 3_600 } },
    'of another issuer': { claims: { iss: 'https://login.example.com' } },
    'without a subject': { claims: { sub: undefined } },
    'with an empty subject': { claims: { sub: '' } },
    'without a signature': { header: { alg: 'none' } },
    'with a symmetric algorithm': { header: { alg: 'HS256' } },
    'with the algorithm of another kind of key': { header: { alg: 'RS256' } },
    'with critical extensions': { header: { crit: ['exp'] } },
    'of another key': { hasOtherKey: true },
    'of an unknown key': { header: { kid: 'k2' } },
  }
  for (const [name, faults] of Object.entries(lies))
    it(`${name} is rejected`, async () => {
      provider.faults = faults
      const { client, json } = await signOn(email)
      assert.equal(reasonOf({ json }), 'invalid_response')
      assert.equal((await client.get('/sessions')).status, 401)
      provider.faults = {}
      assert.equal(reasonOf(await signOn(email)), 'signed_in', 'the honest provider')
    })
})

describe('a response', () => {
  it('of another browser is rejected, and stays valid in its own', async () => {
    const client = newBrowser()
    const { path_id, query } = await provider.authorize(await start(client, email))
    const thief = newBrowser()
    assert.equal(reasonOf(await thief.post(responsePath, { path_id, query })), 'expired')
    await start(thief, email)
    assert.equal(reasonOf(await thief.post(responsePath, { path_id, query })), 'expired')
    assert.equal(reasonOf(await client.post(responsePath, { path_id, query })), 'signed_in')
  })

  it('is used once, also by two requests at the same instant', async () => {
    const client = newBrowser()
    const body = await provider.authorize(await start(client, email))
    const { path_id, query } = body
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => client.post(responsePath, { path_id, query })),
    )
    assert.deepEqual(responses.map(reasonOf).sort(), ['expired', 'expired', 'expired', 'signed_in'])
    assert.equal(provider.tokenRequests.length, 1)
    assert.equal(reasonOf(await client.post(responsePath, { path_id, query })), 'expired')
  })

  it('of two first sign-ins at the same instant links the member once', async () => {
    await testApp.run((ctx) => ctx.query('delete from access.single_sign_on_identity'), '*')
    const results = await Promise.all([signOn(email), signOn(email), signOn(email)])
    assert.ok(results.some((each) => reasonOf(each) === 'signed_in'))
    for (const { json } of results) assert.ok(json.me === undefined || json.me.id === id)
    const rows = await testApp.run((ctx) =>
      ctx.query('select user_id from access.single_sign_on_identity'),
    )
    assert.deepEqual(rows, [{ user_id: id }])
  })

  it('with an unknown state, another account or another issuer is rejected', async () => {
    const other = await testApp.createAccount('Elsewhere')
    const client = newBrowser()
    const { path_id, query } = await provider.authorize(await start(client, email))
    for (const body of [
      { path_id, query: 'code=x&state=y' },
      { path_id, query: 'code=x' },
      { path_id, query: '%00&state=%00' },
      { path_id: other.id, query },
      { path_id: 'none', query },
    ])
      assert.equal(reasonOf(await client.post(responsePath, body)), 'expired')
    const parameters = new URLSearchParams(query)
    parameters.set('iss', 'https://login.example.com')
    const mixedUp = await client.post(responsePath, { path_id, query: `${parameters}` })
    assert.equal(reasonOf(mixedUp), 'invalid_response')
    assert.deepEqual(provider.tokenRequests, [], 'the code goes to no token endpoint')
  })

  it('with the code of another sign-in is rejected by PKCE', async () => {
    const victim = await provider.authorize(await start(newBrowser(), email))
    const attacker = newBrowser()
    const { path_id, query } = await provider.authorize(await start(attacker, email))
    const parameters = new URLSearchParams(query)
    parameters.set('code', new URLSearchParams(victim.query).get('code') ?? '')
    const response = await attacker.post(responsePath, { path_id, query: `${parameters}` })
    assert.equal(reasonOf(response), 'provider_rejected')
  })

  it('to a request for one purpose serves no other', async () => {
    const admin = await testApp.signIn(testApp.admin)
    const { url } = (await admin.post(`${await pathOf(admin)}/test`)).json
    const before = admin.cookies.get('bestow_session')
    assert.equal(reasonOf(await respond(admin, url)), 'tested')
    assert.equal(admin.cookies.get('bestow_session'), before)
  })

  it('needs the origin of the service', async () => {
    const client = newBrowser()
    const { path_id, query } = await provider.authorize(await start(client, email))
    const options = { body: { path_id, query }, from: 'https://evil.example' }
    assert.equal((await client.send('POST', responsePath, options)).status, 403)
  })
})

describe('a provider', () => {
  const rules = { allowPrivate: true, timeoutMs: 200 }
  const check = (more: Partial<accounts.ProviderRules> = {}) =>
    openIdConnect
      .check({ ...settings().settings, groups_claim: 'groups' }, { ...rules, ...more })
      .then((result) => ('problem' in result ? result.problem : 'accepted'))
  const respondWith = (respondTo: (response: ServerResponse) => void) => {
    provider.faults = {
      respond: (_path, response) => {
        respondTo(response)
        return true
      },
    }
  }

  it('that is slow, sends too much or redirects is rejected', async () => {
    assert.equal(await check({ timeoutMs: 10_000 }), 'accepted')
    respondWith(() => {})
    assert.match((await check()) ?? '', /did not respond in time/)
    respondWith((response) => response.writeHead(200).write('x'.repeat(300_000)))
    assert.match((await check({ timeoutMs: 10_000 })) ?? '', /too large/)
    provider.requests.length = 0
    respondWith((response) => response.writeHead(302, { location: `${provider.issuer}/x` }).end())
    assert.match((await check({ timeoutMs: 10_000 })) ?? '', /no discovery document/)
    assert.equal(provider.requests.length, 1, 'no redirect is followed')
  })

  it('that fails after the redirect is reported as unreachable', async () => {
    for (const path of ['/.well-known/openid-configuration', '/token', '/jwks']) {
      provider.faults = {
        respond: (requested, response) => {
          if (requested !== path) return false
          response.destroy()
          return true
        },
      }
      assert.equal(reasonOf(await signOn(email)), 'provider_unreachable', path)
    }
  })

  it('at a private address gets no request, whichever document names the address', async () => {
    provider.requests.length = 0
    assert.match((await check({ allowPrivate: false })) ?? '', /https/)
    const strict = await createAdminTestApp({ blockPrivateAddresses: true })
    const client = await strict.signIn(strict.admin)
    const { password } = strict.admin
    for (const issuer of [
      'https://127.0.0.1',
      'https://localhost',
      'https://169.254.169.254',
      'https://[::1]:8443',
    ]) {
      const { status, json } = await save(client, {
        ...settings({ issuer }),
        password,
      })
      assert.deepEqual([status, json.errors[0].param], [422, 'settings.issuer'], issuer)
      assert.match(json.errors[0].message, /private address|does not exist/)
    }
    assert.deepEqual(provider.requests, [])
  })
})

it('the database has no state, nonce, code, verifier or client secret', async () => {
  const client = newBrowser()
  const url = new URL(await start(client, email))
  const secrets = [
    provider.client_secret,
    url.searchParams.get('state') ?? '',
    url.searchParams.get('nonce') ?? '',
    client.cookies.get('bestow_sign_on') ?? '',
  ]
  const dump = await dumpTables(testApp)
  assert.ok(tablesContaining(dump, provider.issuer).includes('access.single_sign_on_provider'))
  for (const secret of secrets) {
    assert.ok(secret.length > 10)
    assert.deepEqual(tablesContaining(dump, secret), [])
  }
})

it('an admin of another account can neither see nor use the provider', async () => {
  const other = await testApp.createAccount('Foreign')
  const foreignAdmin = await testApp.createUser('admin', other.id)
  const client = await testApp.signIn(foreignAdmin)
  assert.deepEqual((await client.get('/single-sign-on')).json.providers, [])
  const path = await pathOf(await testApp.signIn(testApp.admin))
  const { password } = foreignAdmin
  assert.equal((await client.post(`${path}/test`)).status, 404)
  assert.equal((await client.put(path, { ...settings(), password })).status, 404)
  assert.equal((await client.post(`${path}/remove`, { password })).status, 404)
  assert.equal((await client.post(`/members/${id}/unlink-single-sign-on`)).status, 404)
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.get('/single-sign-on')).status, 403)
})
