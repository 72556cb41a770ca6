import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { listOwnSchemas } from '#platform/postgres/migrations'
import {
  findImportCycles,
  findImports,
  findLayerViolations,
  findReachableFiles,
  findWebViolations,
} from '#test/layers'

const root = join(import.meta.dirname, '..')
const importAliases: Record<string, string> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).imports

const paths = globSync(['src/**/*.ts', 'packages/connectors/**/*.ts'], { cwd: root })
const files = new Map(
  paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
)

describe('the layout of src and of the connectors', () => {
  it('has imports that point downward only, across modules through their #name', () => {
    assert.ok(files.size > 500, `only ${files.size} files were read`)
    assert.deepEqual(findLayerViolations(files, importAliases), [])
  })

  it('has no import cycles, type-only imports included', () => {
    const code = new Map([...files].filter(([path]) => !path.endsWith('.test.ts')))
    assert.deepEqual(findImportCycles(code, importAliases), [])
  })
})

describe('the queries of a module', () => {
  const otherNames: Readonly<Record<string, string>> = {
    ...{ audit: 'access', accounts: 'access', 'api-keys': 'access', email: 'mail' },
    ...{
      'chat-apps': 'chat_apps',
      'one-links': 'gifting',
      'gift-lists': 'gifting',
      sends: 'gifting',
    },
  }
  const schemas = listOwnSchemas()

  it('name the tables of its own schema only', () => {
    assert.ok(schemas.length > 10, `only ${schemas.length} schemas were found`)
    const table = new RegExp(
      `\\b(?:from|join|into|update)\\s+(${schemas.join('|')})\\.\\w+\\b(?!\\()`,
      'g',
    )
    const foreign = [...files].flatMap(([path, text]) => {
      const [, module] = /^src\/domain\/([\w-]+)\/(?!.*\.test\.ts$)/.exec(path) ?? []
      if (module === undefined) return []
      const own = otherNames[module] ?? module
      return text
        .matchAll(table)
        .filter(([, schema]) => schema !== own)
        .map(([found]) => `${path}: ${found}`)
        .toArray()
    })
    assert.deepEqual(foreign, ['src/domain/donations/totals.ts: join catalogue.product'])
  })
})

describe('the contract of the admin API', () => {
  it('imports no domain module and no server code', () => {
    const reachable = findReachableFiles('src/http/admin/admin-api.ts', files, importAliases)
    assert.ok(reachable.length > 20, `only ${reachable.length} files were found`)
    const allowed =
      /^src\/contract\/|^src\/platform\/tables\/(encoding|preset)-names|^src\/http\/admin\/(.*contract|admin-api|lib\/|.*-filters)/
    assert.deepEqual(
      reachable.filter((path) => !allowed.test(path)),
      [],
    )
    assert.ok(!reachable.includes('src/http/admin/lib/route.ts'))
  })

  it('is the only part of the service that the web app imports, as types', () => {
    const web = new Map(
      globSync('packages/web/src/**/*.{ts,tsx}', { cwd: root }).map((path) => [
        path.replaceAll('\\', '/'),
        readFileSync(join(root, path), 'utf8'),
      ]),
    )
    assert.ok(web.size > 200, `only ${web.size} files were read`)
    assert.deepEqual(findWebViolations(web), [])
  })

  // biome-ignore format: aligned columns
  const invalid: [path: string, text: string][] = [
    ['packages/web/src/admin-api.ts',    "export * from '../../../src/http/admin/contract.ts'"],
    ['packages/web/src/admin-api.ts',    "export type * from '../../../src/http/admin/routes.ts'"],
    ['packages/web/src/tables.ts',       "export * from '../../../src/platform/tables/table-reader.ts'"],
    ['packages/web/src/pages/a/b.ts',    "import { readTable } from '../../../../../src/platform/tables/index.ts'"],
    ['packages/web/src/session.ts',      "import type { Me } from '../../../src/http/admin/contract.ts'"],
    ['packages/web/src/pages/a/b.ts',    "import type { Gift } from '#gifting'"],
  ]
  for (const [path, text] of invalid)
    it(`rejects ${JSON.stringify(text)} in ${path}`, () => {
      assert.equal(findWebViolations(new Map([[path, text]])).length, 1)
    })
})

