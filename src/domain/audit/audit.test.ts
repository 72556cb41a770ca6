import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, actingAs } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { listEntries } from './read.ts'
import { recordEntry } from './record-entry.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

const page = { limit: 100, order: 'desc' } as const
const dana = { kind: 'user', id: newId(), name: 'Dana Lee', address: '192.0.2.7' } as const

async function createAccountWithEntries(...actions: string[]) {
  const { id } = await testDb.newAccount()
  for (const [at, action] of actions.entries())
    await testDb.run(id, async (ctx) =>
      recordEntry(actingAs(ctx, dana), { action, subject: { kind: 'thing', id: `thing ${at}` } }),
    )
  return id
}

test('an entry contains actor, action and subject, with the values before and after', async () => {
  const { id } = await testDb.newAccount()
  await testDb.run(id, async (ctx) =>
    recordEntry(actingAs(ctx, dana), {
      action: 'user.change_role',
      subject: { kind: 'user', id: 'p1', name: 'Ada' },
      details: { before: { role: 'sender' }, after: { role: 'admin' } },
    }),
  )
  const { data, has_more } = await testDb.run(id, (ctx) => listEntries(ctx, {}, page))
  assert.equal(has_more, false)
  const [{ id: _, ...entry } = { id: '' }, ...more] = data
  assert.deepEqual(more, [])
  assert.deepEqual(entry, {
    at: testDb.time.now,
    actor: dana,
    action: 'user.change_role',
    subject: { kind: 'user', id: 'p1', name: 'Ada' },
    details: { before: { role: 'sender' }, after: { role: 'admin' } },
  })
})

test('a rolled-back change has no entry', async () => {
  const { id } = await testDb.newAccount()
  const failing = testDb.run(id, async (ctx) => {
    recordEntry(ctx, { action: 'a.b', subject: { kind: 'a', id: '1' } })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.deepEqual((await testDb.run(id, (ctx) => listEntries(ctx, {}, page))).data, [])
})

test('entries cannot be changed or deleted, not even by the owner of the table', async () => {
  const id = await createAccountWithEntries('a.b')
  for (const statement of [
    `update access.audit_entry set action = 'x'`,
    `delete from access.audit_entry`,
    `truncate access.audit_entry`,
  ])
    await assert.rejects(
      testDb.run(ALL_ACCOUNTS, (ctx) => ctx.query(statement)),
      { code: '42501' },
    )
  // even with the privilege to change audit entries, the trigger rejects the change
  for (const statement of [
    `update access.audit_entry set action = 'x'`,
    `delete from access.audit_entry`,
  ])
    await assert.rejects(
      testDb.run(ALL_ACCOUNTS, async (ctx) => {
        await ctx.query('grant update, delete on access.audit_entry to current_user')
        await ctx.query(statement)
      }),
      /append-only/,
    )
  assert.equal((await testDb.run(id, (ctx) => listEntries(ctx, {}, page))).data.length, 1)
})

test('a list is filtered, paginated and limited to one account', async () => {
  await createAccountWithEntries('user.invite')
  const id = await createAccountWithEntries(
    'user.invite',
    'user.remove',
    'users.make',
    'token.create',
  )
  const listWith = (filter: Parameters<typeof listEntries>[1], more = {}) =>
    testDb.run(id, async (ctx) => {
      const { data, has_more } = await listEntries(ctx, filter, { ...page, ...more })
      return {
        ids: data.map((entry) => entry.id),
        actions: data.map(({ action }) => action),
        has_more,
      }
    })
  assert.deepEqual((await listWith({})).actions, [
    'token.create',
    'users.make',
    'user.remove',
    'user.invite',
  ])
  assert.deepEqual((await listWith({ action: 'user' })).actions, ['user.remove', 'user.invite'])
  assert.deepEqual((await listWith({ action: 'user.invite' })).actions, ['user.invite'])
  assert.deepEqual((await listWith({ subject_id: 'thing 3' })).actions, ['token.create'])
  assert.deepEqual((await listWith({ actor_id: newId() })).actions, [])
  const first = await listWith({}, { limit: 3 })
  assert.equal(first.has_more, true)
  assert.deepEqual((await listWith({}, { after: first.ids.at(-1) })).actions, ['user.invite'])
  await assert.rejects(listWith({}, { after: newId() }), { status: 400 })
})
