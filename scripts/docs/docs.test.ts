import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { errorCodes } from '#contract'
import { settingNames } from '#platform/config/setting-definitions'
import { findProblems } from './check-documents.ts'
import { findUnshownScreenshots, listShownScreenshots } from './pictures.ts'
import { fillSections, sections } from './sections.ts'

const root = join(import.meta.dirname, '../..')

describe('the generated tables', () => {
  it('replace only the text between their markers', () => {
    const text = 'before\n<!-- begin a -->\nold\n<!-- end a -->\nafter\n'
    const once = fillSections('x.md', text, { a: () => 'new' })
    assert.match(once, /^before\n<!-- begin a .*-->\n\nnew\n\n<!-- end a -->\nafter\n$/)
    assert.equal(fillSections('x.md', once, { a: () => 'new' }), once)
  })

  // biome-ignore format: read down the columns
  const invalidDocuments: [text: string, problem: RegExp][] = [
    ['<!-- begin b -->\n<!-- end b -->',  /unknown section 'b'/],
    ['<!-- begin a -->\n<!-- end b -->',  /ends with the marker of 'b'/],
    ['<!-- begin a -->\nold',             /unpaired marker/],
    ['old\n<!-- end a -->',               /unpaired marker/],
  ]
  for (const [text, problem] of invalidDocuments) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.throws(() => fillSections('x.md', text, { a: () => 'new' }), problem)
    })
  }

  it('contain every error code and every setting', () => {
    for (const code of Object.keys(errorCodes))
      assert.match(sections.errors?.() ?? '', wholeWord(code))
    for (const name of settingNames) assert.match(sections.settings?.() ?? '', wholeWord(name))
  })
})

const wholeWord = (name: string) => new RegExp(`\\b${name}\\b`)

describe('the document check', () => {
  // biome-ignore format: read down the columns
  const cases: [text: string, problem: RegExp | undefined][] = [
    ['[a](package.json)',               undefined],
    ['[a](b.md#two-words)',             undefined],
    ['[a](https://example.com/nowhere)', undefined],
    ['`npm run fix`, BESTOW_STAGE',     undefined],
    ['BESTOW_SECRET_KEY_FILE',          undefined],
    ['```md\n[a](nowhere.md)\n```',     undefined],
    ['[a](nowhere.md)',                 /no file nowhere\.md/],
    ['[a](b.md#three)',                 /no heading b\.md#three/],
    ['[a](#three)',                     /no heading #three/],
    ['`npm run nothing`',               /unknown npm command nothing/],
    ['BESTOW_NOTHING',                  /unknown setting BESTOW_NOTHING/],
  ]
  for (const [text, problem] of cases) {
    it(`${problem === undefined ? 'accepts' : 'rejects'} ${JSON.stringify(text)}`, () => {
      const problems = findProblems(
        new Map([
          ['a.md', text],
          ['b.md', '# Two `words`!'],
        ]),
        root,
      )
      assert.equal(problems.length, problem === undefined ? 0 : 1, problems.join())
      if (problem !== undefined) assert.match(problems[0] ?? '', problem)
    })
  }
})

describe('the screenshots', () => {
  const documents = new Map([
    ['README.md', '![a](docs/screenshots/admin/gifts.webp) and [b](other/b.webp)'],
    ['docs/a.md', '[c](screenshots/admin/spend-dark.webp), ![d](screenshots/admin/gifts.webp)'],
  ])

  it('are those that a document shows or links to, once each', () => {
    assert.deepEqual(listShownScreenshots(documents), ['admin/gifts.webp', 'admin/spend-dark.webp'])
  })

  it('are reported when no document shows them', () => {
    const problems = findUnshownScreenshots(documents)
    assert.ok(problems.some((problem) => problem.includes('admin/packing.webp')))
    assert.ok(!problems.some((problem) => problem.includes('admin/gifts.webp')))
  })
})

describe('the numbers of decisions', () => {
  it('are found if two branches chose the same', () => {
    const paths = ['0203-a.md', '0192-b.md', '0203-c.md'].map((name) => `docs/decisions/${name}`)
    const problems = findProblems(new Map(paths.map((path) => [path, '# A decision'])), root)
    assert.deepEqual(problems, [
      'docs/decisions/0203-c.md: give it a number that no other decision has',
    ])
  })
})

describe('comments', () => {
  it('name decisions that have a page', () => {
    const pages = new Set(
      globSync('docs/decisions/*.md', { cwd: root }).map((path) => Number(path.slice(15, 19))),
    )
    const pattern = 'decisions?/? ?[0-9]+'
    const paths = ['src', 'packages', 'scripts', 'test', 'deploy', 'migrations']
    const found = execFileSync('git', ['grep', '-noiE', pattern, '--', ...paths], {
      cwd: root,
      encoding: 'utf8',
    })
    const references = found.split('\n').filter((line) => line !== '')
    assert.ok(references.length > 10)
    const broken = references.filter((line) => !pages.has(Number(/[0-9]+$/.exec(line)?.[0])))
    assert.deepEqual(broken, [])
  })
})
