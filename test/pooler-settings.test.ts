import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openPool } from '#platform/postgres/pool'

/** A pooler ignores the settings of a connection, so the operator sets them on the role. */
const ownSettings = (): Map<string, string> => {
  const pool = openPool({
    url: 'postgresql://bestow@localhost/bestow',
    maxConnections: 1,
    name: 'test',
  })
  const settings = [...(pool.options.options ?? '').matchAll(/-c (\w+)=(\S+)/g)]
  const entries = settings.map(([, name = '', value = '']): [string, string] => [name, value])
  // There are no prepared statements behind a pooler, so there are no cached plans.
  return new Map(entries.filter(([name]) => name !== 'plan_cache_mode'))
}

const roleSettings = (file: string): Map<string, string> => {
  const settings = readFileSync(file, 'utf8').matchAll(
    /alter role bestow set (\w+) = '?(\w[\w.]*)/g,
  )
  return new Map([...settings].map(([, name = '', value = '']) => [name, value]))
}

/** As PostgreSQL reads a time without a unit: in milliseconds. */
const withoutUnit = (value: string): string => value.replace(/^(\d+)s$/, '$1000')

describe('the settings of a role behind a pooler', () => {
  for (const file of ['docs/operations.md', 'deploy/kubernetes/cloudnative-pg.yaml'])
    it(`in ${file} are those of a connection without a pooler`, () => {
      const settings = new Map([...roleSettings(file)].map(([k, v]) => [k, withoutUnit(v)]))
      assert.deepEqual(new Map([...settings].sort()), new Map([...ownSettings()].sort()))
    })
})
