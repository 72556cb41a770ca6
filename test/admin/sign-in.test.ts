import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeEach, describe, it, mock } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { type AdminResponse, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { createConsentBrowser } from '#test/consent-browser'

const testApp = await createAdminTestApp()
const { origin } = testApp
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

beforeEach(async () => {
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

/** Returns the parts of a response that must not differ between known and unknown users. */
const comparable = ({ status, text, headers }: AdminResponse) => ({
  status,
  text,
  headers: [...headers.keys()].filter((name) => name !== 'request-id').sort(),
})

describe('signing in with a password', () => {
  it('sets HttpOnly and SameSite cookies, and returns the user', async () => {
    const client = createAdminClient(origin)
    const { email, password, id } = testApp.sender
    const response = await client.post('/session', {
      email: ` ${email.toUpperCase()}`,
      password,
    })
    assert.equal(response.status, 201)
    const [cookie = '', device = '', ...rest] = response.headers.getSetCookie()
    assert.deepEqual(rest, [])
    assert.match(
      device,
      /^bestow_device=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    assert.match(cookie, /^bestow_session=[\w-]{43};/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
      assert.ok(cookie.includes(attribute), attribute)
    assert.equal(response.json.me.id, id)
    const { me, needs_setup } = (await client.get('/session')).json
    assert.deepEqual([me.email, me.role, me.account.name], [email, 'sender', 'Larkfield'])
    assert.equal(needs_setup, false)
    assert.ok(!response.text.includes(client.cookies.get('bestow_session') ?? '?'))
  })

  it('returns the same response for a wrong password and an unknown user', async () => {
    const { email, password } = testApp.sender
    const invited = await testApp.createUser('sender')
    await testApp.run((ctx) =>
      ctx.query('update access.person set password_hash = null where id = $1', [invited.id]),
    )
    const responses = [
      await createAdminClient(origin).post('/session', { email, password: `${password}x` }),
      await createAdminClient(origin).post('/session', { email: 'unknown@example.com', password }),
      await createAdminClient(origin).post('/session', { email: invited.email, password }),
      await createAdminClient(origin).post('/session', { email: 'no address', password }),
    ]
    for (const response of responses)
      assert.deepEqual(comparable(response), comparable(responses[0] as AdminResponse))
    assert.equal(responses[0]?.status, 401)
    assert.equal(responses[0]?.json.errors[0].code, 'unauthorized')
    assert.deepEqual(responses[0]?.headers.getSetCookie(), [])
  })

  it('hashes a password for an unknown user too', async () => {
    const email = 'known@example.com'
    const { password } = await testApp.run((ctx) =>
      accounts.createUser(ctx, { email, role: 'sender' }),
    )
    const argon2 = mock.method(crypto, 'argon2')
    const costs: object[][] = []
    syncBuiltinESMExports()
    try {
      for (const each of [email, 'unknown@example.com']) {
        const body = { email: each, password: `${password}x` }
        await createAdminClient(origin).post('/session', body)
        costs.push(
          argon2.mock.calls.map(({ arguments: [, { memory, passes }] }) => ({ memory, passes })),
        )
        argon2.mock.resetCalls()
      }
    } finally {
      argon2.mock.restore()
      syncBuiltinESMExports()
    }
    assert.equal(costs[0]?.length, 1)
    assert.deepEqual(costs[1], costs[0], 'the same cost for both')
  })

  const guess = (email: string, client = createAdminClient(origin)) =>
    client.post('/session', { email, password: 'a guess that is wrong' })

  it('accepts a browser with a device cookie although other clients used up the attempts', async () => {
    const { email, password } = testApp.sender
    const known = await testApp.signIn(testApp.sender)
    assert.equal((await known.delete('/session')).status, 204)
    for (let n = 0; n < 11; n++) await guess(email)
    assert.equal(
      (await createAdminClient(origin).post('/session', { email, password })).status,
      429,
    )
    assert.equal((await known.post('/session', { email, password })).status, 201)
    // the device cookie is valid for one user only, and has a separate limit of ten attempts
    assert.equal((await guess(testApp.admin.email, known)).status, 401)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await guess(email, known)).status)
    assert.deepEqual(statuses, [...Array(10).fill(401), 429])
  })

  it('rejects a forged or expired device cookie', async () => {
    const { email, password } = testApp.sender
    const known = await testApp.signIn(testApp.sender)
    const deviceCookie = known.cookies.get('bestow_device') ?? ''
    assert.ok(deviceCookie.length > 40)
    for (let n = 0; n < 11; n++) await guess(email)
    for (const forgedCookie of ['x', `${deviceCookie.slice(0, -6)}AAAAAA`, deviceCookie.slice(2)]) {
      const client = createAdminClient(origin)
      client.cookies.set('bestow_device', forgedCookie)
      assert.equal((await client.post('/session', { email, password })).status, 429, forgedCookie)
    }
    testApp.time.offsetMs = 181 * 24 * 60 * minute
    const late = createAdminClient(origin)
    late.cookies.set('bestow_device', deviceCookie)
    for (let n = 0; n < 11; n++) await guess(email)
    assert.equal((await late.post('/session', { email, password })).status, 429, 'expired')
  })

  it('limits attempts per user and address, with an IPv6 /64 network as one address', async () => {
    const { email, password } = testApp.sender
    const clientInfo = (address: string) => ({ address, user_agent: '' })
    const guessFrom = (address: string) =>
      accounts.signInWithPassword(testApp.db, { email, password: 'wrong' }, clientInfo(address))
    for (let n = 0; n < 10; n++) await guessFrom(`2001:db8::${n}`)
    await assert.rejects(guessFrom('2001:db8::ffff'), accounts.TooManyAttempts)
    const otherAttempt = await accounts.signInWithPassword(
      testApp.db,
      { email, password },
      clientInfo('2001:db8:0:1::1'),
    )
    assert.equal(otherAttempt.kind, 'signed_in')
  })

  it('limits attempts per user from all addresses', async () => {
    const { email } = testApp.sender
    const clientInfo = (n: number) => ({ address: `192.0.2.${n}`, user_agent: '' })
    await accounts.countPasswordAttempt(testApp.db, email, clientInfo(1))
    await testApp.run((ctx) => ctx.query('update access.sign_in_attempt set count = 299'), '*')
    await accounts.countPasswordAttempt(testApp.db, email, clientInfo(2)) // this is attempt 300 of 300
    await assert.rejects(
      accounts.countPasswordAttempt(testApp.db, email, clientInfo(3)),
      accounts.TooManyAttempts,
    )
  })

  it('allows ten attempts in five minutes, for known and unknown users', async () => {
    for (const email of [testApp.sender.email, 'unknown@example.com']) {
      const statuses: number[] = []
      for (let n = 0; n < 11; n++)
        statuses.push(
          (await createAdminClient(origin).post('/session', { email, password: 'guess' })).status,
        )
      assert.deepEqual(statuses, [...Array(10).fill(401), 429], email)
    }
    const { email, password } = testApp.sender
    const right = await createAdminClient(origin).post('/session', { email, password })
    assert.equal(right.status, 429)
    assert.match(right.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    const node = await testApp.startAnotherNode()
    const otherClient = await createAdminClient(origin).send('POST', '/session', {
      body: { email, password },
      baseUrl: node,
    })
    assert.equal(otherClient.status, 429, 'nodes share the counter')
    testApp.time.offsetMs = 6 * minute
    assert.equal(
      (await createAdminClient(origin).post('/session', { email, password })).status,
      201,
    )
  })

  it('stores no session token in plain text', async () => {
    const client = await testApp.signIn(testApp.sender)
    const token = client.cookies.get('bestow_session') ?? ''
    const rows = await testApp.run((ctx) =>
      ctx.query<{ row: string }>('select s::text as row from access.session s'),
    )
    assert.ok(rows.length > 0)
    const hex = Buffer.from(token).toString('hex')
    assert.ok(rows.every(({ row }) => !row.includes(token) && !row.includes(hex)))
  })
})

describe('a session', () => {
  const me = async (client: ReturnType<typeof createAdminClient>) =>
    (await client.get('/session')).json.me

  it('ends a day after its last request and at most two weeks after its first', async () => {
    const idle = await testApp.signIn(testApp.sender)
    const busy = await testApp.signIn(testApp.sender)
    for (let days = 0.9; days < 14; days += 0.9) {
      testApp.time.offsetMs = days * day
      assert.notEqual(await me(busy), null, `${days} days`)
      if (days > 1) assert.equal(await me(idle), null)
    }
    testApp.time.offsetMs = 14 * day + minute
    assert.equal(await me(busy), null)
  })

  it('ends on every node at sign-out', async () => {
    const client = await testApp.signIn(testApp.sender)
    const token = client.cookies.get('bestow_session') ?? ''
    const node = await testApp.startAnotherNode()
    const stolen = createAdminClient(origin)
    stolen.cookies.set('bestow_session', token)
    assert.equal((await stolen.send('GET', '/sessions', { baseUrl: node })).status, 200)
    assert.equal((await client.delete('/session')).status, 204)
    assert.equal(client.cookies.has('bestow_session'), false)
    assert.equal((await stolen.send('GET', '/sessions', { baseUrl: node })).status, 401)
  })

  it('is listed for its user, and can be ended from another session', async () => {
    const ada = await testApp.createUser('sender')
    const [currentClient, otherClient, third] = [
      await testApp.signIn(ada),
      await testApp.signIn(ada),
      await testApp.signIn(ada),
    ]
    const { data } = (await currentClient.get('/sessions')).json
    assert.equal(data.length, 3)
    assert.equal(data.filter((each: { is_here: boolean }) => each.is_here).length, 1)
    assert.equal((await otherClient.get('/sessions')).status, 200)
    const other = data.find((each: { is_here: boolean }) => !each.is_here)
    assert.equal((await currentClient.delete(`/sessions/${other.id}`)).status, 204)
    const after = [
      (await otherClient.get('/sessions')).status,
      (await third.get('/sessions')).status,
    ]
    assert.deepEqual(after.sort(), [200, 401])
    assert.deepEqual((await currentClient.delete('/sessions')).json, { ended: 1 })
    assert.deepEqual([await me(otherClient), await me(third)], [null, null])
    assert.equal((await currentClient.get('/sessions')).json.data.length, 1)
  })

  it('of another user cannot be listed or ended', async () => {
    const [ada, mallory] = [await testApp.createUser('sender'), await testApp.createUser('admin')]
    const adaClient = await testApp.signIn(ada)
    const { data } = (await adaClient.get('/sessions')).json
    const malloryClient = await testApp.signIn(mallory)
    assert.equal((await malloryClient.delete(`/sessions/${data[0].id}`)).status, 404)
    assert.equal((await malloryClient.delete('/sessions/not-an-id')).status, 404)
    assert.equal((await adaClient.get('/sessions')).status, 200)
  })

  it('is not granted to a made-up token', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), '%00', 'é'.repeat(10)]) {
      const client = createAdminClient(origin)
      client.cookies.set('bestow_session', encodeURIComponent(token))
      assert.equal((await client.get('/sessions')).status, 401)
    }
  })
})

