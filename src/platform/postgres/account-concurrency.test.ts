import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAccountConcurrency, maxConnectionsPerAccount } from './account-concurrency.ts'
import { isUnavailable } from './database-errors.ts'

it('limits one account without delaying other accounts', async () => {
  const concurrency = createAccountConcurrency(2, 60_000)
  assert.equal(concurrency.acquire('a'), undefined)
  assert.equal(concurrency.acquire('a'), undefined)
  const order: string[] = []
  const third = concurrency.acquire('a')?.then(() => order.push('third'))
  const fourth = concurrency.acquire('a')?.then(() => order.push('fourth'))
  assert.ok(third && fourth, 'what is beyond the share waits')
  assert.equal(concurrency.acquire('b'), undefined, 'another account does not')
  concurrency.release('a')
  await third
  assert.deepEqual(order, ['third'])
  concurrency.release('a')
  await fourth
  concurrency.release('a')
  concurrency.release('a')
  assert.equal(concurrency.acquire('a'), undefined)
})

it('rejects a request that waits too long as unavailable, and loses no slot', async () => {
  const concurrency = createAccountConcurrency(1, 5)
  await concurrency.acquire('a')
  await assert.rejects(concurrency.acquire('a') ?? Promise.resolve(), (error) =>
    isUnavailable(error),
  )
  concurrency.release('a')
  assert.equal(concurrency.acquire('a'), undefined)
})

it('allows less than half of the connections, and at least two', () => {
  assert.deepEqual([1, 2, 4, 10, 20].map(maxConnectionsPerAccount), [1, 2, 2, 4, 8])
})
