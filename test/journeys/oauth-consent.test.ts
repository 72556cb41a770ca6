import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createAuthTestApp } from '#test/auth-harness'
import { createConsentBrowser, hiddenFields, submitConsent } from '#test/consent-browser'

const testApp = await createAuthTestApp()
const redirect_uri = 'https://app.example.com/callback'
const client = await testApp.createPublicClient(redirect_uri)
const verifier = 'v'.repeat(43)

const authorizationUrl = (more: Record<string, string> = {}) => {
  const url = new URL('/auth/authorize', testApp.origin)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a "state" & more',
    ...more,
  }).toString()
  return url
}

describe('a redirect to a loopback address', () => {
  // biome-ignore format: columns
  const rows: [registered: string, requested: string, status: number][] = [
    ['http://127.0.0.1:9999/cb', 'http://127.0.0.1:1234/cb',  200],
    ['http://127.0.0.1/cb',      'http://127.0.0.1:1234/cb',  200],
    ['http://[::1]:9999/cb',     'http://[::1]:1234/cb',      200],
    ['http://localhost:9999/cb', 'http://localhost:1234/cb',  200],
    ['http://127.0.0.1:9999/cb', 'http://127.0.0.1:1234/cb2', 400],
    ['http://127.0.0.1:9999/cb', 'http://127.0.0.1:1@example.com/cb', 400],
    ['https://app.example.com:9999/cb', 'https://app.example.com:1234/cb', 400],
  ]
  for (const [registered, requested, status] of rows)
    test(`${requested} for ${registered}: ${status}`, async () => {
      const { client_id } = await testApp.createPublicClient(registered)
      const { status: actualStatus, text } = await createConsentBrowser().open(
        authorizationUrl({ client_id, redirect_uri: requested }),
      )
      assert.equal(actualStatus, status, text)
    })
})

