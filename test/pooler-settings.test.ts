import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openPool } from '#platform/postgres/pool'

/** Returns the settings of a connection. A pooler ignores them, so the operator sets them on the role. */
const ownSettings = (): Map<string, string> => {
  const pool = openPool({
    url: 'postgresql://bestow@localhost/bestow',
    maxConnections: 1,
    name: 'test',
  })
  const settings = [...(pool.options.options ?? '').matchAll(/-c (\w+)=(\S+)/g)]
  const entries = settings.map(([, name = '', value = '']): [string, string] => [name, value])
  // A connection through a pooler uses no prepared statements, and so no cached plans.
  return new Map(entries.filter(([name]) => name !== 'plan_cache_mode'))
}

const roleSettings = (file: string): Map<string, string> => {
  const settings = readFileSync(file, 'utf8').matchAll(
    /alter role bestow set (\w+) = '?(\w[\w.]*)/g,
  )
  return new Map([...settings].map(([, name = '', value = '']) => [name, value]))
}

/**
 * Converts a time in seconds to milliseconds, because PostgreSQL reads a time without a unit as milliseconds.
 */
const withoutUnit = (value: string): string => value.replace(/^(\d+)s$/, '$1000')

describe('the settings of a role behind a pooler', () => {
  for (const file of ['docs/operations.md', 'deploy/kubernetes/cloudnative-pg.yaml'])
    it(`in ${file} are those of a connection without a pooler`, () => {
      const settings = new Map([...roleSettings(file)].map(([k, v]) => [k, withoutUnit(v)]))
      assert.deepEqual(new Map([...settings].sort()), new Map([...ownSettings()].sort()))
    })
})
