import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError, type ErrorCode } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { findReplay, purgeIdempotencyKeys, saveResponse } from './idempotency.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

const request = sha256('POST /gift_requests {}')
const response = { status: 201, content_type: 'application/json', body: Buffer.from([0, 255, 10]) }
const hoursFromNow = (count: number) => new Date(testDb.time.now.getTime() + count * 3_600_000)
const isApiError = (code: ErrorCode) => (error: unknown) =>
  error instanceof ApiError && error.code === code

const send = (account_id: string, key: string, fingerprint = request) =>
  testDb.run(account_id, async (ctx) => {
    const replay = await findReplay(ctx, key, fingerprint)
    if (replay === undefined) await saveResponse(ctx, key, fingerprint, response)
    return replay
  })

test('a repeated request gets the stored bytes, and a different request with the same key is rejected', async () => {
  const { id } = await testDb.newAccount()
  assert.equal(await send(id, 'k'), undefined)
  assert.deepEqual(await send(id, 'k'), response)
  await assert.rejects(send(id, 'k', sha256('other')), isApiError('idempotency_key_reused'))
  assert.equal(await send(id, 'k2'), undefined)
})

test('keys belong to one account', async () => {
  const [one, two] = [await testDb.newAccount(), await testDb.newAccount()]
  assert.equal(await send(one.id, 'shared'), undefined)
  assert.equal(await send(two.id, 'shared', sha256('other')), undefined)
})

test('a second request is rejected while the first is running, and a rollback stores nothing', async () => {
  const { id } = await testDb.newAccount()
  await assert.rejects(
    testDb.run(id, async (ctx) => {
      assert.equal(await findReplay(ctx, 'busy', request), undefined)
      await assert.rejects(send(id, 'busy'), isApiError('idempotency_key_in_use'))
      await saveResponse(ctx, 'busy', request, response)
      throw new Error('died')
    }),
    /died/,
  )
  assert.equal(await send(id, 'busy'), undefined)
})

test('exactly one of several concurrent requests runs', async () => {
  const { id } = await testDb.newAccount()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => send(id, 'race')))
  const ran = results.filter(
    (result) => result.status === 'fulfilled' && result.value === undefined,
  )
  assert.equal(ran.length, 1)
  for (const result of results)
    if (result.status === 'rejected')
      assert.ok(isApiError('idempotency_key_in_use')(result.reason), String(result.reason))
})

test('a key can be reused after a day, and expired keys are purged', async () => {
  const { id } = await testDb.newAccount()
  const start = testDb.time.now
  await send(id, 'old')
  await send(id, 'left')
  testDb.time.now = hoursFromNow(23.99)
  assert.deepEqual(await send(id, 'old'), response)
  assert.equal(await testDb.run(ALL_ACCOUNTS, purgeIdempotencyKeys), 0)
  testDb.time.now = new Date(start.getTime() + 24 * 3_600_000)
  assert.equal(await send(id, 'old', sha256('another request')), undefined)
  assert.ok((await testDb.run(ALL_ACCOUNTS, purgeIdempotencyKeys)) >= 1)
  assert.deepEqual(await send(id, 'old', sha256('another request')), response)
})