describe('the check of the layout', () => {
  const violationsIn = (path: string, text: string) =>
    findLayerViolations(new Map([[path, text]]), importAliases)

  // biome-ignore format: aligned columns
  const invalid: [path: string, text: string, problem: RegExp][] = [
    ['src/contract/a.ts',                    "import { b } from '#platform/b'",               /higher layer/],
    ['src/platform/lib/a.ts',                "import type { B } from '#gifting'",             /higher layer/],
    ['src/domain/webhooks/a.ts',             "export * from '#gifting'",                      /higher layer/],
    ['src/domain/catalogue/a.ts',            "const b = await import('#campaigns')",          /higher layer/],
    ['src/domain/accounts/a.ts',             "import { b } from '#api-keys'",                 /higher layer/],
    ['src/domain/gifting/a.ts',              "import { b } from '#http/api'",                 /higher layer/],
    ['src/domain/gifting/a.ts',              "import { b } from '../webhooks/store.ts'",      /by its #name/],
    ['src/app/main.ts',                      "import { b } from '../platform/b.ts'",          /by its #name/],
    ['src/http/api/a.ts',                    "import { b } from '#http/admin'",               /each other/],
    ['src/http/carriers/a.ts',               "import { b } from '#connectors/easypost'",      /only src\/app/],
    ['packages/connectors/easypost/a.ts',    "import { b } from '#connectors/http-carrier'",  /only src\/app/],
    ['packages/connectors/easypost/a.ts',    "import { b } from '#http/api'",                 /higher layer/],
    ['packages/connectors/easypost/a.ts',    "import { b } from '../http-carrier/b.ts'",      /by its #name/],
    ['src/http/api/a.ts',                    "import '#http/admin'",                          /each other/],
    ['src/http/api/a.ts',                    "import { b } from '#nowhere'",                  /no such import/],
    ['src/platform/lib/a.ts',                "import { b } from '#test/throwaway-database'",  /only tests/],
    ['src/domain/gifting/lifecycle/a.ts',    "import { b } from '../commands/b.ts'",          /lifecycle does not import commands/],
    ['src/domain/gifting/lifecycle/a.ts',    "import { b } from '../encrypted-columns.ts'",   /does not import/],
    ['src/platform/crypto/a.ts',             "import type { B } from '../deployment.ts'",     /does not import/],
    ['src/domain/sends/bulk-send/a.ts',      "import { b } from '../approvals/b.ts'",         /does not import/],
    ['src/attic/a.ts',                       '',                                              /in no module/],
    ['src/domain/a.ts',                      '',                                              /in no module/],
    ['src/http/a.ts',                        '',                                              /in no module/],
  ]
  for (const [path, text, problem] of invalid) {
    it(`rejects ${JSON.stringify(text)} in ${path}`, () => {
      const [first, ...rest] = violationsIn(path, text)
      assert.match(first ?? 'no violation', problem)
      assert.deepEqual(rest, [])
    })
  }

  // biome-ignore format: aligned columns
  const valid: [path: string, text: string][] = [
    ['src/domain/gifting/a.ts',                  "import * as webhooks from '#webhooks'"],
    ['src/domain/gifting/a.ts',                  "import { b } from './b.ts'"],
    ['src/domain/gifting/commands/a.ts',         "import { b } from '../lifecycle/b.ts'"],
    ['src/domain/gifting/lifecycle/a.test.ts',   "import { b } from '../commands/b.ts'"],
    ['src/platform/postgres/a.ts',               "import { b } from '../deployment.ts'"],
    ['src/contract/versions/a.ts',               "import { b } from '../events.ts'"],
    ['src/http/api/a.ts',                        "import { b } from '#platform/postgres/database'"],
    ['packages/connectors/easypost/a.ts',        "import { b } from '#fulfilment'\nimport { c } from './c.ts'"],
    ['src/app/connectors.ts',                    "import { b } from '#connectors/easypost'"],
    ['src/http/api/a.test.ts',                   "import { b } from '#test/throwaway-database'"],
    ['src/app/main.ts',                          "import { b } from '#http/api'"],
    ['src/app/cli/tokens.ts',                    "import { b } from '#api-keys'\nimport pg from 'pg'"],
    ['src/contract/a.ts',                        "// not: import { b } from '#gifting'\n/* from '../b.ts' */"],
  ]
  for (const [path, text] of valid) {
    it(`accepts ${JSON.stringify(text)} in ${path}`, () => {
      assert.deepEqual(violationsIn(path, text), [])
    })
  }

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

  it('finds a cycle of type-only imports', () => {
    const cycle = new Map([
      ['src/contract/a.ts', "import type { B } from './b.ts'"],
      ['src/contract/b.ts', "import { c } from '#contract/c'"],
      ['src/contract/c.ts', "export type { A } from './a.ts'"],
    ])
    assert.deepEqual(findImportCycles(cycle, importAliases), [
      'src/contract/a.ts → src/contract/b.ts → src/contract/c.ts → src/contract/a.ts',
    ])
  })
})
