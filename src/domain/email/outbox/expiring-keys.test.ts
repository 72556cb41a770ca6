import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { createTestDatabase } from '#test/test-database'
import * as mail from '../index.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

const dayMs = 24 * 60 * 60 * 1000

it('emails the admins of an account before its API keys expire', async () => {
  const [account, other] = [await testDb.newAccount(), await testDb.newAccount()]
  const expires_at = new Date(testDb.time.now.getTime() + 30 * dayMs)
  for (const { id } of [account, other])
    await testDb.run(id, async (ctx) => {
      await accounts.createUser(ctx, { email: `admin@${id}.example.com`, role: 'admin' })
      await accounts.createUser(ctx, { email: `sender@${id}.example.com`, role: 'sender' })
    })
  for (const name of ['Shop', 'CRM'])
    await testDb.run(account.id, (ctx) => apiKeys.createToken(ctx, { name, expires_at }))
  await testDb.run(other.id, (ctx) => apiKeys.createToken(ctx))

  const listEmails = (id: string) =>
    testDb.run(id, async (ctx) =>
      (await mail.list(ctx, {})).map(({ to, subject }) => [to?.email, subject]),
    )
  assert.equal(await mail.alertExpiringKeys(testDb.db), 0)
  testDb.time.now = new Date(expires_at.getTime() - 7 * dayMs)
  assert.equal(await mail.alertExpiringKeys(testDb.db), 1)
  assert.equal(await mail.alertExpiringKeys(testDb.db), 0)
  const expected = [`admin@${account.id}.example.com`, 'API keys are about to expire']
  assert.deepEqual(await listEmails(account.id), [expected])
  assert.deepEqual(await listEmails(other.id), [])
  testDb.time.now = new Date(expires_at.getTime() - dayMs / 2)
  assert.equal(await mail.alertExpiringKeys(testDb.db), 1)
  assert.deepEqual(await listEmails(account.id), [expected, expected])
})
