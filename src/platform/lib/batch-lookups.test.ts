import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '#test/eventually'
import { batchAccountLookups, batchLookups } from './batch-lookups.ts'

it('batches concurrent lookups, and batches lookups that arrive during a query', async () => {
  const lookups: number[][] = []
  const gate = Promise.withResolvers<void>()
  const lookup = batchLookups(async (keys: readonly number[]) => {
    lookups.push([...keys])
    if (lookups.length === 1) await gate.promise
    return keys.map((key) => key * 10)
  })
  const first = lookup(1)
  await eventually(() => lookups.length > 0, { intervalMs: 1 })
  const others = [lookup(2), lookup(3), lookup(2)]
  gate.resolve()
  assert.equal(await first, 10)
  assert.deepEqual(await Promise.all(others), [20, 30, 20])
  assert.deepEqual(lookups, [[1], [2, 3, 2]])
})

it('never returns the result of a query that started before the lookup', async () => {
  let truth = 'valid'
  const lookup = batchLookups(async (keys: readonly string[]) => {
    const seen = truth
    await new Promise(setImmediate)
    return keys.map(() => seen)
  })
  const before = lookup('token')
  await new Promise(setImmediate)
  truth = 'expired'
  assert.equal(await lookup('token'), 'expired')
  assert.equal(await before, 'valid')
})

it('rejects lookups that waited behind a failed query, without another query', async () => {
  const gate = Promise.withResolvers<never>()
  let lookups = 0
  const lookup = batchLookups((_keys: readonly string[]) => {
    lookups += 1
    return gate.promise
  })
  const first = assert.rejects(lookup('a'), /away/)
  await eventually(() => lookups > 0, { intervalMs: 1 })
  const second = assert.rejects(lookup('b'), /away/)
  gate.reject(new Error('away'))
  await Promise.all([first, second])
  assert.equal(lookups, 1)
})

it('does not reject lookups after a failed query', async () => {
  let isUnavailable = true
  const lookup = batchLookups(async (keys: readonly string[]) => {
    if (isUnavailable) throw new Error('away')
    return keys
  })
  await assert.rejects(lookup('a'), /away/)
  isUnavailable = false
  assert.equal(await lookup('b'), 'b')
})

it('lets only a limited number of lookups share a query', async () => {
  const lookups: number[][] = []
  const lookup = batchLookups(async (keys: readonly number[]) => {
    lookups.push([...keys])
    return keys
  }, 2)
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(lookup)), [1, 2, 3, 4, 5])
  assert.deepEqual(lookups, [[1, 2], [3, 4], [5]])
})

it('batches the lookups of each account separately, and no account waits for another', async () => {
  const lookups: [string, number[]][] = []
  const gate = Promise.withResolvers<void>()
  const lookup = batchAccountLookups(async (account_id, keys: readonly number[]) => {
    lookups.push([account_id, [...keys]])
    if (account_id === 'slow') await gate.promise
    return keys.map((key) => `${account_id} ${key}`)
  }, 10)
  const slow = lookup('slow', 1)
  await eventually(() => lookups.length > 0, { intervalMs: 1 })
  const waiting = [lookup('slow', 2), lookup('slow', 3)]
  const fast = await Promise.all([lookup('fast', 4), lookup('fast', 5)])
  assert.deepEqual(fast, ['fast 4', 'fast 5'])
  gate.resolve()
  assert.deepEqual(await Promise.all([slow, ...waiting]), ['slow 1', 'slow 2', 'slow 3'])
  assert.deepEqual(lookups, [
    ['slow', [1]],
    ['fast', [4, 5]],
    ['slow', [2, 3]],
  ])
})
