import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import { es } from './locales/es.ts'
import { fr } from './locales/fr.ts'
import { ja } from './locales/ja.ts'
import { createPageTranslate } from './translations.ts'

const messagesByLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  de,
  es,
  fr,
  ja,
}
const stem = (key: string) => key.replace(/_(one|other)$/, '')
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

it('has the same placeholders in every language', () => {
  const expected = new Map(Object.entries(en).map(([key, text]) => [stem(key), placeholders(text)]))
  for (const [language, messages] of Object.entries(messagesByLanguage))
    for (const [key, text] of Object.entries(messages)) {
      assert.notEqual(text.trim(), '', `${language} ${key}`)
      if (/_(one|other)$/.test(key)) continue // a plural form may omit the number
      assert.deepEqual(placeholders(text), expected.get(stem(key)), `${language} ${key}`)
    }
})

it('has a text for each plural form of a language', () => {
  for (const language of ['en', 'de', 'es', 'fr', 'ja'] as const)
    for (const count of [0, 1, 2, 5, 21, 1_000_000]) {
      const text = createPageTranslate(language)('error.summary', { count })
      assert.notEqual(text, 'error.summary', `${language} ${count}`)
      assert.doesNotMatch(text, /\{\{/)
    }
  assert.equal(
    createPageTranslate('de')('error.summary', { count: 1 }),
    'Bitte prüfen Sie eine Angabe',
  )
  assert.equal(createPageTranslate('fr')('error.summary', { count: 0 }), 'Un point est à vérifier')
})

it('has no unused texts', () => {
  const folder = new URL('..', import.meta.url)
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const dynamicKeys = /^(city|region|postal|parcel|stage|label|track|ended)\./ // keys composed at run time, such as from a country or a state
  const unused = Object.keys(en).filter(
    (key) => !dynamicKeys.test(key) && !code.includes(`'${stem(key)}'`),
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