describe('the consent page', () => {
  test('names the app, the account and the redirect host, and loads no scripts or resources', async () => {
    const { status, text, headers } = await createConsentBrowser().open(authorizationUrl())
    assert.equal(status, 200)
    for (const expectedText of ['Orchard CRM', 'Larkfield', 'app.example.com', 'Staging'])
      assert.ok(text.includes(expectedText), expectedText)
    assert.ok(!/<script|<link|<img|src=|\son\w+=/i.test(text))
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; form-action/)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? []
    assert.ok(policy.includes(createHash('sha256').update(style).digest('base64')))
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(headers.get('cache-control'), 'no-store')
    const [cookie = ''] = headers.getSetCookie()
    assert.match(cookie, /HttpOnly/)
    assert.match(cookie, /SameSite=Strict/)
    assert.ok(text.length < 10_000)
  })

  test('redirects with a code, the state and the issuer', async () => {
    const callbackUrl = await submitConsent(authorizationUrl(), testApp.admin)
    assert.ok(callbackUrl.href.startsWith(`${redirect_uri}?`))
    assert.deepEqual([...callbackUrl.searchParams.keys()].sort(), ['code', 'iss', 'state'])
    assert.equal(callbackUrl.searchParams.get('state'), 'a "state" & more')
    assert.equal(callbackUrl.searchParams.get('iss'), testApp.origin)
  })

  test('issues a code for one token pair, bound to the app and the verifier', async () => {
    const exchange = async (code: string, more: object = {}) => {
      const { client_id } = client
      const requested = { grant_type: 'authorization_code', client_id, redirect_uri, code }
      const response = await fetch(`${testApp.origin}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...requested, code_verifier: verifier, ...more }),
      })
      return (await response.json()) as Record<string, string>
    }
    const newCode = async () =>
      (await submitConsent(authorizationUrl(), testApp.admin)).searchParams.get('code') ?? ''
    const code = await newCode()
    const { access_token = '' } = await exchange(code)
    assert.equal(await testApp.call(access_token, client.api_key), 200)
    assert.equal(await testApp.call(access_token), 401)
    assert.equal((await exchange(code)).error, 'invalid_grant')
    assert.equal(await testApp.call(access_token, client.api_key), 401)
    assert.equal(
      (await exchange(await newCode(), { code_verifier: 'w'.repeat(43) })).error,
      'invalid_grant',
    )
    assert.equal((await exchange(await newCode(), { client_id: '' })).error, 'invalid_request')
  })

  test('denies access without a password', async () => {
    const callbackUrl = await submitConsent(authorizationUrl(), undefined)
    assert.equal(callbackUrl.searchParams.get('error'), 'access_denied')
    assert.equal(callbackUrl.searchParams.get('state'), 'a "state" & more')
    assert.equal(callbackUrl.searchParams.get('iss'), testApp.origin)
    assert.equal(callbackUrl.searchParams.get('code'), null)
  })

  test('shows the form again with an error when the user may not grant access', async () => {
    const browser = createConsentBrowser()
    const page = await browser.open(authorizationUrl())
    const otherTestApp = await createAuthTestApp()
    const users = [
      { ...testApp.admin, password: 'wrong' },
      { email: '"><script>\0', password: 'x' },
      { email: '', password: '' },
      testApp.sender,
      otherTestApp.admin,
    ]
    for (const user of users) {
      const resubmitted = await browser.submit(page, { decision: 'allow', ...user })
      assert.equal(resubmitted.status, 422)
      assert.match(resubmitted.text, /role="alert"/)
      assert.ok(!resubmitted.text.includes('<script'))
      assert.ok(!resubmitted.text.includes(user.password) || user.password.length < 2)
    }
    const good = await browser.submit(page, { decision: 'allow', ...testApp.admin })
    assert.equal(good.status, 303)
  })

  test('limits password attempts', async () => {
    const browser = createConsentBrowser()
    const page = await browser.open(authorizationUrl())
    const user = { email: 'guessed@example.com', password: 'x' }
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await browser.submit(page, { decision: 'allow', ...user })).status)
    assert.deepEqual(statuses, [...Array<number>(10).fill(422), 429])
    // The database counts attempts together with those of the sign-in page.
    const where = { address: '127.0.0.1', user_agent: '' }
    await assert.rejects(
      accounts.countPasswordAttempt(testApp.db, user.email, where),
      accounts.TooManyAttempts,
    )
  })

  test('accepts the form only from its own page, in the browser that loaded the page', async () => {
    const [firstBrowser, secondBrowser] = [createConsentBrowser(), createConsentBrowser()]
    const page = await firstBrowser.open(authorizationUrl())
    await secondBrowser.open(authorizationUrl())
    const approval = { decision: 'allow', ...testApp.admin }
    const forgedResponses = [
      await secondBrowser.submit(page, approval), // the cookie of another browser, as in a form on another site
      await createConsentBrowser().submit(page, approval), // a browser without the cookie
      await firstBrowser.submit(page, { ...approval, consent_token: 'x' }),
      await firstBrowser.submit(page, {
        ...approval,
        consent_token: `${hiddenFields(page).consent_token?.slice(0, -4)}AAAA`,
      }),
      await firstBrowser.submit({ ...page, text: '' }, approval),
    ]
    for (const response of forgedResponses) {
      assert.equal(response.status, 400)
      assert.equal(response.headers.get('location'), null)
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
    }
    const second = await firstBrowser.open(authorizationUrl())
    assert.equal((await firstBrowser.submit(second, approval)).status, 303)
    assert.equal(
      (await firstBrowser.submit(page, approval)).status,
      303,
      'a second tab does not invalidate the first',
    )
  })

  test('never redirects to an unregistered address', async () => {
    const invalidRequests = [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${redirect_uri}/` },
      { redirect_uri: `${redirect_uri}?x=y` },
      { redirect_uri: redirect_uri.toUpperCase() },
      { redirect_uri: '' },
      { client_id: 'x' },
      { client_id: '' },
      { client_id: (await testApp.createClient()).client_id },
    ]
    for (const more of invalidRequests) {
      const response = await createConsentBrowser().open(
        authorizationUrl({ ...more, response_type: 'token' }),
      )
      assert.equal(response.status, 400, JSON.stringify(more))
      assert.equal(response.headers.get('location'), null)
      assert.ok(!response.text.includes('evil'))
    }
    const repeatedParameter = await createConsentBrowser().open(
      `${authorizationUrl()}&redirect_uri=https%3A%2F%2Fevil.example`,
    )
    assert.equal(repeatedParameter.status, 400)
  })

  test('describes the requested scopes, and the code grants only those', async () => {
    const url = authorizationUrl({ scope: 'campaigns:read endpoints:read' })
    const { text } = await createConsentBrowser().open(url)
    assert.match(text, /<li>read campaigns<\/li>/)
    assert.match(text, /<li>read webhook endpoints, deliveries and attempts<\/li>/)
    assert.equal(text.match(/<li>/g)?.length, 2)
    const location = await submitConsent(url, testApp.admin)
    const response = await fetch(`${testApp.origin}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.client_id,
        code: location.searchParams.get('code') ?? '',
        redirect_uri,
        code_verifier: verifier,
      }),
    })
    const { access_token, scope } = (await response.json()) as Record<string, string>
    assert.equal(scope, 'campaigns:read endpoints:read')
    assert.equal(await testApp.call(access_token ?? '', client.api_key), 200)
    const events = await fetch(`${testApp.origin}/api/events`, {
      headers: {
        authorization: `Bearer ${access_token}`,
        'x-api-key': client.api_key,
        'service-api-version': '2026-05',
      },
    })
    assert.equal(events.status, 403)
  })

  test('describes full access without the scopes that it does not include', async () => {
    const { text } = await createConsentBrowser().open(authorizationUrl())
    assert.match(text, /send, change and cancel gifts/)
    assert.ok(!text.includes('webhook endpoints'))
  })

  test('shows a page with the error before it redirects a signed-out user to the app', async () => {
    const { status, headers, text } = await createConsentBrowser().open(
      authorizationUrl({ scope: 'openid' }),
    )
    assert.equal(status, 400)
    assert.equal(headers.get('location'), null)
    assert.match(text, /omit scope/)
    const [, href = ''] = /<a href="([^"]+)"/.exec(text) ?? []
    const callbackUrl = new URL(href.replaceAll('&amp;', '&'))
    assert.equal(`${callbackUrl.origin}${callbackUrl.pathname}`, redirect_uri)
    assert.equal(callbackUrl.searchParams.get('error'), 'invalid_scope')
  })

  test('redirects a signed-in admin to the app with each other error', async () => {
    const session = await inTransaction(testApp.db, ALL_ACCOUNTS, async (ctx) => {
      const user = await accounts.createUser(
        { ...ctx, account_id: testApp.account.id },
        {
          email: 'signed.in@example.com',
          role: 'admin',
        },
      )
      const { id } = user.user
      const entry = { account_id: testApp.account.id, user_id: id, person_id: id }
      return accounts.startSession(ctx, entry, 'password', { address: '127.0.0.1', user_agent: '' })
    })
    const cookies = new Map([['bestow_session', session.token]])
    const invalidRequests: [Record<string, string>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: '' }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'openid' }, 'invalid_scope'],
    ]
    for (const [more, error] of invalidRequests) {
      const { status, headers } = await createConsentBrowser(cookies).open(authorizationUrl(more))
      assert.equal(status, 303)
      const callbackUrl = new URL(headers.get('location') ?? '')
      assert.equal(`${callbackUrl.origin}${callbackUrl.pathname}`, redirect_uri)
      assert.equal(callbackUrl.searchParams.get('error'), error, JSON.stringify(more))
      assert.equal(callbackUrl.searchParams.get('state'), 'a "state" & more')
      assert.equal(callbackUrl.searchParams.get('iss'), testApp.origin)
    }
  })
})
