import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { createConsentBrowser, hiddenFields } from '#test/consent-browser'
import { createMcpTestApp, type Json } from '#test/mcp-harness'
import { allow } from '#test/mcp-sign-in'
import { createTestUser } from '#test/test-user'

/*
 * The tests of attacks on the sign-in of MCP clients: redirect URIs, codes, resources, and the consent page.
 */

const { testApp, origin } = await createMcpTestApp()
const { user, password } = await testApp.run((ctx) =>
  createTestUser(ctx, { email: `${crypto.randomUUID()}@example.com`, role: 'admin' }),
)
const credentials = { email: user.email, password }
const redirect_uri = 'https://app.example.com/callback'
const verifier = 'v'.repeat(43)
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url')

async function register(metadata: object): Promise<{ status: number; json: Json }> {
  const response = await fetch(`${origin}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: response.status, json: await response.json() }
}

const { client_id } = (await register({ client_name: 'App', redirect_uris: [redirect_uri] })).json

function authorizationUrl(more: Record<string, string> = {}): URL {
  const url = new URL('/auth/authorize', origin)
  url.search = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 's',
    resource: `${origin}/mcp`,
    ...more,
  }).toString()
  return url
}

async function exchange(code: string, more: Record<string, string> = {}): Promise<Json> {
  const parameters = {
    grant_type: 'authorization_code',
    client_id,
    redirect_uri,
    code,
    code_verifier: verifier,
    ...more,
  }
  return (
    await fetch(`${origin}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams(parameters),
    })
  ).json()
}

const newCode = async (more: Record<string, string> = {}) =>
  (await allow(authorizationUrl(more), credentials)).searchParams.get('code') ?? ''

const callMcp = async (token: string) => {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  await response.text()
  return response.status
}

const callApi = async (token: string) =>
  (
    await fetch(`${origin}/api/campaigns`, {
      headers: { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' },
    })
  ).status

describe('the redirect URI', () => {
  const tricks = [
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=1',
    'https://app.example.com/callback/../evil',
    'https://app.example.com.evil.example/callback',
    'https://app.example.com@evil.example/callback',
    'https://evil.example/callback',
    'HTTPS://app.example.com/callback',
    'https://app.example.com:443/callback',
    'http://app.example.com/callback',
    'https://app.example.com%2f@evil.example/callback',
    'javascript:alert(1)',
  ]
  for (const trick of tricks)
    it(`must be exactly the registered one: not ${trick}`, async () => {
      const { status, headers, text } = await createConsentBrowser().open(
        authorizationUrl({ redirect_uri: trick }),
      )
      assert.equal(status, 400)
      assert.equal(headers.get('location'), null)
      assert.ok(!text.includes('evil.example'))
    })

  it('of the token request must be that of the consent', async () => {
    const { error } = await exchange(await newCode(), { redirect_uri: 'https://evil.example/cb' })
    assert.equal(error, 'invalid_grant')
  })

  it('gets no automatic redirect with an error: the person decides', async () => {
    const page = await createConsentBrowser().open(authorizationUrl({ response_type: 'token' }))
    assert.equal(page.status, 400)
    assert.equal(page.headers.get('location'), null)
  })
})

describe('a client id', () => {
  it('cannot be forged or changed', async () => {
    const forged = `mcp_${Buffer.from(JSON.stringify({ name: 'x', redirect_uris: ['https://evil.example'] })).toString('base64url')}`
    const flipped = `${client_id.slice(0, -2)}${client_id.endsWith('AA') ? 'BB' : 'AA'}`
    for (const id of [forged, flipped, 'mcp_', `${client_id}x`])
      assert.equal(
        (await createConsentBrowser().open(authorizationUrl({ client_id: id }))).status,
        400,
        id,
      )
  })

  it('of another registration does not exchange a code', async () => {
    const other = (await register({ redirect_uris: [redirect_uri] })).json.client_id
    const code = await newCode()
    assert.equal((await exchange(code, { client_id: other })).error, 'invalid_grant')
    assert.equal((await exchange(await newCode(), { client_id: '' })).error, 'invalid_request')
    assert.ok((await exchange(await newCode())).access_token)
  })
})

describe('a code', () => {
  it('works once, and its reuse revokes the tokens', async () => {
    const code = await newCode()
    const { access_token, refresh_token } = await exchange(code)
    assert.equal(await callMcp(access_token), 200)
    assert.equal((await exchange(code)).error, 'invalid_grant')
    assert.equal(await callMcp(access_token), 401)
    const renewed = await exchange('', { grant_type: 'refresh_token', refresh_token })
    assert.equal(renewed.error, 'invalid_grant')
  })

  it('of two exchanges at the same instant, one gets tokens that then are revoked', async () => {
    const code = await newCode()
    const both = await Promise.all([exchange(code), exchange(code)])
    assert.deepEqual(both.map(({ error }) => error ?? 'tokens').sort(), ['invalid_grant', 'tokens'])
  })

  it('needs the verifier, and PKCE cannot be downgraded', async () => {
    assert.equal(
      (await exchange(await newCode(), { code_verifier: challengeOf(verifier) })).error,
      'invalid_grant',
    )
    assert.equal((await exchange(await newCode(), { code_verifier: '' })).error, 'invalid_request')
    for (const more of [
      { code_challenge_method: 'plain', code_challenge: verifier },
      { code_challenge_method: '' },
      { code_challenge: '' },
    ])
      assert.equal((await createConsentBrowser().open(authorizationUrl(more))).status, 400)
  })

  it('comes with the issuer, so that a client can detect a mix-up', async () => {
    const callback = await allow(authorizationUrl(), credentials)
    assert.equal(callback.searchParams.get('iss'), origin)
    assert.equal(callback.searchParams.get('state'), 's')
  })
})

describe('a token', () => {
  it('for /mcp is rejected by the API, with and without a key', async () => {
    const { access_token } = await exchange(await newCode())
    assert.equal(await callMcp(access_token), 200)
    assert.equal(await callApi(access_token), 401)
  })

  it('for the API is rejected by /mcp, unless it was requested for /mcp', async () => {
    const created = await testApp.run((ctx) => apiKeys.createOAuthClient(ctx))
    const { api_key, tenant, client_secret } = created
    const grant = async (more: object) => {
      const response = await fetch(`${origin}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': api_key },
        body: JSON.stringify({
          grant_type: 'client_credentials',
          tenant,
          client_id: created.client_id,
          client_secret,
          ...more,
        }),
      })
      return (await response.json()) as Json
    }
    assert.equal(await callMcp((await grant({})).access_token), 401)
    assert.equal(await callMcp((await grant({ resource: `${origin}/api` })).access_token), 401)
    assert.equal(await callMcp((await grant({ resource: `${origin}/mcp` })).access_token), 200)
    assert.equal((await grant({ resource: 'https://evil.example/mcp' })).error, 'invalid_target')
  })

  it('keeps its resource over a refresh', async () => {
    const { refresh_token } = await exchange(await newCode())
    const refresh = (token: string, resource: string) =>
      exchange('', { grant_type: 'refresh_token', refresh_token: token, resource })
    assert.equal((await refresh(refresh_token, `${origin}/api`)).error, 'invalid_target')
    const renewed = await refresh(refresh_token, `${origin}/mcp`)
    assert.deepEqual(
      [await callMcp(renewed.access_token), await callApi(renewed.access_token)],
      [200, 401],
    )
  })

  it('is for /mcp also if an older client names no resource, and never for another', async () => {
    const { access_token } = await exchange(await newCode({ resource: '' }))
    assert.deepEqual([await callMcp(access_token), await callApi(access_token)], [200, 401])
    for (const resource of [`${origin}/api`, origin, 'https://evil.example/mcp', `${origin}/mcp/x`])
      assert.equal(
        (await createConsentBrowser().open(authorizationUrl({ resource }))).status,
        400,
        resource,
      )
  })

  it('has only scopes of the tools, and the client learns which', async () => {
    const scope = 'openid campaigns:read endpoints:write catalogue:write'
    const issued = await exchange(await newCode({ scope }))
    assert.equal(issued.scope, 'campaigns:read')
    const { status } = await createConsentBrowser().open(
      authorizationUrl({ scope: 'endpoints:write' }),
    )
    assert.equal(status, 400)
  })

  it('ends with its revocation, for the client that has it only', async () => {
    const { access_token, refresh_token } = await exchange(await newCode())
    const other = (await register({ redirect_uris: [redirect_uri] })).json.client_id
    const revoke = (id: string) =>
      fetch(`${origin}/auth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: id, token: refresh_token }),
      })
    assert.equal((await revoke(other)).status, 200)
    assert.equal(await callMcp(access_token), 200)
    assert.equal((await revoke(client_id)).status, 200)
    assert.equal(await callMcp(access_token), 401)
  })
})

