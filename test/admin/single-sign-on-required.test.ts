import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import { run } from '#app/cli/program'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { createAuthenticator, totpCode } from '#test/fake-authenticator'
import { startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'

const testApp = await createAdminTestApp()
const provider = await startOpenIdProvider()
const { settings, save, pathOf, configure, runTest, signOn, respond } = createSingleSignOnFixture(
  testApp,
  provider,
)
const { admin, sender } = testApp

beforeEach(async () => {
  testApp.time.offsetMs = 0
  provider.faults = {}
  provider.person = { sub: 'ada', email: sender.email, email_verified: true }
  await testApp.run(async (ctx) => {
    for (const table of ['sign_in_attempt', 'single_sign_on_identity', 'single_sign_on_provider'])
      await ctx.query(`delete from access.${table}`)
  }, '*')
})

const isSignedIn = async (client: AdminClient) => (await client.get('/sessions')).status === 200
const signInStatus = async ({ email, password }: { email: string; password: string }) =>
  (await createAdminClient(testApp.origin).post('/session', { email, password })).status

async function requireSingleSignOn() {
  const { client } = await configure()
  await runTest(client)
  const saved = await save(client, settings({ is_required: true }))
  assert.equal(saved.status, 200, saved.text)
  return client
}

describe('a required provider', () => {
  it('ends other sessions of members and rejects their passwords, but not those of admins', async () => {
    const before = await testApp.signIn(sender)
    const client = await requireSingleSignOn()
    assert.equal(await isSignedIn(before), false)
    assert.equal(await isSignedIn(client), true)
    assert.equal(await signInStatus(sender), 202)
    assert.equal(
      await signInStatus({ ...sender, password: 'wrong password' }),
      401,
      'a wrong password reveals nothing',
    )
    assert.equal(await signInStatus(admin), 201)
    const { client: browser, json } = await signOn(sender.email)
    assert.equal(json.outcome, 'signed_in')
    assert.ok(await isSignedIn(browser))
    await save(client, settings({ is_required: false }))
    assert.equal(await signInStatus(sender), 201)
  })

  it('rejects passkeys, and codes whose password was entered before', async () => {
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    const device = createAuthenticator(testApp.origin)
    const { password } = ada
    const added = (await client.post('/security/passkeys/options', { password })).json
    const registration = {
      challenge_token: added.challenge_token,
      response: device.create(added.options),
      name: 'Telephone',
    }
    assert.equal((await client.post('/security/passkeys', registration)).status, 201)
    const { secret } = (await client.post('/security/totp', { password })).json
    const now = Date.now()
    const codeAt = (at: number) => ({ code: totpCode(secret, new Date(at)) })
    assert.equal((await client.put('/security/totp', codeAt(now))).status, 200)
    const browser = createAdminClient(testApp.origin)
    const { email } = ada
    const { challenge_token } = (await browser.post('/session', { email, password })).json
    await requireSingleSignOn()
    const code = { challenge_token, ...codeAt(now + 30_000) }
    assert.equal((await browser.post('/session/code', code)).status, 403)
    const asked = (await browser.post('/session/passkey/options')).json
    const response = device.get(asked.options)
    const passkey = { challenge_token: asked.challenge_token, response }
    assert.equal((await browser.post('/session/passkey', passkey)).status, 403)
    assert.equal(await isSignedIn(browser), false)
  })

  it('ends the local sessions of an admin who becomes a sender', async () => {
    const client = await requireSingleSignOn()
    const boss = await testApp.createUser('admin')
    const bossClient = await testApp.signIn(boss)
    await client.patch(`/members/${boss.id}`, { role: 'sender' })
    assert.equal(await isSignedIn(bossClient), false)
    assert.equal(await signInStatus(boss), 202)
  })

  it('sends members no link for a new password', async () => {
    const ada = await testApp.createUser('sender')
    await requireSingleSignOn()
    const request = (email: string) =>
      createAdminClient(testApp.origin).post('/password-reset', { email })
    assert.equal((await request(ada.email)).status, 202)
    assert.equal(await testApp.findLastEmailToken(ada.email), undefined)
    assert.equal((await request(admin.email)).status, 202)
    assert.ok(await testApp.findLastEmailToken(admin.email))
  })

  it('is lifted by the operator', async () => {
    await requireSingleSignOn()
    const output: string[] = []
    const write = (line: string) => output.push(line)
    const lift = () =>
      run(
        ['users', 'lift-single-sign-on', '--account', testApp.account.id, '--json'],
        {
          BESTOW_DATABASE_URL: testApp.url,
          BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
          BESTOW_STAGE: 'staging',
        },
        { out: write, err: write },
      )
    assert.equal(await lift(), 0, output.join('\n'))
    assert.equal(await signInStatus(sender), 201)
    const client = await testApp.signIn(admin)
    const { data } = (await client.get('/audit?action=account.lift_single_sign_on')).json
    assert.equal(data[0].actor.kind, 'operator')
    assert.equal(await lift(), 1, 'nothing to lift')
  })
})

describe('the sessions of a provider', () => {
  it('end with the provider, and with a new issuer or client', async () => {
    const { client } = await configure()
    const first = await signOn(sender.email)
    await client.post(`${await pathOf(client)}/remove`, { password: admin.password })
    assert.equal(await isSignedIn(first.client), false)
    await configure()
    const second = await signOn(sender.email)
    provider.client_id = 'other client'
    await configure()
    provider.client_id = 'bestow'
    assert.equal(await isSignedIn(second.client), false)
  })

  it('confirm the identity at the provider before sensitive changes, for five minutes', async () => {
    await configure()
    provider.person = { sub: 'boss', email: admin.email, email_verified: true }
    const { client } = await signOn(admin.email)
    const add = (password?: string) => client.post('/security/totp', { password })
    const rejected = await add(admin.password)
    assert.deepEqual([rejected.status, rejected.json.errors[0].param], [422, 'password'])
    const { json } = await client.post('/security/single-sign-on')
    const parameters = new URL(json.url).searchParams
    assert.deepEqual([parameters.get('prompt'), parameters.get('max_age')], ['login', '0'])
    const confirmed = await respond(client, json.url)
    assert.deepEqual(confirmed.json, { outcome: 'confirmed' })
    assert.ok((await client.get('/session')).json.me.confirmed_until !== null)
    assert.equal((await add()).status, 200)
    testApp.time.offsetMs = 5 * 60_000 + 1_000
    assert.equal((await add()).status, 422)
  })

  it('are not confirmed without a new authentication, or by another person', async () => {
    await configure()
    const { client } = await signOn(sender.email)
    const confirm = async () => {
      const { json } = await client.post('/security/single-sign-on')
      return (await respond(client, json.url)).json.reason
    }
    const earlier = Math.floor(Date.now() / 1000) - 120
    for (const auth_time of [undefined, earlier, 'now']) {
      provider.faults = { claims: { auth_time } }
      assert.ok(['not_confirmed', 'invalid_response'].includes(await confirm()), String(auth_time))
    }
    provider.faults = {}
    provider.person = { sub: 'another', email: admin.email, email_verified: true }
    assert.equal(await confirm(), 'mismatch')
    assert.equal((await client.get('/session')).json.me.confirmed_until, null)
    const local = await testApp.signIn(sender)
    assert.equal((await local.post('/security/single-sign-on')).status, 409)
  })
})

it('two requests to lift the requirement at once record one change', async () => {
  await requireSingleSignOn()
  const results = await Promise.all([
    testApp.run(accounts.liftRequirement),
    testApp.run(accounts.liftRequirement),
  ])
  assert.equal(results.filter(Boolean).length, 1)
})
