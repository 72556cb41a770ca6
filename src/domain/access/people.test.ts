import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Refusal } from '#contract'
import { openEmptyWorld } from '#test/empty-world'
import { createPerson, peopleBy, signIn } from './people.ts'
import { isPassword } from './sign-in/passwords.ts'

const world = await openEmptyWorld()
after(() => world.close())

test('a person signs in with the password that was shown once, however the address is spelled', async () => {
  const { id: account_id } = await world.newAccount()
  const { person, password } = await world.run(account_id, (ctx) =>
    createPerson(ctx, { email: 'Dana.Lee@Example.com', role: 'admin' }),
  )
  assert.equal(person.name, 'Dana Lee')
  assert.equal(person.email, 'Dana.Lee@Example.com')
  assert.deepEqual(await signIn(world.db, ' dana.lee@example.COM', password), {
    ...person,
    account_id,
  })
  assert.equal(await signIn(world.db, 'dana.lee@example.com', `${password}x`), undefined)
  assert.equal(await signIn(world.db, 'nobody@example.com', password), undefined)
})

test('an e-mail address belongs to one person in the region', async () => {
  const [one, two] = [await world.newAccount(), await world.newAccount()]
  const create = (id: string, email: string) =>
    world.run(id, (ctx) => createPerson(ctx, { email, role: 'sender' }))
  await create(one.id, 'only@example.com')
  for (const email of ['ONLY@example.com', 'not an address'])
    await assert.rejects(
      create(two.id, email),
      (error) => error instanceof Refusal && error.errors()[0]?.param === 'email',
    )
})

test('people are found by id within their account only', async () => {
  const [mine, theirs] = [await world.newAccount(), await world.newAccount()]
  const { person } = await world.run(theirs.id, (ctx) =>
    createPerson(ctx, { email: 'theirs@example.com', role: 'sender', name: 'T' }),
  )
  assert.equal((await world.run(mine.id, (ctx) => peopleBy(ctx, [person.id]))).size, 0)
  const found = await world.run(theirs.id, (ctx) => peopleBy(ctx, [person.id]))
  assert.deepEqual(found.get(person.id), person)
})

test('a hash carries its parameters', async () => {
  // one of the test vectors of Argon2's reference implementation
  const hash =
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.equal(await isPassword(hash, 'password'), true)
  assert.equal(await isPassword(hash, 'Password'), false)
  assert.equal(await isPassword(undefined, 'password'), false)
})
