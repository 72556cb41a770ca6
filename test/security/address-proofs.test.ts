import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { createAuthenticator } from '#test/fake-authenticator'
import { startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'

const testApp = await createAdminTestApp()
const withoutMail = await createAdminTestApp({ canSendEmail: false })
const provider = await startOpenIdProvider()
const { configure, respond, start, settings, save, runTest } = createSingleSignOnFixture(
  testApp,
  provider,
)
const password = 'correct horse battery'

beforeEach(async () => {
  await testApp.run(async (ctx) => {
    for (const table of ['sign_in_attempt', 'single_sign_on_identity', 'single_sign_on_provider'])
      await ctx.query(`delete from access.${table}`)
  }, '*')
})

const tokenOf = (url: string) => url.split('#')[1] ?? url.split('=')[1] ?? url.split('/').at(-1)
const invite = async (app: typeof testApp, email: string, as = app.admin) => {
  const { json, text } = await (await app.signIn(as)).post('/invitations', {
    email,
    role: 'sender',
    name: 'Bob',
  })
  assert.ok(json.url, text)
  return tokenOf(json.url)
}
const accept = (app: typeof testApp, token: string | undefined, secret = password) =>
  createAdminClient(app.origin).post('/invitation', { token, name: 'Bob', password: secret })
const signInStatus = async (app: typeof testApp, email: string, secret = password) =>
  (await createAdminClient(app.origin).post('/session', { email, password: secret })).status

describe('the copied link of an invitation', () => {
  it('creates no user: it mails a link that does', async () => {
    const email = 'bob@larkfield.example'
    const token = await invite(testApp, email)
    const mailed = await testApp.findLastEmailToken(email)
    assert.notEqual(token, mailed)
    const preview = await createAdminClient(testApp.origin).post('/invitation/preview', { token })
    assert.equal(preview.json.needs_confirmation, true)
    const copied = await accept(testApp, token)
    assert.deepEqual([copied.status, copied.json], [202, { confirmation_sent: true }])
    assert.equal(await signInStatus(testApp, email), 401)
    const confirmation = await testApp.findLastEmailToken(email)
    assert.notEqual(confirmation, mailed)
    assert.equal((await accept(testApp, mailed)).status, 404, 'the link of before')
    assert.equal((await accept(testApp, confirmation)).status, 201)
    assert.equal(await signInStatus(testApp, email), 201)
  })

  it('sends a bounded number of emails', async () => {
    const token = await invite(testApp, 'victim@larkfield.example')
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) statuses.push((await accept(testApp, token)).status)
    assert.ok(statuses.includes(429), String(statuses))
  })

  it('does not start to join at the identity provider', async () => {
    await configure()
    const token = await invite(testApp, 'carol@larkfield.example')
    const client = createAdminClient(testApp.origin)
    const started = await client.post('/invitation/single-sign-on', { token })
    assert.equal(started.status, 403, started.text)
  })
})

describe('an address that no one proved', () => {
  it('blocks no other account, and leads to no identity provider', async () => {
    const email = 'squatted@larkfield.example'
    assert.equal((await accept(withoutMail, await invite(withoutMail, email))).status, 201)
    const other = await withoutMail.createAccount('Larkfield')
    const boss = await withoutMail.createUser('admin', other.id)
    const second = await accept(
      withoutMail,
      await invite(withoutMail, email, boss),
      'another long secret',
    )
    assert.equal(second.status, 201, second.text)
    assert.equal(await signInStatus(withoutMail, email), 201)
    assert.equal(await signInStatus(withoutMail, email, 'another long secret'), 201)
    const granted = await withoutMail.run((ctx) => accounts.setOperator(ctx, email, true), '*')
    assert.equal(granted, undefined, 'no one knows who is meant')
  })
})

