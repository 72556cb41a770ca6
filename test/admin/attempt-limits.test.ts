import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

/* The limits count failed attempts: a person who enters everything correctly is never locked out. */

const testApp = await createAdminTestApp()
const { origin, db } = testApp

beforeEach(() => testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*'))

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
      ctx.query('update access.user set totp_enabled_at = now() where id = $1', [user.id]),
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
