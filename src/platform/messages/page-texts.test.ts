import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { languages } from '#platform/lib/languages'
import { projectPath } from '#platform/lib/project-files'
import { findTextProblems } from '#test/text-problems'
import { createPageTranslate, pageCatalogues } from './page-texts.ts'

const { en, fr, ja } = pageCatalogues.byLanguage

it('has a text for each plural form of a language', () => {
  for (const language of languages)
    for (const count of [0, 1, 2, 5, 11, 21, 100, 1_000_000]) {
      const text = createPageTranslate(language)('error.summary', { count })
      assert.notEqual(text, 'error.summary', `${language} ${count}`)
      assert.doesNotMatch(text, /[{}]/)
    }
  const polish = createPageTranslate('pl')
  assert.deepEqual(
    [1, 3, 5, 22, 112].map((count) => polish('error.summary', { count })),
    ['Sprawdź 1 pole', 'Sprawdź 3 pola', 'Sprawdź 5 pól', 'Sprawdź 22 pola', 'Sprawdź 112 pól'],
  )
  assert.equal(
    createPageTranslate('de')('error.summary', { count: 1 }),
    'Bitte prüfen Sie eine Angabe',
  )
  assert.equal(createPageTranslate('fr')('error.summary', { count: 0 }), 'Un point est à vérifier')
})

for (const area of ['pages', 'emails', 'sms'] as const)
  for (const language of languages)
    it(`has the keys and the values of the English texts in ${area} of ${language}`, () => {
      assert.deepEqual(findTextProblems(area, language), [])
    })

it('has no unused texts', () => {
  const folders = ['src/http/redeem', 'src/domain/fulfilment/documents'].map(projectPath)
  const code = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const dynamicKeys =
    /^(allergen|city|confirm|ended|fix\.problem|help|join|label|offer|parcel|postal|react|region|stage|track|unit|warning)\./ // the code builds these keys at run time, for example from a country or a state
  const unused = Object.keys(en).filter(
    (key) => !dynamicKeys.test(key) && !code.includes(`'${key}'`),
  )
  assert.deepEqual(unused, [])
})

it('separates French punctuation from its word by a non-breaking space', () => {
  for (const [key, text] of Object.entries(fr))
    assert.doesNotMatch(text, / [?!;»]| :(?=\s|$)|« /, key)
})

it('addresses people with 様 in Japanese, like the emails', () => {
  for (const [key, text] of Object.entries(ja)) assert.doesNotMatch(text, /\}さん/, key)
})
