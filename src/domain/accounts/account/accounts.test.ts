import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '#contract'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { createAccount, findAccount, hasAnyAccount, listAccounts } from './accounts.ts'
import { updateSettings } from './settings.ts'
import type { Tier } from './tables.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

test('an account belongs to the region and stage of its deployment, and has a readable tenant name', async () => {
  assert.equal(await testDb.run(ALL_ACCOUNTS, hasAnyAccount), false)
  const create = (name: string, tier: Tier) =>
    testDb.run(ALL_ACCOUNTS, (ctx) => createAccount(ctx, { name, tier }))
  const one = await create('  Käthe & Söhne GmbH!', 'on_demand')
  testDb.time.now = new Date(testDb.time.now.getTime() + 1)
  const two = await create('北京', 'enterprise')
  assert.equal(one.stage, 'staging')
  assert.equal(one.region, 'us')
  assert.match(one.tenant, /^ka-the-so-hne-gmbh-[0-9a-z]{8}$/)
  assert.match(two.tenant, /^[0-9a-z]{8}$/)
  assert.deepEqual(await testDb.run(ALL_ACCOUNTS, listAccounts), [one, two])
  assert.equal(await testDb.run(ALL_ACCOUNTS, hasAnyAccount), true)
})

test('an account can read itself and no other account', async () => {
  const [own, other] = [await testDb.newAccount(), await testDb.newAccount()]
  await testDb.run(own.id, async (ctx) => {
    assert.deepEqual(await findAccount(ctx, own.id), own)
    assert.equal(await findAccount(ctx, other.id), undefined)
    assert.deepEqual(await listAccounts(ctx), [own])
  })
  assert.equal(await testDb.run(ALL_ACCOUNTS, (ctx) => findAccount(ctx, 'nonsense')), undefined)
})

test('an account requires a name', async () => {
  for (const name of ['', '  ', 'x'.repeat(256)])
    await assert.rejects(
      testDb.run(ALL_ACCOUNTS, (ctx) => createAccount(ctx, { name, tier: 'enterprise' })),
      (error) => error instanceof ApiError && error.errors()[0]?.param === 'name',
    )
})

test('names of an account and of its sender are on one line, because emails have them in headers', async () => {
  const { id } = await testDb.newAccount()
  const names = { name: ' Käthe\r\nBcc: x', sender_name: 'Ada\n' }
  const { after: saved } = await testDb.run(id, (ctx) => updateSettings(ctx, names, () => {}))
  assert.deepEqual([saved.name, saved.sender_name], ['Käthe Bcc: x', 'Ada'])
})

test('an account cannot create another account', async () => {
  const { id } = await testDb.newAccount()
  await assert.rejects(
    testDb.run(id, (ctx) => createAccount(ctx, { name: 'X', tier: 'enterprise' })),
    /row-level security/,
  )
})
