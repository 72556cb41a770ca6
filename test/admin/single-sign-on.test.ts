import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'

const testApp = await createAdminTestApp()
const provider = await startOpenIdProvider()
const { settings, save, pathOf, configure, runTest, signOn, start, respond } =
  createSingleSignOnFixture(testApp, provider)

beforeEach(async () => {
  testApp.time.offsetMs = 0
  provider.faults = {}
  await testApp.run(async (ctx) => {
    for (const table of ['sign_in_attempt', 'single_sign_on_identity', 'single_sign_on_provider'])
      await ctx.query(`delete from access.${table}`)
  }, '*')
})

const resetAttempts = () =>
  testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
const setPerson = (email: string, sub = `sub of ${email}`) => {
  provider.person = { sub, email, email_verified: true }
}
const paramsOf = ({ json }: { json: { errors: { param?: string }[] } }) =>
  json.errors.map(({ param }) => param)
const latestAudit = async (action: string) => {
  const client = await testApp.signIn(testApp.admin)
  return (await client.get(`/audit?action=${action}`)).json.data[0]
}
const isSignedIn = async (client: AdminClient) => (await client.get('/sessions')).status === 200

describe('the identity provider of an account', () => {
  it('is saved, shown without its secret, changed and removed, with audit entries', async () => {
    const { client, saved } = await configure({
      issuer: ` ${provider.issuer}/.well-known/openid-configuration`,
    })
    const [shown] = saved.json.providers
    assert.equal(shown.registration[0].value, `${testApp.origin}/single-sign-on/${shown.id}`)
    const { is_required, tested_at, members } = shown
    const { issuer, client_id } = shown.settings
    assert.deepEqual(
      [issuer, client_id, is_required, tested_at, members],
      [provider.issuer, 'bestow', false, null, 0],
    )
    assert.ok(!saved.text.includes(provider.client_secret))
    assert.equal((await save(client, settings({ client_secret: '' }))).status, 200)
    const entry = await latestAudit('account.save_single_sign_on')
    const { kind, name } = shown
    const groups_claim = 'groups'
    const rules = { is_required, admits_new: false }
    const after = { kind, name, issuer, client_id, groups_claim, ...rules }
    assert.deepEqual(entry.details.after, after)
    assert.ok(!JSON.stringify(entry).includes(provider.client_secret))
    const { password } = testApp.admin
    const path = `/single-sign-on/${shown.id}`
    assert.equal((await client.post(`${path}/remove`, { password })).status, 204)
    assert.deepEqual((await client.get('/single-sign-on')).json.providers, [])
    assert.equal((await latestAudit('account.remove_single_sign_on')).details.issuer, issuer)
    assert.equal((await client.post(`${path}/remove`, { password })).status, 404)
  })

  it('needs the password of the admin', async () => {
    provider.requests.length = 0
    const client = await testApp.signIn(testApp.admin)
    for (const password of [undefined, 'wrong password']) {
      const body = { ...settings(), password }
      assert.deepEqual(paramsOf(await save(client, body)), ['password'])
      const path = `${await pathOf(client)}/remove`
      assert.deepEqual(paramsOf(await client.post(path, { password })), ['password'])
    }
    assert.deepEqual(provider.requests, [])
  })

  it('needs the secret again for another issuer or client, so that no other server gets it', async () => {
    const { client } = await configure()
    const changed = await save(client, settings({ client_id: 'other', client_secret: '' }))
    assert.deepEqual([changed.status, paramsOf(changed)], [422, ['settings.client_secret']])
  })

  it('is rejected with the reason when its discovery document does not fit', async () => {
    const client = await testApp.signIn(testApp.admin)
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ issuer: 'https://other.example.com' }, /not the issuer .* https:\/\/other\.example\.com/],
      [{ response_types_supported: ['id_token'] }, /authorization code flow/],
      [{ grant_types_supported: ['implicit'] }, /authorization code flow/],
      [{ authorization_endpoint: 'javascript:alert(1)' }, /valid authorization_endpoint/],
      [{ token_endpoint: undefined }, /valid token_endpoint/],
      [{ jwks_uri: 'ftp://x' }, /valid jwks_uri/],
      [{ id_token_signing_alg_values_supported: ['none', 'HS256'] }, /does not sign ID tokens/],
      [{ issuer: 'no address' }, /not valid/],
    ]
    for (const [document, message] of cases) {
      provider.faults = { document }
      const { status, json } = await save(client, settings())
      assert.deepEqual([status, json.errors[0].param], [422, 'settings.issuer'], String(message))
      assert.match(json.errors[0].message, message)
    }
    provider.faults = {
      respond: (_path, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
        return true
      },
    }
    assert.deepEqual(paramsOf(await save(client, settings())), ['settings.issuer'])
    await resetAttempts()
    for (const issuer of [
      'x',
      'ftp://x',
      `${provider.issuer}?a=1`,
      'http://127.0.0.1:1',
      'https://a:b@c.example',
    ])
      assert.deepEqual(
        paramsOf(await save(client, settings({ issuer }))),
        ['settings.issuer'],
        issuer,
      )
  })

  it('can be required only after a successful test', async () => {
    const { client } = await configure()
    const early = await save(client, settings({ is_required: true }))
    assert.deepEqual([early.status, paramsOf(early)], [422, ['is_required']])
    setPerson('stranger@example.com')
    const stranger = { outcome: 'tested', email: 'stranger@example.com', member: null }
    assert.deepEqual((await runTest(client)).json, stranger)
    assert.equal((await client.get('/single-sign-on')).json.providers[0].tested_at, null)
    setPerson(testApp.sender.email)
    const { json } = await runTest(client)
    assert.deepEqual(json, { outcome: 'tested', email: testApp.sender.email, member: 'Ada sender' })
    assert.ok(await isSignedIn(client))
    assert.equal(
      (await client.get('/session')).json.me.id,
      testApp.admin.id,
      'a test signs no user in',
    )
    assert.equal((await save(client, settings({ is_required: true }))).status, 200)
    assert.equal((await latestAudit('account.test_single_sign_on')).actor.id, testApp.admin.id)
  })
})

