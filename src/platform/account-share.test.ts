import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAccountShare, shareOf } from './account-share.ts'
import { isAway } from './database-failures.ts'

it('lets an account have its share and others theirs', async () => {
  const share = createAccountShare(2, 60_000)
  assert.equal(share.enter('a'), undefined)
  assert.equal(share.enter('a'), undefined)
  const order: string[] = []
  const third = share.enter('a')?.then(() => order.push('third'))
  const fourth = share.enter('a')?.then(() => order.push('fourth'))
  assert.ok(third && fourth, 'what is beyond the share waits')
  assert.equal(share.enter('b'), undefined, 'another account does not')
  share.leave('a')
  await third
  assert.deepEqual(order, ['third'])
  share.leave('a')
  await fourth
  share.leave('a')
  share.leave('a')
  assert.equal(share.enter('a'), undefined)
})

it('rejects what waits too long as if the database were too busy, and keeps the places', async () => {
  const share = createAccountShare(1, 5)
  await share.enter('a')
  await assert.rejects(share.enter('a') ?? Promise.resolve(), (error) => isAway(error))
  share.leave('a')
  assert.equal(share.enter('a'), undefined)
})

it('is less than half of the connections, and at least two of those there are', () => {
  assert.deepEqual([1, 2, 4, 10, 20].map(shareOf), [1, 2, 2, 4, 8])
})
