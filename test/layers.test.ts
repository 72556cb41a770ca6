import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findImports, findLayerViolations } from '#test/layers'

const root = join(import.meta.dirname, '..')
const importAliases: Record<string, string> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).imports

const violationsIn = (path: string, text: string) =>
  findLayerViolations(new Map([[path, text]]), importAliases)

describe('the house', () => {
  it('leans only downwards, through doors', () => {
    const paths = globSync('src/**/*.ts', { cwd: root })
    const files = new Map(
      paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
    )
    assert.ok(files.size > 20, `only ${files.size} files were looked at`)
    assert.deepEqual(findLayerViolations(files, importAliases), [])
  })
})

describe('the test of the house', () => {
  // biome-ignore format: read down the columns
  const bad: [path: string, text: string, problem: RegExp][] = [
    ['src/contract/a.ts',             "import { b } from '#platform/b'",              /upstairs/],
    ['src/platform/a.ts',             "import type { B } from '#gifting'",            /upstairs/],
    ['src/domain/webhooks/a.ts',      "export * from '#gifting'",                     /upstairs/],
    ['src/domain/catalogue/a.ts',     "const b = await import('#campaigns')",         /upstairs/],
    ['src/domain/gifting/a.ts',       "import { b } from '#surfaces/api'",            /upstairs/],
    ['src/domain/gifting/a.ts',       "import { b } from '../webhooks/store.ts'",     /climbs/],
    ['src/contract/payloads/a.ts',    "import {\n  b,\n} from '../b.ts'",             /climbs/],
    ['src/app/run-service.ts',                   "import { b } from './platform/b.ts'",          /#door/],
    ['src/http/api/a.ts',         "import { b } from '#surfaces/admin'",          /blind/],
    ['src/http/api/a.ts',         "import '#surfaces/admin'",                     /blind/],
    ['src/http/api/a.ts',         "import { b } from '#nowhere'",                 /no such door/],
    ['src/platform/a.ts',             "import { b } from '#test/database'",           /made for tests/],
    ['src/attic/a.ts',                '',                                             /no room/],
    ['src/domain/a.ts',               '',                                             /no room/],
    ['src/http/a.ts',             '',                                             /no room/],
  ]
  for (const [path, text, problem] of bad) {
    it(`reports ${JSON.stringify(text)} in ${path}`, () => {
      const [found, ...more] = violationsIn(path, text)
      assert.match(found ?? 'nothing was reported', problem)
      assert.deepEqual(more, [])
    })
  }

  // biome-ignore format: read down the columns
  const good: [path: string, text: string][] = [
    ['src/domain/gifting/a.ts',       "import * as webhooks from '#webhooks'"],
    ['src/domain/gifting/a.ts',       "import { b } from './b.ts'"],
    ['src/contract/payloads/a.ts',    "import { b } from '#contract'"],
    ['src/http/api/a.ts',         "import { b } from '#platform/postgres'"],
    ['src/http/api/a.test.ts',    "import { freshDatabase } from '#test/database'"],
    ['src/app/run-service.ts',                   "import { b } from '#surfaces/api'"],
    ['src/app/cli/tokens.ts',             "import { b } from '#access'\nimport pg from 'pg'"],
    ['src/contract/a.ts',             "// not: import { b } from '#gifting'\n/* from '../b.ts' */"],
  ]
  for (const [path, text] of good) {
    it(`allows ${JSON.stringify(text)} in ${path}`, () => {
      assert.deepEqual(violationsIn(path, text), [])
    })
  }

  it('sees every way to import', () => {
    const text = `import a from 'one'
      import { b,
        c } from "two"
      import 'three'
      export * from 'four'
      export type { D } from 'five'
      const six = await import('six')`
    assert.deepEqual(findImports(text), ['one', 'two', 'three', 'four', 'five', 'six'])
  })
})
