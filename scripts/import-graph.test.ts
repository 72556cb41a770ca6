import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildImportGraph } from './import-graph.ts'

const texts = new Map([
  ['src/shop/index.ts', `export { sell } from './sell.ts'\n`],
  ['src/shop/sell.ts', `import type { Price } from './price.ts'\nimport { log } from '#lib/log'\n`],
  ['src/shop/price.ts', ''],
  ['src/lib/log.ts', ''],
  [
    'src/shop/pages.ts',
    `join(import.meta.dirname, 'pages')\nconst sql = new URL('../../sql', x)\n`,
  ],
  ['src/main.ts', `const shop = await import('#shop')\n`],
  ['test/start.test.ts', `spawn(node, ['src/main.ts'])\n`],
  ['test/rows.test.ts', `read('rows.json')\nread("docs/a.md")\n`],
])
const data = [
  'src/shop/pages/list.html',
  'sql/1.sql',
  'test/data/rows.json',
  'docs/a.md',
  'docs/b.md',
]
const usersOf = buildImportGraph(texts, [...texts.keys(), ...data], {
  '#shop': './src/shop/index.ts',
  '#lib/*': './src/lib/*.ts',
})

describe('the import graph', () => {
  // biome-ignore format: read down the columns
  const cases: [title: string, path: string, users: string[]][] = [
    ['relative imports',          'src/shop/sell.ts',         ['src/shop/index.ts']],
    ['names of package.json',     'src/lib/log.ts',           ['src/shop/sell.ts']],
    ['imports while it runs',     'src/shop/index.ts',        ['src/main.ts']],
    ['starts of a process',       'src/main.ts',              ['test/start.test.ts']],
    ['no imports of types',       'src/shop/price.ts',        []],
    ['a folder beside a module',  'src/shop/pages/list.html', ['src/shop/pages.ts']],
    ['a folder by its path',      'sql/1.sql',                ['src/shop/pages.ts']],
    ['the name of a data file',   'test/data/rows.json',      ['test/rows.test.ts']],
    ['the path of a data file',   'docs/a.md',                ['test/rows.test.ts']],
    ['no other file of a folder', 'docs/b.md',                []],
  ]
  for (const [title, path, users] of cases)
    it(`has ${title}`, () => assert.deepEqual(usersOf(path), users))
})
