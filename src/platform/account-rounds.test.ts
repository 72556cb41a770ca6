import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAccountRounds } from './account-rounds.ts'

it('gives each account one turn in a round', async () => {
  const left: Record<string, number> = { a: 3, b: 1 }
  const served: string[] = []
  const rounds = createAccountRounds({
    find: async () => Object.keys(left).filter((id) => (left[id] ?? 0) > 0),
    run: async (id) => {
      served.push(id)
      left[id] = (left[id] ?? 0) - 1
      return 1
    },
  })
  assert.deepEqual([await rounds.round(), await rounds.round(), await rounds.round()], [2, 1, 1])
  assert.deepEqual(served, ['a', 'b', 'a', 'a'])
  assert.equal(await rounds.round(), 0)
})

it('serves other accounts while one of them takes long, and never the same account twice', async () => {
  const slow = Promise.withResolvers<void>()
  const served: string[] = []
  const rounds = createAccountRounds({
    find: async () => ['slow', 'quick'],
    run: async (id) => {
      served.push(id)
      if (id === 'slow') await slow.promise
      return 1
    },
    waitMs: 1,
  })
  assert.deepEqual([await rounds.round(), await rounds.round()], [1, 1])
  assert.deepEqual(served, ['slow', 'quick', 'quick'])
  slow.resolve()
  await rounds.settled()
  assert.equal(await rounds.round(), 3)
})

it('reports what a turn throws, serves the others, and passes the account over for a while', async () => {
  const served: string[] = []
  const failures: string[] = []
  const rounds = createAccountRounds({
    find: async () => ['broken', 'fine'],
    run: async (id) => {
      served.push(id)
      if (id === 'broken') throw new Error('cannot be done')
      return 1
    },
    onError: (error, id) => failures.push(`${id}: ${(error as Error).message}`),
  })
  assert.deepEqual([await rounds.round(), await rounds.round()], [1, 1])
  assert.deepEqual(served, ['broken', 'fine', 'fine'])
  assert.deepEqual(failures, ['broken: cannot be done'])
})

it('rejects a round when the database is down, whoever receives other failures', async () => {
  const down = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const rounds = createAccountRounds({
    find: async () => ['a'],
    run: async () => {
      throw down
    },
    onError: () => assert.fail('not about the account'),
  })
  await assert.rejects(rounds.round(), down)
})
