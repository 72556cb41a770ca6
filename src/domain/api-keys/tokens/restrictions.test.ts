import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { createAuthenticator } from '../authentication/authenticate.ts'
import { remindOfExpiry } from './expiry-reminders.ts'
import { changeTokenAddresses, createToken, expireToken, listTokens } from './tokens.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

const authenticate = createAuthenticator(testDb.db, { stage: 'staging', region: 'us' })
const start = testDb.time.now.getTime()
const dayMs = 24 * 60 * 60 * 1000
const setDay = (day: number) => {
  testDb.time.now = new Date(start + day * dayMs)
}
const dayOf = (day: number) => new Date(start + day * dayMs)

it('rejects a token from the time of its expiry on, in every process', async () => {
  setDay(0)
  const { id } = await testDb.newAccount()
  const { token } = await testDb.run(id, (ctx) => createToken(ctx, { expires_at: dayOf(30) }))
  const authenticateElsewhere = createAuthenticator(testDb.openAs({}), {
    stage: 'staging',
    region: 'us',
  })
  testDb.time.now = new Date(dayOf(30).getTime() - 1)
  assert.ok(await authenticate(token))
  setDay(30)
  assert.equal(await authenticate(token), undefined)
  assert.equal(await authenticateElsewhere(token), undefined)
  setDay(0)
})

it('rejects an expiry that is not in the future', async () => {
  setDay(0)
  const { id } = await testDb.newAccount()
  for (const expires_at of [dayOf(0), dayOf(-1), new Date(Number.NaN)])
    await assert.rejects(
      testDb.run(id, (ctx) => createToken(ctx, { expires_at })),
      { code: 'invalid' },
    )
  assert.deepEqual(await testDb.run(id, listTokens), [])
})

it('gives the addresses to the caller, and changes them with the next request', async () => {
  const { id } = await testDb.newAccount()
  const allowed_addresses = ['203.0.113.7']
  const { id: token_id, token } = await testDb.run(id, (ctx) =>
    createToken(ctx, { allowed_addresses }),
  )
  assert.deepEqual((await authenticate(token))?.allowed_addresses, allowed_addresses)
  const { before, after } = await testDb.run(id, (ctx) =>
    changeTokenAddresses(ctx, token_id, ['2001:DB8::/32', '2001:db8::/32']),
  )
  assert.deepEqual(before.allowed_addresses, allowed_addresses)
  assert.deepEqual(after.allowed_addresses, ['2001:db8::/32'])
  assert.deepEqual((await authenticate(token))?.allowed_addresses, ['2001:db8::/32'])
  await testDb.run(ALL_ACCOUNTS, (ctx) => changeTokenAddresses(ctx, token_id, []))
  assert.deepEqual((await authenticate(token))?.allowed_addresses, [])
})

it('reminds of each expiry seven days and one day before, once over all processes', async () => {
  setDay(0)
  const { id } = await testDb.newAccount()
  const create = (name: string, expiresOn: number | null) =>
    testDb.run(id, (ctx) =>
      createToken(ctx, { name, expires_at: expiresOn === null ? null : dayOf(expiresOn) }),
    )
  await create('never', null)
  await create('month', 30)
  await create('days', 5)
  await create('hours', 0.5)
  const { id: revoked } = await create('revoked', 30)
  await testDb.run(id, (ctx) => expireToken(ctx, revoked))

  const remind = async (day: number) => {
    setDay(day)
    const reminded: string[] = []
    const round = (db = testDb.db) =>
      remindOfExpiry(db, async (ctx, tokens) => {
        if (ctx.account_id === id) reminded.push(...tokens.map(({ name }) => name))
      })
    await Promise.all([round(), round(testDb.openAs({}))])
    return reminded
  }
  assert.deepEqual(await remind(0), [], 'the lifetime was chosen a moment ago')
  assert.deepEqual(await remind(3), [])
  assert.deepEqual(await remind(4), ['days'])
  assert.deepEqual(await remind(4.5), [])
  assert.deepEqual(await remind(22.9), [])
  assert.deepEqual(await remind(23), ['month'])
  assert.deepEqual(await remind(28), [])
  assert.deepEqual(await remind(29.5), ['month'])
  assert.deepEqual(await remind(29.9), [])
  assert.deepEqual(await remind(31), [])
})

it('reminds again if the notification fails', async () => {
  setDay(0)
  const { id } = await testDb.newAccount()
  await testDb.run(id, (ctx) => createToken(ctx, { expires_at: dayOf(10) }))
  setDay(5)
  const errors: unknown[] = []
  let count = 0
  const fail = async () => Promise.reject(new Error('no email'))
  await remindOfExpiry(testDb.db, fail, (error) => errors.push(error))
  assert.equal(errors.length, 1)
  await remindOfExpiry(testDb.db, async (ctx) => {
    if (ctx.account_id === id) count += 1
  })
  assert.equal(count, 1)
})