describe('the first sign-in at an identity provider', () => {
  const signOn = async (email: string) => {
    const client = createAdminClient(testApp.origin)
    return { client, ...(await respond(client, await start(client, email))) }
  }

  it('needs the password of the user once, and after each unlinking', async () => {
    await configure()
    const ada = await testApp.createUser('sender')
    provider.person = { sub: 'ada', email: ada.email, email_verified: true }
    for (const round of ['first', 'after unlinking']) {
      const { client, json } = await signOn(ada.email)
      assert.equal(json.outcome, 'link_pending', round)
      assert.equal((await client.get('/sessions')).status, 401)
      const { link_token } = json
      const wrong = await client.post('/session', {
        email: ada.email,
        password: 'x'.repeat(12),
        link_token,
      })
      assert.equal(wrong.status, 401)
      const { email } = ada
      const done = await client.post('/session', { email, password: ada.password, link_token })
      assert.equal(done.status, 201, done.text)
      assert.equal(done.json.me.method, 'single_sign_on')
      const again = await client.post('/session', { email, password: ada.password, link_token })
      assert.equal(again.status, 401, 'a second use')
      assert.equal((await signOn(email)).json.outcome, 'signed_in')
      const admin = await testApp.signIn(testApp.admin)
      assert.equal((await admin.post(`/members/${ada.id}/unlink-single-sign-on`)).status, 204)
    }
  })

  it('needs a passkey of the user, and not one of another', async () => {
    await configure()
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    const device = createAuthenticator(testApp.origin)
    const added = (await client.post('/security/passkeys/options', { password: ada.password })).json
    const { challenge_token } = added
    const response = device.create(added.options)
    await client.post('/security/passkeys', { challenge_token, response, name: 'Key' })
    const confirm = async (link_token: string) => {
      const asked = (await client.post('/session/passkey/options')).json
      return client.post('/session/passkey', {
        challenge_token: asked.challenge_token,
        response: device.get(asked.options),
        link_token,
      })
    }
    const grace = await testApp.createUser('sender')
    provider.person = { sub: 'grace', email: grace.email, email_verified: true }
    assert.equal((await confirm((await signOn(grace.email)).json.link_token)).status, 401)
    provider.person = { sub: 'ada', email: ada.email, email_verified: true }
    const confirmed = await confirm((await signOn(ada.email)).json.link_token)
    assert.deepEqual([confirmed.status, confirmed.json.me?.method], [201, 'single_sign_on'])
  })

  it('works for a user whose account requires the provider', async () => {
    const { client } = await configure()
    const ada = await testApp.createUser('sender')
    provider.person = { sub: 'ada', email: ada.email, email_verified: true }
    await runTest(client)
    const saved = await save(client, settings({ is_required: true }))
    assert.equal(saved.status, 200, saved.text)
    const { client: browser, json } = await signOn(ada.email)
    const { email } = ada
    const body = { email, password: ada.password, link_token: json.link_token }
    assert.equal((await browser.post('/session', body)).status, 201)
    assert.equal((await browser.get('/sessions')).status, 200)
  })

  it('is refused for an operator, also for one who was linked before', async () => {
    await configure()
    const olga = await testApp.createUser('sender')
    provider.person = { sub: 'olga', email: olga.email, email_verified: true }
    const { client, json } = await signOn(olga.email)
    const { email } = olga
    await client.post('/session', { email, password: olga.password, link_token: json.link_token })
    assert.equal((await client.get('/sessions')).status, 200)
    const setOperator = (is_operator: boolean) =>
      testApp.run((ctx) => accounts.setOperator(ctx, email, is_operator), '*')
    await setOperator(true)
    assert.equal((await client.get('/sessions')).status, 401, 'the session by the provider')
    const other = await testApp.createUser('sender')
    const browser = createAdminClient(testApp.origin)
    const refused = await respond(browser, await start(browser, other.email))
    assert.deepEqual([refused.json.outcome, refused.json.reason], ['failed', 'operator'])
    await testApp.run((ctx) => ctx.query('delete from access.single_sign_on_identity'), '*')
    const again = await respond(browser, await start(browser, other.email))
    assert.equal(again.json.reason, 'operator')
    assert.equal(await signInStatus(testApp, email, olga.password), 201)
  })
})
