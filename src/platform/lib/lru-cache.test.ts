import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLruCache } from './lru-cache.ts'

describe('the cache', () => {
  const keysOf = (cache: ReturnType<typeof createLruCache>) =>
    [...cache.entries()].map(([key]) => key)

  it('evicts the least recently used entry first', () => {
    const cache = createLruCache(2)
    cache.set('a', 1)
    cache.set('b', 2)
    assert.equal(cache.get('a'), 1)
    cache.set('c', 3)
    assert.deepEqual(keysOf(cache), ['a', 'c'])
    assert.equal(cache.get('b'), undefined)
  })

  it('limits the sum of the bytes, with room for many more entries', () => {
    const cache = createLruCache(1_000, 100)
    cache.set('a', 1, 40)
    cache.set('b', 2, 40)
    assert.deepEqual(keysOf(cache), ['a', 'b'])
    cache.set('c', 3, 40)
    assert.deepEqual(keysOf(cache), ['b', 'c'])
    cache.set('d', 4, 100)
    assert.deepEqual(keysOf(cache), ['d'])
  })

  it('stores no value that is larger than all its memory', () => {
    const cache = createLruCache(1_000, 100)
    cache.set('a', 1, 101)
    assert.deepEqual(keysOf(cache), [])
    cache.set('b', 2, 100)
    assert.deepEqual(keysOf(cache), ['b'])
  })

  it('counts a replaced value once', () => {
    const cache = createLruCache(1_000, 100)
    for (let round = 0; round < 10; round++) cache.set('a', round, 60)
    cache.set('b', 1, 40)
    assert.deepEqual(keysOf(cache), ['a', 'b'])
    assert.equal(cache.get('a'), 9)
  })
})
