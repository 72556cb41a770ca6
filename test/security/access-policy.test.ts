import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { admin } from '#http/admin'
import { api } from '#http/api'
import { auth } from '#http/auth'
import { mcp } from '#http/mcp'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createAdminTestApp } from '#test/admin-harness'
import { testShipping } from '#test/fulfilment-fixture'

/*
 * The tests of the access policy with every kind of credential, and with headers that lie about the address of the client.
 */

const testApp = await createAdminTestApp()
const { db, account } = testApp
const authenticate = apiKeys.createAuthenticator(db, db.deployment)

async function openServer(trustedProxies: readonly string[]) {
  const app = createServer(createLog({ level: 'silent' }), undefined, trustedProxies)
  await app.register(admin({ db }), { prefix: '/admin/api' })
  await app.register(api({ db, authenticate, rateLimit: 0, name: 'Bestow' }), {
    prefix: '/api',
  })
  await app.register(mcp({ db, authenticate, rateLimit: 0, version: '0', shipping: testShipping }))
  await app.register(auth({ db, rateLimit: 0, isMcpEnabled: true }))
  after(() => app.close())
  return app
}
const direct = await openServer([])
const behindProxy = await openServer(['10.0.0.0/8'])

const setPolicy = (rules: Record<string, unknown>) =>
  testApp.run((ctx) =>
    ctx.query(
      `update access.account set allowed_networks = $2, networks_bind_tokens = $3, requires_second_factor = $4 where id = $1`,
      [account.id, rules.networks ?? [], rules.bind ?? false, rules.factor ?? false],
    ),
  )
beforeEach(() => setPolicy({}))

const networks = ['203.0.113.0/24', '2001:db8::/32']
const inside = '203.0.113.7'
const outside = '192.0.2.1'

const { cookies } = await testApp.signIn(testApp.admin)
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

interface From {
  remoteAddress: string
  headers?: Record<string, string>
}
const forwarded = (address: string) => ({ 'x-forwarded-for': address })

const browse = (app: typeof direct, { remoteAddress, headers }: From, url = '/gift_requests') =>
  app.inject({
    method: 'GET',
    url: `/admin/api${url}`,
    remoteAddress,
    headers: { cookie, ...headers },
  })

describe('a session with allowed networks', () => {
  // biome-ignore format: columns
  const requests: [what: string, app: typeof direct, from: From, status: number][] = [
    ['an allowed address',               direct, { remoteAddress: inside }, 200],
    ['an allowed IPv6 address',          direct, { remoteAddress: '2001:db8::7' }, 200],
    ['IPv4 in IPv6 notation',            direct, { remoteAddress: `::ffff:${inside}` }, 200],
    ['another address',                  direct, { remoteAddress: outside }, 403],
    ['another address in IPv6 notation', direct, { remoteAddress: `::ffff:${outside}` }, 403],
    ['another IPv6 address',             direct, { remoteAddress: '2001:db9::7' }, 403],
    ['a forged X-Forwarded-For',         direct, { remoteAddress: outside, headers: forwarded(inside) }, 403],
    ['a forged Forwarded',               direct, { remoteAddress: outside, headers: { forwarded: `for=${inside}` } }, 403],
    ['a forged X-Real-IP',               direct, { remoteAddress: outside, headers: { 'x-real-ip': inside } }, 403],
    ['an allowed client behind a proxy', behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded(inside) }, 200],
    ['another client behind a proxy',    behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded(outside) }, 403],
    ['a client that forges the first entry', behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded(`${inside}, ${outside}`) }, 403],
    ['an untrusted peer that forges the header', behindProxy, { remoteAddress: outside, headers: forwarded(inside) }, 403],
  ]
  for (const [what, app, from, status] of requests)
    it(`returns ${status} to ${what}`, async () => {
      await setPolicy({ networks })
      assert.equal((await browse(app, from)).statusCode, status)
    })

  it('downloads nothing, and opens no stream', async () => {
    await setPolicy({ networks })
    for (const url of ['/exports/gift_requests', '/stream?topic=gift_requests&ids=']) {
      const { statusCode, body } = await browse(direct, { remoteAddress: outside }, url)
      assert.equal(statusCode, 403, url)
      assert.equal(JSON.parse(body).errors[0].code, 'access_policy')
    }
  })
})

/** The PKCE pair of RFC 7636, appendix B. */
const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirect_uri = 'https://app.example/done'

/** Returns an access token of an app that the admin has allowed, with the key of the app. */
async function connectApp(audience: 'api' | 'mcp') {
  const { client_id, api_key, code } = await testApp.run(async (ctx) => {
    const client = await apiKeys.createPublicClient(ctx, {
      name: 'App',
      redirect_uris: [redirect_uri],
    })
    const { code } = await apiKeys.createAuthorizationCode(ctx, {
      ...{ account_id: account.id, client_id: client.client_id, user_id: testApp.admin.id },
      ...{ scopes: ['*'], audience, redirect_uri, code_challenge },
    })
    return { ...client, code }
  })
  const tokens = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    apiKeys.grantByCode(ctx, { code, redirect_uri, code_verifier }, { client_id }),
  )
  assert.ok(typeof tokens === 'object', String(tokens))
  return { bearer: tokens.access_token, api_key }
}

async function callWith(
  { bearer, api_key }: { bearer: string; api_key?: string },
  remoteAddress: string,
  url = '/api/campaigns',
) {
  const isMcp = url === '/mcp'
  const { statusCode, body } = await direct.inject({
    method: isMcp ? 'POST' : 'GET',
    url,
    remoteAddress,
    headers: {
      authorization: `Bearer ${bearer}`,
      'service-api-version': '2026-05',
      ...(api_key !== undefined && { 'x-api-key': api_key }),
      ...(isMcp && {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: new URL(testApp.origin).host,
      }),
    },
    ...(isMcp && { payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }),
  })
  return statusCode === 403 ? JSON.parse(body).errors[0].code : statusCode
}

describe('a token with the access policy', () => {
  it('of a user’s app or agent needs the networks', async () => {
    const [app, agent] = [await connectApp('api'), await connectApp('mcp')]
    await setPolicy({ networks })
    assert.equal(await callWith(app, inside), 200)
    assert.equal(await callWith(app, outside), 'forbidden')
    assert.equal(await callWith(agent, inside, '/mcp'), 200)
    assert.equal(await callWith(agent, outside, '/mcp'), 'forbidden')
  })

  it('of the account needs them only if the admin says so', async () => {
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
    const key = { bearer: token }
    await setPolicy({ networks })
    assert.equal(await callWith(key, outside), 200)
    await setPolicy({ networks, bind: true })
    assert.equal(await callWith(key, outside), 'forbidden')
    assert.equal(await callWith(key, inside), 200)
    await setPolicy({ bind: true })
    assert.equal(await callWith(key, outside), 200)
  })

  it('of a user’s app needs the second factor of the user', async () => {
    const app = await connectApp('api')
    await setPolicy({ factor: true })
    assert.equal(await callWith(app, inside), 'forbidden')
    await testApp.run((ctx) =>
      ctx.query('update access.person set totp_enabled_at = now() where id = $1', [
        testApp.admin.id,
      ]),
    )
    assert.equal(await callWith(app, inside), 200)
    await testApp.run((ctx) =>
      ctx.query('update access.person set totp_enabled_at = null where id = $1', [
        testApp.admin.id,
      ]),
    )
  })
})