describe('changing the password', () => {
  it('requires the old password, and ends the other sessions', async () => {
    const ada = await testApp.createUser('sender')
    const [currentClient, otherClient] = [await testApp.signIn(ada), await testApp.signIn(ada)]
    const change = (password: string, new_password: string) =>
      currentClient.put('/security/password', { password, new_password })
    const rejected = await change('a wrong password', 'a much longer one')
    assert.deepEqual([rejected.status, rejected.json.errors[0].param], [422, 'password'])
    const short = await change(ada.password, 'short')
    assert.deepEqual([short.status, short.json.errors[0].param], [422, 'new_password'])
    assert.equal((await change(ada.password, 'a much longer one')).status, 204)
    assert.equal((await currentClient.get('/sessions')).status, 200)
    assert.equal((await otherClient.get('/sessions')).status, 401)
    await assert.rejects(testApp.signIn(ada), /401/)
    await testApp.signIn({ ...ada, password: 'a much longer one' })
  })
})

describe('a forgotten password', () => {
  it('is reset with a single-use email link within an hour, which ends all sessions', async () => {
    const ada = await testApp.createUser('sender')
    const before = await testApp.signIn(ada)
    assert.equal(
      (await createAdminClient(origin).post('/password-reset', { email: ada.email })).status,
      202,
    )
    const token = await testApp.findLastEmailToken(ada.email)
    const resetPassword = (token: string | undefined) =>
      createAdminClient(origin).put('/password-reset', {
        token,
        password: 'quite another one',
      })
    assert.equal((await resetPassword('A'.repeat(43))).status, 404)
    assert.equal((await resetPassword(token)).status, 204)
    assert.equal((await resetPassword(token)).status, 404, 'second use')
    assert.equal((await before.get('/sessions')).status, 401)
    await testApp.signIn({ ...ada, password: 'quite another one' })

    await createAdminClient(origin).post('/password-reset', { email: ada.email })
    const late = await testApp.findLastEmailToken(ada.email)
    assert.notEqual(late, token)
    testApp.time.offsetMs = 61 * minute
    assert.equal((await resetPassword(late)).status, 404)
  })

  it('returns the same response for known and unknown addresses', async () => {
    const [known, unknown] = [
      await createAdminClient(origin).post('/password-reset', { email: testApp.sender.email }),
      await createAdminClient(origin).post('/password-reset', { email: 'unknown@example.com' }),
    ]
    assert.deepEqual(comparable(known), comparable(unknown))
    assert.equal(await testApp.findLastEmailToken('unknown@example.com'), undefined)
  })

  it('sends at most five emails per hour', async () => {
    const ada = await testApp.createUser('sender')
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push(
        (await createAdminClient(origin).post('/password-reset', { email: ada.email })).status,
      )
    assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
  })
})

