import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '#test/eventually'
import { batchLookups } from './batch-lookups.ts'

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