describe('the consent page', () => {
  it('cannot be framed, and names the app, the target and what it may do', async () => {
    const { text, headers } = await createConsentBrowser().open(authorizationUrl())
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    for (const expected of ['cannot check', 'app.example.com', 'no postal addresses', 'daily_cap'])
      assert.ok(text.includes(expected), expected)
    assert.ok(!text.includes('Larkfield'), 'the account is unknown before the sign-in')
  })

  it('accepts a decision only from its own page in the same browser', async () => {
    const page = await createConsentBrowser().open(authorizationUrl())
    const stranger = createConsentBrowser()
    const fields = { ...hiddenFields(page), decision: 'allow', ...credentials }
    assert.equal((await stranger.submit(page, fields)).status, 400)
    const { status } = await stranger.submit(page, { decision: 'allow', consent_token: 'forged' })
    assert.equal(status, 400)
  })

  it('rejects a daily cap outside its bounds', async () => {
    const browser = createConsentBrowser()
    const page = await browser.open(authorizationUrl())
    for (const daily_cap of ['-1', '10001', '1e3', 'many', '99999999999'])
      assert.equal(
        (await browser.submit(page, { decision: 'allow', ...credentials, daily_cap })).status,
        422,
        daily_cap,
      )
  })

  it('rejects an admin of another stage of the same database', async () => {
    const account = await testApp.run(
      (ctx) => accounts.createAccount(ctx, { name: 'Elsewhere', tier: 'enterprise' }),
      '*',
    )
    const stranger = await testApp.run(
      (ctx) => createTestUser(ctx, { email: `${crypto.randomUUID()}@example.com`, role: 'admin' }),
      account.id,
    )
    await testApp.run(
      (ctx) => ctx.query(`update access.account set region = 'eu' where id = $1`, [account.id]),
      '*',
    )
    const browser = createConsentBrowser()
    const page = await browser.open(authorizationUrl())
    const { status } = await browser.submit(page, {
      decision: 'allow',
      email: stranger.user.email,
      password: stranger.password,
    })
    assert.equal(status, 422)
  })
})
