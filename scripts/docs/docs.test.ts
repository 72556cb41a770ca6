import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { errorCodes } from '#contract'
import { settingNames } from '#platform/config/setting-definitions'
import { findProblems } from './check-documents.ts'
import { fillSections, sections } from './sections.ts'

const root = join(import.meta.dirname, '../..')

describe('the tables of the documents', () => {
  it('stand between their markers, and nothing else is touched', () => {
    const text = 'before\n<!-- begin a -->\nold\n<!-- end a -->\nafter\n'
    const once = fillSections('x.md', text, { a: () => 'new' })
    assert.match(once, /^before\n<!-- begin a .*-->\n\nnew\n\n<!-- end a -->\nafter\n$/)
    assert.equal(fillSections('x.md', once, { a: () => 'new' }), once)
  })

  // biome-ignore format: read down the columns
  const invalidDocuments: [text: string, problem: RegExp][] = [
    ['<!-- begin b -->\n<!-- end b -->',  /no section 'b'/],
    ['<!-- begin a -->\n<!-- end b -->',  /ends as 'b'/],
    ['<!-- begin a -->\nold',             /stands alone/],
    ['old\n<!-- end a -->',               /stands alone/],
  ]
  for (const [text, problem] of invalidDocuments) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => fillSections('x.md', text, { a: () => 'new' }), problem)
    })
  }

  it('name every refusal and every setting', () => {
    for (const code of Object.keys(errorCodes))
      assert.match(sections.errors?.() ?? '', wholeWord(code))
    for (const name of settingNames) assert.match(sections.settings?.() ?? '', wholeWord(name))
  })
})

const wholeWord = (name: string) => new RegExp(`\\b${name}\\b`)

describe('what is wrong with documents', () => {
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
    ['`npm run nothing`',               /no command nothing/],
    ['BESTOW_NOTHING',                  /no setting BESTOW_NOTHING/],
  ]
  for (const [text, problem] of cases) {
    it(`in ${JSON.stringify(text)}: ${problem ?? 'nothing'}`, () => {
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
