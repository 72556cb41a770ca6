import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import { createTestDatabase } from '#test/test-database'
import { seed, seedDemoAccount } from './demo-data.ts'

const world = await createTestDatabase()
after(() => world.close())

const names = (account: string) =>
  world.run(account, async (ctx) => {
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    return data.map(({ name }) => name)
  })

test('the first run creates one demo account, even if several processes start together', async () => {
  const made = await Promise.all([1, 2, 3].map(() => seedDemoAccount(world.db)))
  const [first, ...more] = made.filter((run) => run !== undefined)
  assert.ok(first !== undefined)
  assert.deepEqual(more, [])
  const person = await accounts.authenticateUser(world.db, first.email, first.password)
  assert.equal(person?.account_id, first.account.id)
  assert.equal(person?.role, 'admin')
  const authenticate = apiKeys.createAuthenticator(world.db, { stage: 'staging', region: 'us' })
  assert.equal((await authenticate(first.token))?.tier, 'enterprise')
  assert.ok((await names(first.account.id)).length > 3)
  assert.equal(await seedDemoAccount(world.db), undefined)
})

test('any account can get the demo catalogue, once', async () => {
  const [one, two] = [await world.newAccount(), await world.newAccount()]
  for (const { id } of [one, two]) assert.equal(await world.run(id, seed), true)
  const before = await names(one.id)
  assert.equal(await world.run(one.id, seed), false)
  assert.deepEqual(await names(one.id), before)
  assert.deepEqual(await names(two.id), before)
})
