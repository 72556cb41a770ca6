import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { createAuthenticator } from '#test/fake-authenticator'
import { startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'

/*
 * The tests of the limits on failed attempts. The limits count only failed attempts, so a person who enters
 * everything correctly is never locked out.
 */

const testApp = await createAdminTestApp()
const { origin, db } = testApp
const provider = await startOpenIdProvider()
const { configure, pathOf, respond, signOn } = createSingleSignOnFixture(testApp, provider)

beforeEach(() => testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*'))

/** The address of every client of the test app. */
const localOrigin = { address: '127.0.0.1', user_agent: '' }

/** Uses attempts of the address until this number of its 60 attempts is left. */
const leaveAttempts = (left: number) =>
  times(60 - left, () => accounts.countAddressAttempt(db, localOrigin))

const times = async <T>(count: number, run: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let n = 0; n < count; n++) results.push(await run())
  return results
}

describe('the limits of attempts', () => {
  it('do not count correct passwords that confirm an action', async () => {
    const client = await testApp.signIn(testApp.admin)
    const confirm = (password: string) => async () =>
      (await client.post('/security/totp', { password })).status
    assert.deepEqual(await times(12, confirm(testApp.admin.password)), Array(12).fill(200))
    const guesses = await times(11, confirm('a guess'))
    assert.deepEqual(guesses, [...Array(10).fill(422), 429])
  })

  it('do not count correct passwords of a sign-in with a second factor', async () => {
    const user = await testApp.createUser('sender')
    await testApp.run((ctx) =>
      ctx.query('update access.person set totp_enabled_at = now() where id = $1', [user.id]),
    )
    const { email, password } = user
    const signIn = async () =>
      (await createAdminClient(origin).post('/session', { email, password })).json
    const responses = await times(12, signIn)
    for (const response of responses) assert.ok(response.challenge_token, JSON.stringify(response))
  })

  it('give the address back each correct sign-in, and none of the wrong ones', async () => {
    const { email, password } = testApp.sender
    const requestOrigin = { address: '198.51.100.4', user_agent: '' }
    const signIn = () => accounts.signInWithPassword(db, { email, password }, requestOrigin)
    await times(59, () => accounts.countAddressAttempt(db, requestOrigin))
    for (const { kind } of await times(3, signIn)) assert.equal(kind, 'signed_in')
    await accounts.countAddressAttempt(db, requestOrigin)
    await assert.rejects(signIn(), accounts.TooManyAttempts)
  })

  it('count a wrong password between correct ones of another user', async () => {
    const requestOrigin = { address: '198.51.100.5', user_agent: '' }
    const own = { email: testApp.admin.email, password: testApp.admin.password }
    const guess = { email: testApp.sender.email, password: 'a guess' }
    for (let n = 0; n < 10; n++) {
      assert.equal((await accounts.signInWithPassword(db, guess, requestOrigin)).kind, 'refused')
      assert.equal((await accounts.signInWithPassword(db, own, requestOrigin)).kind, 'signed_in')
    }
    await assert.rejects(
      accounts.signInWithPassword(db, guess, requestOrigin),
      accounts.TooManyAttempts,
    )
  })
})

describe('the limit of passkeys', () => {
  const device = createAuthenticator(origin)

  /** Signs in. Returns the status of the response. */
  const signIn = async (client: AdminClient, changed = {}) => {
    const { options, challenge_token } = (await client.post('/session/passkey/options')).json
    const response = device.get(options, changed)
    return (await client.post('/session/passkey', { challenge_token, response })).status
  }
  const wrong = { host: 'example.net' }

  before(async () => {
    const client = await testApp.signIn(testApp.sender)
    const { password } = testApp.sender
    const { options, challenge_token } = (
      await client.post('/security/passkeys/options', { password })
    ).json
    const response = device.create(options)
    const body = { challenge_token, response, name: 'Telephone' }
    assert.equal((await client.post('/security/passkeys', body)).status, 201)
  })

  it('gives the address back each correct passkey, and none of the wrong ones', async () => {
    const fromNewBrowser = (changed = {}) => signIn(createAdminClient(origin), changed)
    await leaveAttempts(2)
    assert.deepEqual(await times(4, fromNewBrowser), Array(4).fill(201))
    assert.deepEqual(await times(2, () => fromNewBrowser(wrong)), [401, 401])
    assert.equal(await fromNewBrowser(), 429)
  })

  it('gives a known device back each correct passkey, and none of the wrong ones', async () => {
    const known = createAdminClient(origin)
    await signIn(known)
    // each sign-in issues a new device token, so every attempt sends the first token
    const fromKnownDevice = (changed = {}) => {
      const client = createAdminClient(origin)
      for (const [name, value] of known.cookies) client.cookies.set(name, value)
      return signIn(client, changed)
    }
    assert.deepEqual(await times(12, fromKnownDevice), Array(12).fill(201))
    assert.deepEqual(await times(10, () => fromKnownDevice(wrong)), Array(10).fill(401))
    assert.equal(await fromKnownDevice(), 429)
  })
})

describe('the limit of single sign-on', () => {
  const person = { sub: 'boss', email: testApp.admin.email, email_verified: true }
  const stranger = { ...person, sub: 'stranger', email: 'stranger@example.com' }

  before(async () => {
    await configure()
    provider.person = person
    await signOn(person.email) // the first sign-in at the provider needs the password once
  })

  /** Completes a request at the provider. Returns its outcome, or the status of a start that is rejected. */
  const complete = async (client: AdminClient, path: string, body?: object) => {
    const { status, json } = await client.post(path, body)
    return status === 200 ? (await respond(client, json.url)).json.outcome : status
  }
  const signIn = () =>
    complete(createAdminClient(origin), '/session/single-sign-on', { email: person.email })

  it('gives the address back each correct sign-in, and none of the wrong ones', async () => {
    await leaveAttempts(2)
    provider.person = person
    assert.deepEqual(await times(4, signIn), Array(4).fill('signed_in'))
    provider.person = stranger
    assert.deepEqual(await times(2, signIn), ['failed', 'failed'])
    provider.person = person
    assert.equal(await signIn(), 429)
  })

  for (const [name, findPath, outcome] of [
    ['confirmation', () => '/security/single-sign-on', 'confirmed'],
    ['test', async (client: AdminClient) => `${await pathOf(client)}/test`, 'tested'],
  ] as const)
    it(`does not count a successful ${name} of a member, and counts failed ones`, async () => {
      provider.person = person
      provider.faults = {}
      const { client } = await signOn(person.email)
      const path = await findPath(client)
      const attempt = () => complete(client, path)
      assert.deepEqual(await times(12, attempt), Array(12).fill(outcome))
      provider.faults = { error: 'access_denied' }
      const failed = await times(11, attempt)
      assert.deepEqual(failed, [...Array(10).fill('failed'), 429])
    })
})
