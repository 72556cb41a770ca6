import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  expandScopes,
  hasScope,
  intersectScopes,
  normalizeScopes,
  scopeNames,
  sensitiveScopes,
} from './scopes.ts'

const reads = 'gift_requests:read'

describe('scopes', () => {
  it('full access includes every scope except the sensitive ones', () => {
    for (const scope of scopeNames)
      assert.equal(hasScope(['*'], scope), !sensitiveScopes.includes(scope), scope)
    assert.ok(hasScope(['*', 'endpoints:write'], 'endpoints:write'))
    assert.deepEqual(sensitiveScopes, ['endpoints:write'])
  })

  it('a write scope does not include the read scope, nor the other way round', () => {
    assert.ok(!hasScope(['gift_requests:write'], reads))
    assert.ok(!hasScope([reads], 'gift_requests:write'))
  })

  it('are stored once each, in one order, without those of full access', () => {
    assert.deepEqual(normalizeScopes(['events:read', reads, 'events:read']), [reads, 'events:read'])
    assert.deepEqual(normalizeScopes([reads, 'endpoints:write', '*']), ['*', 'endpoints:write'])
  })

  // biome-ignore format: columns
  const rows: [a: string[], b: string[], both: string[]][] = [
    [['*'],                    ['*'],                    ['*']],
    [['*'],                    ['*', 'endpoints:write'], ['*']],
    [['*', 'endpoints:write'], ['*', 'endpoints:write'], ['*', 'endpoints:write']],
    [['*', 'endpoints:write'], [reads, 'endpoints:write'], [reads, 'endpoints:write']],
    [['*'],                    ['endpoints:write'],      []],
    [[reads],                  ['events:read'],          []],
    [[reads, 'events:read'],   ['*'],                    [reads, 'events:read']],
  ]
  for (const [a, b, both] of rows)
    it(`${a} and ${b} have ${both} in common`, () => {
      assert.deepEqual(intersectScopes(a, b), both)
      assert.deepEqual(intersectScopes(b, a), both)
      for (const scope of scopeNames)
        assert.equal(hasScope(both, scope), hasScope(a, scope) && hasScope(b, scope), scope)
    })

  it('lists full access by name', () => {
    assert.equal(expandScopes(['*']).length, scopeNames.length - sensitiveScopes.length)
  })
})
