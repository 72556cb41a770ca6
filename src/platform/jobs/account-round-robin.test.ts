import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAccountRoundRobin } from './account-round-robin.ts'

it('gives each account one turn in a round', async () => {
  const remaining: Record<string, number> = { a: 3, b: 1 }
  const served: string[] = []
  const roundRobin = createAccountRoundRobin({
    findAccounts: async () => Object.keys(remaining).filter((id) => (remaining[id] ?? 0) > 0),
    runTurn: async (id) => {
      served.push(id)
      remaining[id] = (remaining[id] ?? 0) - 1
      return 1
    },
  })
  assert.deepEqual(
    [await roundRobin.round(), await roundRobin.round(), await roundRobin.round()],
    [2, 1, 1],
  )
  assert.deepEqual(served, ['a', 'b', 'a', 'a'])
  assert.equal(await roundRobin.round(), 0)
})

it('serves other accounts during a slow turn, and never runs two turns of one account', async () => {
  const slow = Promise.withResolvers<void>()
  const served: string[] = []
  const roundRobin = createAccountRoundRobin({
    findAccounts: async () => ['slow', 'quick'],
    runTurn: async (id) => {
      served.push(id)
      if (id === 'slow') await slow.promise
      return 1
    },
    roundTimeoutMs: 1,
  })
  assert.deepEqual([await roundRobin.round(), await roundRobin.round()], [1, 1])
  assert.deepEqual(served, ['slow', 'quick', 'quick'])
  slow.resolve()
  await roundRobin.settled()
  assert.equal(await roundRobin.round(), 3)
})

it('reports the error of a turn, serves the other accounts, and skips the account for a while', async () => {
  const served: string[] = []
  const failures: string[] = []
  const roundRobin = createAccountRoundRobin({
    findAccounts: async () => ['broken', 'fine'],
    runTurn: async (id) => {
      served.push(id)
      if (id === 'broken') throw new Error('cannot be done')
      return 1
    },
    onError: (error, id) => failures.push(`${id}: ${(error as Error).message}`),
  })
  assert.deepEqual([await roundRobin.round(), await roundRobin.round()], [1, 1])
  assert.deepEqual(served, ['broken', 'fine', 'fine'])
  assert.deepEqual(failures, ['broken: cannot be done'])
})

it('rejects a round when the database is down, even with an error handler', async () => {
  const down = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const roundRobin = createAccountRoundRobin({
    findAccounts: async () => ['a'],
    runTurn: async () => {
      throw down
    },
    onError: () => assert.fail('not about the account'),
  })
  await assert.rejects(roundRobin.round(), down)
})
