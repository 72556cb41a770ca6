import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import { createTestDatabase } from '#test/test-database'
import { seed, seedDemoAccount } from './demo-data.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

const names = (account: string) =>
  testApp.run(account, async (ctx) => {
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    return data.map(({ name }) => name)
  })

test('the first run creates one demo account, even if several processes start together', async () => {
  const made = await Promise.all([1, 2, 3].map(() => seedDemoAccount(testApp.db)))
  const [first, ...more] = made.filter((run) => run !== undefined)
  assert.ok(first !== undefined)
  assert.deepEqual(more, [])
  const [person] = await accounts.authenticatePerson(testApp.db, first.email, first.password)
  assert.equal(person?.account_id, first.account.id)
  assert.equal(person?.role, 'admin')
  const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
  assert.equal((await authenticate(first.token))?.tier, 'enterprise')
  assert.ok((await names(first.account.id)).length > 3)
  assert.equal(await seedDemoAccount(testApp.db), undefined)
})

test('any account can get the demo catalogue, once', async () => {
  const [one, two] = [await testApp.newAccount(), await testApp.newAccount()]
  for (const { id } of [one, two]) assert.equal(await testApp.run(id, seed), true)
  const before = await names(one.id)
  assert.equal(await testApp.run(one.id, seed), false)
  assert.deepEqual(await names(one.id), before)
  assert.deepEqual(await names(two.id), before)
})
