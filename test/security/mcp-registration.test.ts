import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer } from '#app/http-server'
import { auth } from '#http/auth'
import { createLog } from '#platform/observability/log'
import { createConsentBrowser } from '#test/consent-browser'
import { createMcpTestApp, type Json } from '#test/mcp-harness'

/* The tests of clients that register themselves, and of what a hostile client sends. */

const { testApp, origin } = await createMcpTestApp()
const redirect_uri = 'https://app.example.com/callback'

async function register(metadata: object): Promise<{ status: number; json: Json }> {
  const response = await fetch(`${origin}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: response.status, json: await response.json() }
}

function authorizationUrl(client_id: string): URL {
  const url = new URL('/auth/authorize', origin)
  url.search = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  }).toString()
  return url
}

describe('registration', () => {
  it('returns a public client without a secret', async () => {
    const { status, json } = await register({
      client_name: 'App',
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'everything endpoints:write',
    })
    assert.equal(status, 201)
    assert.equal(json.token_endpoint_auth_method, 'none')
    assert.equal(json.client_secret, undefined)
    assert.doesNotMatch(json.scope, /endpoints:write/)
  })

  const rejected: [name: string, metadata: unknown, error: string][] = [
    ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['a missing list', {}, 'invalid_redirect_uri'],
    ['a number as URI', { redirect_uris: [1] }, 'invalid_redirect_uri'],
    ['http to a host', { redirect_uris: ['http://app.example.com/cb'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)//x.y'] }, 'invalid_redirect_uri'],
    ['a data URI', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['a scheme of anyone', { redirect_uris: ['myapp://cb'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: [`${redirect_uri}#x`] }, 'invalid_redirect_uri'],
    ['a user name', { redirect_uris: ['https://a@b.example/cb'] }, 'invalid_redirect_uri'],
    ['a relative URI', { redirect_uris: ['/callback'] }, 'invalid_redirect_uri'],
    [
      'too many URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) },
      'invalid_redirect_uri',
    ],
    [
      'a long URI',
      { redirect_uris: [`https://a.example/${'x'.repeat(2000)}`] },
      'invalid_redirect_uri',
    ],
    [
      'the implicit grant',
      { redirect_uris: [redirect_uri], grant_types: ['implicit'] },
      'invalid_client_metadata',
    ],
    ['a list', [], 'invalid_client_metadata'],
    [
      'a large body',
      { redirect_uris: [redirect_uri], client_uri: 'x'.repeat(20_000) },
      'invalid_client_metadata',
    ],
  ]
  for (const [name, metadata, error] of rejected)
    it(`rejects ${name}`, async () => {
      const { status, json } = await register(metadata as object)
      assert.deepEqual([status, json.error], [400, error])
    })

  it('accepts the redirect URIs of real clients', async () => {
    const redirect_uris = [
      'http://localhost:52345/callback',
      'http://127.0.0.1:33418',
      'https://claude.ai/api/mcp/auth_callback',
      'https://vscode.dev/redirect',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ]
    assert.equal((await register({ redirect_uris })).status, 201)
  })

  it('shows a name without control and direction characters, and escaped', async () => {
    const client_name = `\u202eApp\u200b<b>\n"x"\u0000 ${'y'.repeat(500)}`
    const { json } = await register({ client_name, redirect_uris: [redirect_uri] })
    assert.match(json.client_name, /^App <b> "x" y+$/)
    assert.equal(json.client_name.length, 80)
    const { text } = await createConsentBrowser().open(authorizationUrl(json.client_id))
    assert.ok(!text.includes('<b>App <b>'))
  })

  it('stores nothing, and is limited for each address', async () => {
    const count = async () =>
      (
        await testApp.run((ctx) => ctx.query('select count(*) as n from access.oauth_client'), '*')
      )[0]
    const before = await count()
    const app = createServer(createLog({ level: 'silent' }))
    await app.register(auth({ db: testApp.db, rateLimit: 1_000, isMcpEnabled: true }))
    const statuses: number[] = []
    for (let n = 0; n < 35; n++) {
      const response = await app.inject({
        method: 'POST',
        url: '/auth/register',
        payload: { redirect_uris: [redirect_uri] },
      })
      statuses.push(response.statusCode)
      if (response.statusCode === 429) assert.ok(Number(response.headers['retry-after']) > 0)
    }
    await app.close()
    assert.deepEqual(statuses, [...Array<number>(30).fill(201), ...Array<number>(5).fill(429)])
    assert.deepEqual(await count(), before)
  })
})
