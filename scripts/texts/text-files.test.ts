import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { checkTextFiles, readTexts } from './text-files.ts'

const languages = {
  en: { required: ['sms.json', 'app/gifts.json'], optional: [] },
  de: { required: ['sms.json'], optional: ['sms.informal.json'] },
}

describe('the files of texts', () => {
  let folder = ''

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bestow texts '))
    for (const file of ['en/sms.json', 'en/app/gifts.json', 'de/sms.json'])
      write(file, '{ "stop": "Text: \\"stop\\": {a}", "go": "stop" }')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }

  it('are complete with each required file, and may have the other form of address', () => {
    assert.deepEqual(checkTextFiles(folder, languages), [])
    write('de/sms.informal.json', '{}')
    assert.deepEqual(checkTextFiles(folder, languages), [])
    assert.deepEqual(readTexts(folder, 'de/sms.json'), { stop: 'Text: "stop": {a}', go: 'stop' })
    assert.deepEqual(readTexts(folder, 'de/none.json'), {})
  })

  it('are reported when a folder or a file is missing', () => {
    rmSync(join(folder, 'de'), { recursive: true })
    rmSync(join(folder, 'en/app/gifts.json'))
    assert.deepEqual(checkTextFiles(folder, languages), [
      'en/app/gifts.json: the file is missing: copy and translate that of en',
      'de: the folder is missing: copy files of locales/en and translate them',
    ])
  })

  it('are reported when no code reads them', () => {
    write('de/sms.informel.json', '{}')
    write('en/app/gift.json', '{}')
    write('sv/sms.json', '{}')
    assert.deepEqual(checkTextFiles(folder, languages), [
      'sv: src/contract/languages.ts has no such language: add a row there, or remove the folder',
      'en/app/gift.json: is not read: its name must be one of sms.json, or that of an area in app',
      'de/sms.informel.json: is not read: its name must be one of sms.json, sms.informal.json',
    ])
  })

  const cases: [json: string, problem: RegExp][] = [
    ['\uFEFF{}', /begins with a byte order mark: save it as UTF-8 without it$/],
    ['{ "a": "b", }', /is no JSON, correct its commas and quotation marks: .*position 12/],
    ['', /is no JSON/],
    ['[]', /must be an object of texts by key/],
    ['{ "a": null }', /“a” must be a text in quotation marks$/],
    ['{ "a": { "b": "c" } }', /“a” must be a text in quotation marks$/],
    ['{ "a": "b", "c": "d", "\\u0061": "e" }', /“a” is there twice: remove one$/],
  ]
  for (const [json, problem] of cases)
    it(`are reported as: ${problem.source}, for ${JSON.stringify(json)}`, () => {
      write('de/sms.json', json)
      const [found = '', ...more] = checkTextFiles(folder, languages)
      assert.match(found, problem)
      assert.match(found, /^de\/sms\.json: /)
      assert.deepEqual(more, [])
      assert.throws(() => readTexts(folder, 'de/sms.json'), { message: found })
    })
})