describe('an app that requests access to the account', () => {
  const redirect_uri = 'https://app.example.com/back'
  const createAuthorizeUrl = async () => {
    const { client_id } = await testApp.run((ctx) =>
      apiKeys.createPublicClient(ctx, { name: 'Orchard CRM', redirect_uris: [redirect_uri] }),
    )
    const query = new URLSearchParams({
      client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: 'A'.repeat(43),
    })
    return `${origin}/auth/authorize?${query}`
  }

  it('is granted access with one click by a signed-in admin, but not by a sender', async () => {
    const [url, admin] = [await createAuthorizeUrl(), await testApp.signIn(testApp.admin)]
    const sender = await testApp.signIn(testApp.sender)
    for (const [client, needsSignIn] of [
      [admin, false],
      [sender, true],
    ] as const) {
      const browser = createConsentBrowser(client.cookies)
      const page = await browser.open(url)
      assert.equal(page.text.includes('type="password"'), needsSignIn)
      const response = await browser.submit(page, { decision: 'allow' })
      const location = response.headers.get('location') ?? ''
      assert.equal(location.startsWith(`${redirect_uri}?code=`), !needsSignIn, response.text)
    }
  })

  it('is not granted access by a password alone if the user has two-step sign-in', async () => {
    const ada = await testApp.createUser('admin')
    await testApp.run((ctx) =>
      ctx.query('update access.person set totp_enabled_at = now() where id = $1', [ada.id]),
    )
    const browser = createConsentBrowser()
    const page = await browser.open(await createAuthorizeUrl())
    const response = await browser.submit(page, { decision: 'allow', ...ada })
    assert.equal(response.status, 422)
  })
})

describe('unguessable tokens', () => {
  it('are accepted after any number of wrong tokens from the same address', async () => {
    const ada = await testApp.createUser('sender')
    await createAdminClient(origin).post('/password-reset', { email: ada.email })
    const token = await testApp.findLastEmailToken(ada.email)
    const password = 'quite another password'
    const recover = (token: unknown) =>
      createAdminClient(origin).put('/password-reset', { token, password })
    const previewInvitation = () =>
      createAdminClient(origin).post('/invitation/preview', { token: 'w'.repeat(43) })
    for (let n = 0; n < 29; n++) {
      assert.equal((await recover('w'.repeat(43))).status, 404)
      assert.equal((await previewInvitation()).status, 404)
    }
    assert.equal((await previewInvitation()).status, 404) // attempt 60, because the recovery email counts too
    assert.equal((await recover('w'.repeat(43))).status, 429, 'wrong tokens are limited')
    assert.equal((await previewInvitation()).status, 429)
    assert.equal((await recover(token)).status, 204)
  })
})