describe('a sign-in with single sign-on', () => {
  it('links the member at the first sign-in, and follows the subject from then on', async () => {
    await configure()
    const { email, id } = testApp.sender
    setPerson(email.toUpperCase(), 'stable')
    const first = await signOn(email)
    assert.deepEqual([first.json.outcome, first.json.me.id], ['signed_in', id])
    assert.equal(first.json.me.method, 'single_sign_on')
    assert.ok(await isSignedIn(first.client))
    assert.equal((await latestAudit('user.link_single_sign_on')).subject.id, id)
    provider.person = { sub: 'stable', email: 'renamed@example.com' }
    assert.equal((await signOn(email)).json.me.id, id, 'an unverified, changed address')
    const { client } = await configure()
    const { data } = (await client.get('/members')).json
    const methods = data.map((each: { id: string; has_single_sign_on: boolean }) => [
      each.id,
      each.has_single_sign_on,
    ])
    assert.deepEqual(methods, [
      [testApp.admin.id, false],
      [id, true],
    ])
    assert.equal((await client.get('/single-sign-on')).json.providers[0].members, 1)
    setPerson(email, 'another subject')
    assert.equal(
      (await signOn(email)).json.reason,
      'mismatch',
      'the address was given to another person',
    )
    assert.equal((await client.post(`/members/${id}/unlink-single-sign-on`)).status, 204)
    assert.equal((await signOn(email)).json.me.id, id, 'after an admin has unlinked the member')
  })

  it('skips the second factor of the member', async () => {
    await configure()
    await testApp.run((ctx) =>
      ctx.query('update access.person set totp_enabled_at = now() where id = $1', [
        testApp.sender.id,
      ]),
    )
    setPerson(testApp.sender.email)
    assert.equal((await signOn(testApp.sender.email)).json.outcome, 'signed_in')
    await testApp.run((ctx) => ctx.query('update access.person set totp_enabled_at = null'), '*')
  })

  it('fails with a reason for a stranger, an unverified address and a removed member', async () => {
    await configure()
    const { email } = testApp.sender
    setPerson('stranger@example.com')
    assert.equal((await signOn(email)).json.reason, 'not_a_member')
    for (const email_verified of [undefined, false, 'false', null, 0]) {
      provider.person = { sub: 's', email, email_verified }
      assert.equal((await signOn(email)).json.reason, 'email_not_verified')
    }
    provider.person = { sub: 's', email_verified: true }
    assert.equal((await signOn(email)).json.reason, 'email_not_verified', 'no address')
    const entry = await latestAudit('account.fail_single_sign_on')
    assert.equal(entry.details.reason, 'email_not_verified')
    const leaving = await testApp.createUser('sender')
    setPerson(leaving.email)
    assert.equal((await signOn(leaving.email)).json.outcome, 'signed_in')
    const admin = await testApp.signIn(testApp.admin)
    const address = await start(createAdminClient(testApp.origin), leaving.email)
    assert.ok(address.startsWith(provider.issuer))
    await admin.delete(`/members/${leaving.id}`)
    assert.equal((await signOn(email)).json.reason, 'not_a_member')
  })

  it('does not link a member of another account', async () => {
    await configure()
    const other = await testApp.createAccount('Elsewhere')
    const stranger = await testApp.createUser('admin', other.id)
    setPerson(stranger.email)
    assert.equal((await signOn(testApp.sender.email)).json.reason, 'not_a_member')
  })

  it('has one response for unknown addresses and for accounts without a provider', async () => {
    await configure()
    const other = await testApp.createAccount('Without')
    const { email } = await testApp.createUser('sender', other.id)
    for (const address of [email, 'unknown@example.com', 'no address']) {
      const client = createAdminClient(testApp.origin)
      const { status, json } = await client.post('/session/single-sign-on', { email: address })
      assert.deepEqual([status, json], [200, { url: `${testApp.origin}/single-sign-on` }])
      assert.equal(client.cookies.size, 0)
    }
  })

  it('is limited for each address of the network', async () => {
    await configure()
    await resetAttempts()
    const client = createAdminClient(testApp.origin)
    const attempts = Array.from({ length: 61 }, () =>
      client.post('/session/single-sign-on', { email: 'a@example.com' }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 429).length, 1)
  })

  it('names the reason when the provider denies it, and after ten minutes', async () => {
    await configure()
    provider.faults = { error: 'access_denied' }
    const denied = await signOn(testApp.sender.email)
    assert.deepEqual(
      [denied.json.outcome, denied.json.reason, denied.json.purpose],
      ['failed', 'denied', 'sign_in'],
    )
    assert.equal((await latestAudit('account.fail_single_sign_on')).details.detail, 'access_denied')
    provider.faults = {}
    setPerson(testApp.sender.email)
    const client = createAdminClient(testApp.origin)
    const url = await start(client, testApp.sender.email)
    testApp.time.offsetMs = 10 * 60_000 + 1_000
    assert.equal((await respond(client, url)).json.reason, 'expired')
  })

  it('sends the secret in the form that the provider supports', async () => {
    await configure()
    setPerson(testApp.sender.email)
    assert.equal((await signOn(testApp.sender.email)).json.outcome, 'signed_in')
    assert.match(provider.tokenRequests.at(-1)?.authorization ?? '', /^Basic /)
    provider.faults = {
      document: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    }
    assert.equal((await signOn(testApp.sender.email)).json.outcome, 'signed_in')
    assert.equal(provider.tokenRequests.at(-1)?.body.get('client_secret'), provider.client_secret)
    await configure({ client_secret: 'wrong' })
    assert.equal((await signOn(testApp.sender.email)).json.reason, 'provider_rejected')
  })

  it('works with RS256 and EdDSA', async () => {
    for (const algorithm of ['RS256', 'EdDSA'] as const) {
      const other = await startOpenIdProvider(algorithm)
      const fixture = createSingleSignOnFixture(testApp, other)
      await fixture.configure()
      other.person = { sub: algorithm, email: testApp.sender.email, email_verified: 'true' }
      assert.equal((await fixture.signOn(testApp.sender.email)).json.outcome, 'signed_in')
    }
  })
})

