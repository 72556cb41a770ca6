import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertJsonLimits, assertTextDepth } from './json-limits.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const isDeep = /deeper than 32 levels/

it('limits the depth of a text and of a value in the same way', () => {
  for (const depth of [1, 32]) {
    assertTextDepth(nested(depth))
    assertJsonLimits(JSON.parse(nested(depth)))
  }
  for (const depth of [34, 500]) {
    assert.throws(() => assertTextDepth(nested(depth)), isDeep)
    assert.throws(() => assertJsonLimits(JSON.parse(nested(depth))), isDeep)
  }
  assert.throws(() => assertTextDepth('{"a":'.repeat(100)), isDeep)
})

it('does not count brackets inside strings, even with escapes', () => {
  assertTextDepth(JSON.stringify({ text: `"${'['.repeat(100)}\\`, more: `\\"${'{'.repeat(100)}` }))
  assertTextDepth(JSON.stringify(Array.from({ length: 100 }, () => ({ a: [] }))))
  assert.throws(() => assertTextDepth(`{"\\\\":${nested(40)}}`), isDeep)
})

it('limits the number of values', () => {
  assertJsonLimits(Array(9).fill(0), { maxValues: 10 })
  assert.throws(() => assertJsonLimits(Array(10).fill(0), { maxValues: 10 }), /more than 10 values/)
})

it('rejects a list or an object with more entries than the contract allows anywhere', () => {
  assertJsonLimits({ list: Array(1_000).fill(0) })
  for (const value of [
    { list: Array(1_001).fill(0) },
    { pairs: Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [n, 0])) },
  ])
    assert.throws(() => assertJsonLimits(value), /more than 1,000 entries/)
})
