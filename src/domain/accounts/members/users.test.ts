import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '#contract'
import { createTestDatabase } from '#test/test-database'
import { verifyPassword } from '../sign-in/password-hash.ts'
import { authenticatePerson, createUser, findUsersById } from './users.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

test('a user signs in with the generated password, in any spelling of the email address', async () => {
  const { id: account_id } = await testDb.newAccount()
  const { user, password } = await testDb.run(account_id, (ctx) =>
    createUser(ctx, { email: 'Dana.Lee@Example.com', role: 'admin' }),
  )
  assert.equal(user.name, 'Dana Lee')
  assert.equal(user.email, 'Dana.Lee@Example.com')
  assert.ok(password)
  const authenticate = async (email: string, entered: string) =>
    (await authenticatePerson(testDb.db, email, entered)).map(({ account_id, user_id }) => [
      account_id,
      user_id,
    ])
  assert.deepEqual(await authenticate(' dana.lee@example.COM', password), [[account_id, user.id]])
  assert.deepEqual(await authenticate('dana.lee@example.com', `${password}x`), [])
  assert.deepEqual(await authenticate('unknown@example.com', password), [])
})

test('an email address belongs to one person, who can be a user of several accounts', async () => {
  const [one, two] = [await testDb.newAccount(), await testDb.newAccount()]
  const create = (id: string, email: string) =>
    testDb.run(id, (ctx) => createUser(ctx, { email, role: 'sender' }))
  const first = await create(one.id, 'only@example.com')
  const second = await create(two.id, 'ONLY@example.com')
  assert.ok(first.password)
  assert.equal(second.password, undefined)
  const found = await authenticatePerson(testDb.db, 'only@example.com', first.password)
  assert.deepEqual(found.map(({ account_id }) => account_id).sort(), [one.id, two.id].sort())
  for (const email of ['only@EXAMPLE.com', 'not an address'])
    await assert.rejects(
      create(two.id, email),
      (error) => error instanceof ApiError && error.errors()[0]?.param === 'email',
    )
})

test('users are found by id within their account only', async () => {
  const [own, other] = [await testDb.newAccount(), await testDb.newAccount()]
  const { user } = await testDb.run(other.id, (ctx) =>
    createUser(ctx, { email: 'other@example.com', role: 'sender', name: 'T' }),
  )
  assert.equal((await testDb.run(own.id, (ctx) => findUsersById(ctx, [user.id]))).size, 0)
  const found = await testDb.run(other.id, (ctx) => findUsersById(ctx, [user.id]))
  assert.deepEqual(found.get(user.id), user)
})

test('a hash contains its parameters', async () => {
  // a test vector of the Argon2 reference implementation
  const hash =
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.equal(await verifyPassword(hash, 'password'), true)
  assert.equal(await verifyPassword(hash, 'Password'), false)
  assert.equal(await verifyPassword(undefined, 'password'), false)
})
