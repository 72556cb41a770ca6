import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findImportCycles, findImports, findLayerViolations } from '#test/layers'

const root = join(import.meta.dirname, '..')
const importAliases: Record<string, string> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).imports

const violationsIn = (path: string, text: string) =>
  findLayerViolations(new Map([[path, text]]), importAliases)

describe('the source files', () => {
  const paths = globSync('src/**/*.ts', { cwd: root })
  const files = new Map(
    paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
  )

  it('import only from lower layers, through the #name of a module', () => {
    assert.ok(files.size > 400, `only ${files.size} files were read`)
    assert.deepEqual(findLayerViolations(files, importAliases), [])
  })

  it('have no import cycles, type-only imports included', () => {
    const withoutTests = new Map([...files].filter(([path]) => !path.endsWith('.test.ts')))
    assert.deepEqual(findImportCycles(withoutTests, importAliases), [])
  })
})

describe('findLayerViolations', () => {
  // biome-ignore format: aligned columns
  const invalid: [path: string, text: string, problem: RegExp][] = [
    ['src/contract/a.ts',              "import { b } from '#platform/b'",            /higher layer/],
    ['src/platform/a.ts',              "import type { B } from '#gifting'",          /higher layer/],
    ['src/domain/webhooks/a.ts',       "export * from '#gifting'",                   /higher layer/],
    ['src/domain/catalogue/a.ts',      "const b = await import('#campaigns')",       /higher layer/],
    ['src/domain/gifting/a.ts',        "import { b } from '#http/api'",              /higher layer/],
    ['src/http/api/a.ts',              "import { b } from '#app/service'",           /higher layer/],
    ['src/domain/gifting/a.ts',        "import { b } from '../webhooks/store.ts'",   /by its #name/],
    ['src/contract/payloads/a.ts',     "import { b } from '../../platform/b.ts'",    /by its #name/],
    ['src/app/main.ts',                "import { b } from '../platform/b.ts'",       /by its #name/],
    ['src/http/api/a.ts',              "import { b } from '#http/admin'",            /do not import each other/],
    ['src/http/api/a.ts',              "import '#http/admin'",                       /do not import each other/],
    ['src/http/api/a.ts',              "import { b } from '#nowhere'",               /no such import/],
    ['src/platform/a.ts',              "import { b } from '#test/test-database'",    /only tests/],
    ['src/domain/gifting/creation/a.ts', "import { b } from '../admin/b.ts'",        /higher sub-module/],
    ['src/domain/email/outbox/a.ts',   "import {\n  b,\n} from '../delivery/b.ts'",  /higher sub-module/],
    ['src/attic/a.ts',                 '',                                           /in no module/],
    ['src/domain/a.ts',                '',                                           /in no module/],
    ['src/http/a.ts',                  '',                                           /in no module/],
  ]
  for (const [path, text, problem] of invalid) {
    it(`reports ${JSON.stringify(text)} in ${path}`, () => {
      const [first, ...rest] = violationsIn(path, text)
      assert.match(first ?? 'no violation', problem)
      assert.deepEqual(rest, [])
    })
  }

  // biome-ignore format: aligned columns
  const valid: [path: string, text: string][] = [
    ['src/domain/gifting/a.ts',        "import * as webhooks from '#webhooks'"],
    ['src/domain/gifting/a.ts',        "import { b } from './b.ts'"],
    ['src/domain/gifting/admin/a.ts',  "import { b } from '../creation/b.ts'"],
    ['src/contract/payloads/a.ts',     "import { b } from '#contract'"],
    ['src/contract/payloads/a.ts',     "import { b } from '../b.ts'"],
    ['src/http/api/a.ts',              "import { b } from '#platform/postgres/database'"],
    ['src/http/api/a.test.ts',         "import { b } from '#test/test-database'"],
    ['src/app/http-app.ts',            "import { b } from '#http/api'"],
    ['src/app/cli/tokens.ts',          "import { b } from '#api-keys'\nimport pg from 'pg'"],
    ['src/contract/a.ts',              "// not: import { b } from '#gifting'\n/* from '../b.ts' */"],
  ]
  for (const [path, text] of valid) {
    it(`allows ${JSON.stringify(text)} in ${path}`, () => {
      assert.deepEqual(violationsIn(path, text), [])
    })
  }
})

describe('findImportCycles', () => {
  it('reports a cycle over several files', () => {
    const files = new Map([
      ['src/platform/a.ts', "import { b } from './b.ts'"],
      ['src/platform/b.ts', "import type { C } from '#platform/c'"],
      ['src/platform/c.ts', "import { a } from './a.ts'"],
    ])
    assert.deepEqual(findImportCycles(files, importAliases), [
      'src/platform/a.ts → src/platform/b.ts → src/platform/c.ts → src/platform/a.ts',
    ])
  })
})

describe('findImports', () => {
  it('finds every form of import', () => {
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
