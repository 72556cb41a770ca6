import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePageQuery } from './paging.ts'

test('parsePageQuery returns 25 entries by default, clamps a large limit, and returns all other parameters', () => {
  assert.deepEqual(parsePageQuery({}, 100), {
    page: { limit: 25, order: 'desc' },
    fieldErrors: [],
    otherParams: {},
  })
  const read = parsePageQuery(
    { limit: '9999999999999999999999', after: 'x', order: 'asc', state: 'a' },
    25,
  )
  assert.deepEqual(read.page, { limit: 25, order: 'asc', after: 'x' })
  assert.deepEqual(read.otherParams, { state: 'a' })
})

test('parsePageQuery returns all errors at once', () => {
  const params = (query: Record<string, unknown>) =>
    parsePageQuery(query, 100).fieldErrors.map(({ param }) => param)
  for (const limit of ['0', '-1', 'ten', '1.5', '1e2', '', ' 5', ['5', '6']])
    assert.deepEqual(params({ limit }), ['limit'], String(limit))
  assert.deepEqual(params({ limit: '0', after: ['a'], order: 'up' }), ['limit', 'order', 'after'])
  assert.deepEqual(params({ order: ['asc', 'desc'], after: ['a', 'b'] }), ['order', 'after'])
})
