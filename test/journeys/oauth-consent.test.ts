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
  // biome-ignore format: read down the columns
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
  test('says who asks, for whom and where it leads; loads and runs nothing', async () => {
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

  test('sends the person back with a code, the state and who we are', async () => {
    const back = await submitConsent(authorizationUrl(), testApp.admin)
    assert.ok(back.href.startsWith(`${redirect_uri}?`))
    assert.deepEqual([...back.searchParams.keys()].sort(), ['code', 'iss', 'state'])
    assert.equal(back.searchParams.get('state'), 'a "state" & more')
    assert.equal(back.searchParams.get('iss'), testApp.origin)
  })

  test('gives a code that is worth one pair of tokens, for this app and verifier', async () => {
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

  test('takes a no without a password', async () => {
    const back = await submitConsent(authorizationUrl(), undefined)
    assert.equal(back.searchParams.get('error'), 'access_denied')
    assert.equal(back.searchParams.get('state'), 'a "state" & more')
    assert.equal(back.searchParams.get('iss'), testApp.origin)
    assert.equal(back.searchParams.get('code'), null)
  })

  test('asks again, keeping what was typed, when the person may not agree', async () => {
    const browser = createConsentBrowser()
    const page = await browser.open(authorizationUrl())
    const otherTestApp = await createAuthTestApp()
    const people = [
      { ...testApp.admin, password: 'wrong' },
      { email: '"><script>\0', password: 'x' },
      { email: '', password: '' },
      testApp.sender,
      otherTestApp.admin,
    ]
    for (const person of people) {
      const resubmitted = await browser.submit(page, { decision: 'allow', ...person })
      assert.equal(resubmitted.status, 422)
      assert.match(resubmitted.text, /role="alert"/)
      assert.ok(!resubmitted.text.includes('<script'))
      assert.ok(!resubmitted.text.includes(person.password) || person.password.length < 2)
    }
    const good = await browser.submit(page, { decision: 'allow', ...testApp.admin })
    assert.equal(good.status, 303)
  })

  test('lets nobody guess passwords quickly', async () => {
    const browser = createConsentBrowser()
    const page = await browser.open(authorizationUrl())
    const person = { email: 'guessed@example.com', password: 'x' }
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await browser.submit(page, { decision: 'allow', ...person })).status)
    assert.deepEqual(statuses, [...Array<number>(10).fill(422), 429])
    // in the database, together with the sign-in page
    const where = { address: '127.0.0.1', user_agent: '' }
    await assert.rejects(
      accounts.countPasswordAttempt(testApp.db, person.email, where),
      accounts.TooManyAttempts,
    )
  })

  test('takes a yes only from its own page, in the browser that was shown it', async () => {
    const [firstBrowser, secondBrowser] = [createConsentBrowser(), createConsentBrowser()]
    const page = await firstBrowser.open(authorizationUrl())
    await secondBrowser.open(authorizationUrl())
    const yes = { decision: 'allow', ...testApp.admin }
    const strange = [
      await secondBrowser.submit(page, yes), // their cookie, my page: a form on another site
      await createConsentBrowser().submit(page, yes), // no cookie at all
      await firstBrowser.submit(page, { ...yes, ticket: 'x' }),
      await firstBrowser.submit(page, {
        ...yes,
        ticket: `${hiddenFields(page).ticket?.slice(0, -4)}AAAA`,
      }),
      await firstBrowser.submit({ ...page, text: '' }, yes),
    ]
    for (const response of strange) {
      assert.equal(response.status, 400)
      assert.equal(response.headers.get('location'), null)
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
    }
    const second = await firstBrowser.open(authorizationUrl())
    assert.equal((await firstBrowser.submit(second, yes)).status, 303)
    assert.equal((await firstBrowser.submit(page, yes)).status, 303, 'another tab spoils nothing')
  })

  test('never sends anybody to an address that is not registered', async () => {
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
    const twice = await createConsentBrowser().open(
      `${authorizationUrl()}&redirect_uri=https%3A%2F%2Fevil.example`,
    )
    assert.equal(twice.status, 400)
  })

  test('shows strangers a page before it leads to the app with an error', async () => {
    const { status, headers, text } = await createConsentBrowser().open(
      authorizationUrl({ scope: 'openid' }),
    )
    assert.equal(status, 400)
    assert.equal(headers.get('location'), null)
    assert.match(text, /omit scope/)
    const [, href = ''] = /<a href="([^"]+)"/.exec(text) ?? []
    const back = new URL(href.replaceAll('&amp;', '&'))
    assert.equal(`${back.origin}${back.pathname}`, redirect_uri)
    assert.equal(back.searchParams.get('error'), 'invalid_scope')
  })

  test('tells the app everything else that is wrong with its question, when its admin is signed in', async () => {
    const session = await inTransaction(testApp.db, ALL_ACCOUNTS, async (ctx) => {
      const person = await accounts.createUser(
        { ...ctx, account_id: testApp.account.id },
        {
          email: 'signed.in@example.com',
          role: 'admin',
        },
      )
      const id = { account_id: testApp.account.id, id: person.user.id }
      return accounts.startSession(ctx, id, 'password', { address: '127.0.0.1', user_agent: '' })
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
      const back = new URL(headers.get('location') ?? '')
      assert.equal(`${back.origin}${back.pathname}`, redirect_uri)
      assert.equal(back.searchParams.get('error'), error, JSON.stringify(more))
      assert.equal(back.searchParams.get('state'), 'a "state" & more')
      assert.equal(back.searchParams.get('iss'), testApp.origin)
    }
  })
})
