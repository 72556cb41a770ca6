import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
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

/** What an answer lets somebody see who compares answers. */
const comparable = ({ status, text, headers }: AdminResponse) => ({
  status,
  text,
  headers: [...headers.keys()].filter((name) => name !== 'request-id').sort(),
})

describe('signing in with a password', () => {
  it('gives a cookie that scripts and other sites cannot use, and says who it is', async () => {
    const visitor = createAdminClient(origin)
    const { email, password, id } = testApp.sender
    const response = await visitor.post('/session', { email: ` ${email.toUpperCase()}`, password })
    assert.equal(response.status, 201)
    const [cookie = '', device = '', ...more] = response.headers.getSetCookie()
    assert.deepEqual(more, [])
    assert.match(
      device,
      /^bestow_device=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    assert.match(cookie, /^bestow_session=[\w-]{43};/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
      assert.ok(cookie.includes(attribute), attribute)
    assert.equal(response.json.me.id, id)
    const { me, needs_setup } = (await visitor.get('/session')).json
    assert.deepEqual([me.email, me.role, me.account.name], [email, 'sender', 'Larkfield'])
    assert.equal(needs_setup, false)
    assert.ok(!response.text.includes(visitor.cookies.get('bestow_session') ?? '?'))
  })

  it('says the same to a wrong password and to somebody who does not exist', async () => {
    const { email, password } = testApp.sender
    const invited = await testApp.createUser('sender')
    await testApp.run((ctx) =>
      ctx.query('update access.user set password_hash = null where id = $1', [invited.id]),
    )
    const responses = [
      await createAdminClient(origin).post('/session', { email, password: `${password}x` }),
      await createAdminClient(origin).post('/session', { email: 'nobody@example.com', password }),
      await createAdminClient(origin).post('/session', { email: invited.email, password }),
      await createAdminClient(origin).post('/session', { email: 'no address', password }),
    ]
    for (const response of responses)
      assert.deepEqual(comparable(response), comparable(responses[0] as AdminResponse))
    assert.equal(responses[0]?.status, 401)
    assert.equal(responses[0]?.json.errors[0].code, 'unauthorized')
    assert.deepEqual(responses[0]?.headers.getSetCookie(), [])
  })

  it('does as much work for somebody who does not exist', async () => {
    const { password } = testApp.sender
    const took = async (email: string) => {
      const start = performance.now()
      await createAdminClient(origin).post('/session', { email, password: `${password}x` })
      return performance.now() - start
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let at = 0; at < 9; at++) {
      times.known.push(await took(testApp.sender.email))
      times.unknown.push(await took(`nobody${at}@example.com`))
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[4] ?? 0
    // the hash is nearly all of it: without one, it would be a tenth
    assert.ok(median(times.unknown) > median(times.known) / 3, JSON.stringify(times))
  })

  const guess = (email: string, visitor = createAdminClient(origin)) =>
    visitor.post('/session', { email, password: 'a guess that is wrong' })

  it('lets a browser in that has signed in before, whatever strangers have tried', async () => {
    const { email, password } = testApp.sender
    const known = await testApp.signIn(testApp.sender)
    assert.equal((await known.delete('/session')).status, 204)
    for (let at = 0; at < 11; at++) await guess(email)
    assert.equal(
      (await createAdminClient(origin).post('/session', { email, password })).status,
      429,
    )
    assert.equal((await known.post('/session', { email, password })).status, 201)
    // … but it helps nobody else, and has ten guesses of its own
    assert.equal((await guess(testApp.admin.email, known)).status, 401)
    const statuses: number[] = []
    for (let at = 0; at < 11; at++) statuses.push((await guess(email, known)).status)
    assert.deepEqual(statuses, [...Array(10).fill(401), 429])
  })

  it('does not believe a mark of a known browser that somebody made up or changed', async () => {
    const { email, password } = testApp.sender
    const known = await testApp.signIn(testApp.sender)
    const deviceCookie = known.cookies.get('bestow_device') ?? ''
    assert.ok(deviceCookie.length > 40)
    for (let at = 0; at < 11; at++) await guess(email)
    for (const forgedCookie of ['x', `${deviceCookie.slice(0, -6)}AAAAAA`, deviceCookie.slice(2)]) {
      const visitor = createAdminClient(origin)
      visitor.cookies.set('bestow_device', forgedCookie)
      assert.equal((await visitor.post('/session', { email, password })).status, 429, forgedCookie)
    }
    testApp.time.offsetMs = 181 * 24 * 60 * minute
    const late = createAdminClient(origin)
    late.cookies.set('bestow_device', deviceCookie)
    for (let at = 0; at < 11; at++) await guess(email)
    assert.equal((await late.post('/session', { email, password })).status, 429, 'too old')
  })

  it('counts guesses for a person and an address together, and an IPv6 network as one address', async () => {
    const { email, password } = testApp.sender
    const where = (address: string) => ({ address, user_agent: '' })
    const guessFrom = (address: string) =>
      accounts.signInWithPassword(testApp.db, { email, password: 'wrong' }, where(address))
    for (let at = 0; at < 10; at++) await guessFrom(`2001:db8::${at}`)
    await assert.rejects(guessFrom('2001:db8::ffff'), accounts.TooManyAttempts)
    const otherAttempt = await accounts.signInWithPassword(
      testApp.db,
      { email, password },
      where('2001:db8:0:1::1'),
    )
    assert.equal(otherAttempt.kind, 'signed_in')
  })

  it('bounds guesses for one person from everywhere, too', async () => {
    const { email } = testApp.sender
    const where = (n: number) => ({ address: `192.0.2.${n}`, user_agent: '' })
    await accounts.countPasswordAttempt(testApp.db, email, where(1))
    await testApp.run((ctx) => ctx.query('update access.sign_in_attempt set count = 299'), '*')
    await accounts.countPasswordAttempt(testApp.db, email, where(2)) // the three-hundredth
    await assert.rejects(
      accounts.countPasswordAttempt(testApp.db, email, where(3)),
      accounts.TooManyAttempts,
    )
  })

  it('looks at ten guesses in five minutes for one person, whether they exist or not', async () => {
    for (const email of [testApp.sender.email, 'nobody@example.com']) {
      const statuses: number[] = []
      for (let at = 0; at < 11; at++)
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
    assert.equal(otherClient.status, 429, 'another node counts with us')
    testApp.time.offsetMs = 6 * minute
    assert.equal(
      (await createAdminClient(origin).post('/session', { email, password })).status,
      201,
    )
  })

  it('keeps of the token only what opens nothing', async () => {
    const visitor = await testApp.signIn(testApp.sender)
    const token = visitor.cookies.get('bestow_session') ?? ''
    const rows = await testApp.run((ctx) =>
      ctx.query<{ row: string }>('select s::text as row from access.session s'),
    )
    assert.ok(rows.length > 0)
    const hex = Buffer.from(token).toString('hex')
    assert.ok(rows.every(({ row }) => !row.includes(token) && !row.includes(hex)))
  })
})

describe('a session', () => {
  const me = async (visitor: ReturnType<typeof createAdminClient>) =>
    (await visitor.get('/session')).json.me

  it('ends a day after its last request, and two weeks after its first', async () => {
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

  it('is over on every node once it was signed out', async () => {
    const visitor = await testApp.signIn(testApp.sender)
    const token = visitor.cookies.get('bestow_session') ?? ''
    const node = await testApp.startAnotherNode()
    const stolen = createAdminClient(origin)
    stolen.cookies.set('bestow_session', token)
    assert.equal((await stolen.send('GET', '/sessions', { baseUrl: node })).status, 200)
    assert.equal((await visitor.delete('/session')).status, 204)
    assert.equal(visitor.cookies.has('bestow_session'), false)
    assert.equal((await stolen.send('GET', '/sessions', { baseUrl: node })).status, 401)
  })

  it('is listed with where it is, and ends from elsewhere', async () => {
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

  it('of somebody else cannot be seen or ended', async () => {
    const [ada, mallory] = [await testApp.createUser('sender'), await testApp.createUser('admin')]
    const adaClient = await testApp.signIn(ada)
    const { data } = (await adaClient.get('/sessions')).json
    const malloryClient = await testApp.signIn(mallory)
    assert.equal((await malloryClient.delete(`/sessions/${data[0].id}`)).status, 404)
    assert.equal((await malloryClient.delete('/sessions/not-an-id')).status, 404)
    assert.equal((await adaClient.get('/sessions')).status, 200)
  })

  it('lets nobody in by a made-up token', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), '%00', 'é'.repeat(10)]) {
      const visitor = createAdminClient(origin)
      visitor.cookies.set('bestow_session', encodeURIComponent(token))
      assert.equal((await visitor.get('/sessions')).status, 401)
    }
  })
})

describe('changing the password', () => {
  it('asks for the old one, and signs out everywhere else', async () => {
    const ada = await testApp.createUser('sender')
    const [currentClient, otherClient] = [await testApp.signIn(ada), await testApp.signIn(ada)]
    const change = (password: string, new_password: string) =>
      currentClient.put('/security/password', { password, new_password })
    const rejected = await change('not hers', 'a much longer one')
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
  it('is replaced by a link in a mail, once, within an hour, and ends all sessions', async () => {
    const ada = await testApp.createUser('sender')
    const before = await testApp.signIn(ada)
    assert.equal(
      (await createAdminClient(origin).post('/recovery', { email: ada.email })).status,
      202,
    )
    const token = await testApp.findLastEmailToken(ada.email)
    const choose = (newPassword: string | undefined) =>
      createAdminClient(origin).put('/recovery', {
        token: newPassword,
        password: 'quite another one',
      })
    assert.equal((await choose('A'.repeat(43))).status, 404)
    assert.equal((await choose(token)).status, 204)
    assert.equal((await choose(token)).status, 404, 'a second time')
    assert.equal((await before.get('/sessions')).status, 401)
    await testApp.signIn({ ...ada, password: 'quite another one' })

    await createAdminClient(origin).post('/recovery', { email: ada.email })
    const late = await testApp.findLastEmailToken(ada.email)
    assert.notEqual(late, token)
    testApp.time.offsetMs = 61 * minute
    assert.equal((await choose(late)).status, 404)
  })

  it('says the same whether somebody has that address or not', async () => {
    const [known, unknown] = [
      await createAdminClient(origin).post('/recovery', { email: testApp.sender.email }),
      await createAdminClient(origin).post('/recovery', { email: 'nobody@example.com' }),
    ]
    assert.deepEqual(comparable(known), comparable(unknown))
    assert.equal(await testApp.findLastEmailToken('nobody@example.com'), undefined)
  })

  it('sends five mails an hour at most', async () => {
    const ada = await testApp.createUser('sender')
    const statuses: number[] = []
    for (let at = 0; at < 6; at++)
      statuses.push(
        (await createAdminClient(origin).post('/recovery', { email: ada.email })).status,
      )
    assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
  })
})

describe('an app that asks to act for the account', () => {
  const redirect_uri = 'https://app.example.com/back'
  const address = async () => {
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

  it('is let in with a click by an admin who is signed in, and by nobody else', async () => {
    const [url, admin] = [await address(), await testApp.signIn(testApp.admin)]
    const sender = await testApp.signIn(testApp.sender)
    for (const [visitor, isAsked] of [
      [admin, false],
      [sender, true],
    ] as const) {
      const browser = createConsentBrowser(visitor.cookies)
      const page = await browser.open(url)
      assert.equal(page.text.includes('type="password"'), isAsked)
      const response = await browser.submit(page, { decision: 'allow' })
      const location = response.headers.get('location') ?? ''
      assert.equal(location.startsWith(`${redirect_uri}?code=`), !isAsked, response.text)
    }
  })

  it('is not let in by a password alone where a code is asked for', async () => {
    const ada = await testApp.createUser('admin')
    await testApp.run((ctx) =>
      ctx.query('update access.user set totp_enabled_at = now() where id = $1', [ada.id]),
    )
    const browser = createConsentBrowser()
    const page = await browser.open(await address())
    const response = await browser.submit(page, { decision: 'allow', ...ada })
    assert.equal(response.status, 422)
  })
})

describe('secrets that nobody guesses', () => {
  it('are taken after any number of wrong ones from the same address', async () => {
    const ada = await testApp.createUser('sender')
    await createAdminClient(origin).post('/recovery', { email: ada.email })
    const token = await testApp.findLastEmailToken(ada.email)
    const password = 'quite another password'
    const recover = (text: unknown) =>
      createAdminClient(origin).put('/recovery', { token: text, password })
    const previewInvitation = () =>
      createAdminClient(origin).post('/invitation/look', { token: 'w'.repeat(43) })
    for (let n = 0; n < 29; n++) {
      assert.equal((await recover('w'.repeat(43))).status, 404)
      assert.equal((await previewInvitation()).status, 404)
    }
    assert.equal((await previewInvitation()).status, 404) // with the email, that makes 60
    assert.equal((await recover('w'.repeat(43))).status, 429, 'wrong ones are limited')
    assert.equal((await previewInvitation()).status, 429)
    assert.equal((await recover(token)).status, 204)
  })
})