describe('an invitation', () => {
  const invite = async (email: string, role = 'sender') => {
    const admin = await testApp.signIn(testApp.admin)
    await admin.post('/invitations', { email, role, name: 'Grace Hopper' })
    return testApp.findLastEmailToken(email)
  }
  const join = async (token: string | undefined) => {
    const client = createAdminClient(testApp.origin)
    const { json } = await client.post('/invitation/single-sign-on', { token })
    return { client, ...(await respond(client, json.url)) }
  }

  it('is accepted with the verified address, once, by a member without a password', async () => {
    await configure()
    const email = 'grace@example.com'
    const token = await invite(email)
    const client = createAdminClient(testApp.origin)
    const preview = await client.post('/invitation/preview', { token })
    assert.equal(preview.json.single_sign_on, 'optional')
    setPerson('other@example.com')
    assert.equal((await join(token)).json.reason, 'mismatch')
    provider.person = { sub: 'g', email }
    assert.equal((await join(token)).json.reason, 'email_not_verified')
    setPerson(email)
    const joined = await join(token)
    assert.deepEqual(
      [joined.json.outcome, joined.json.me.name, joined.json.me.role],
      ['signed_in', 'Grace Hopper', 'sender'],
    )
    assert.equal((await client.post('/invitation/single-sign-on', { token })).status, 404)
    assert.equal((await signOn(email)).json.me.id, joined.json.me.id)
    const { subject } = await latestAudit('user.accept_invitation')
    assert.equal(subject.id, joined.json.me.id)
  })

  it('needs single sign-on if the account requires it, except for admins', async () => {
    const { client } = await configure()
    setPerson(testApp.sender.email)
    await runTest(client)
    await save(client, settings({ is_required: true }))
    const accept = (token: string | undefined) =>
      createAdminClient(testApp.origin).post('/invitation', {
        token,
        name: 'X',
        password: 'correct horse battery',
      })
    const token = await invite('required@example.com')
    const preview = await createAdminClient(testApp.origin).post('/invitation/preview', { token })
    assert.equal(preview.json.single_sign_on, 'required')
    assert.equal((await accept(token)).status, 403)
    setPerson('required@example.com')
    assert.equal((await join(token)).json.outcome, 'signed_in')
    assert.equal((await accept(await invite('boss@example.com', 'admin'))).status, 201)
  })

  it('joins a person of another account, for this account only', async () => {
    await configure()
    const other = await testApp.createAccount('Third')
    const { email, password } = await testApp.createUser('sender', other.id)
    setPerson(email)
    const { client, json } = await join(await invite(email))
    assert.equal(json.me.account.id, testApp.account.id)
    const { accounts } = (await client.get('/session')).json.me
    assert.deepEqual(
      accounts.map((each: { name: string; entry: string }) => [each.name, each.entry]).sort(),
      [
        ['Larkfield', 'open'],
        ['Third', 'sign_in'],
      ],
    )
    const elsewhere = await client.get(`/gift_requests?in_account=${other.id}`)
    assert.equal(elsewhere.status, 403)
    const here = await client.get(`/gift_requests?in_account=${testApp.account.id}`)
    assert.equal(here.status, 200)
    await respond(client, (await client.post('/security/single-sign-on')).json.url)
    const change = { new_password: 'a provider must not set this' }
    assert.equal((await client.put('/security/password', change)).status, 403)
    const own = await testApp.signIn({ id: '', email, password })
    assert.equal((await own.get(`/gift_requests?in_account=${other.id}`)).status, 200)
  })
})
