import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import { es } from './locales/es.ts'
import { fr } from './locales/fr.ts'
import { ja } from './locales/ja.ts'
import { createTranslations } from './translations.ts'

const messagesByLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  de,
  es,
  fr,
  ja,
}
const stem = (key: string) => key.replace(/_(one|many|other)$/, '')
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

it('fills the same gaps in every language', () => {
  const expected = new Map(Object.entries(en).map(([key, text]) => [stem(key), placeholders(text)]))
  for (const [language, messages] of Object.entries(messagesByLanguage))
    for (const [key, text] of Object.entries(messages)) {
      assert.notEqual(text.trim(), '', `${language} ${key}`)
      if (/_(one|many|other)$/.test(key)) continue // 'in a second' needs no number
      assert.deepEqual(placeholders(text), expected.get(stem(key)), `${language} ${key}`)
    }
})

it('has a text in each form of number that the language has', () => {
  const t = createTranslations()
  for (const language of ['en', 'de', 'es', 'fr', 'ja'] as const)
    for (const count of [0, 1, 2, 5, 21, 1_000_000]) {
      const text = t(language)('error.summary', { count })
      assert.notEqual(text, 'error.summary', `${language} ${count}`)
      assert.doesNotMatch(text, /\{\{/)
    }
  assert.equal(t('de')('error.summary', { count: 1 }), 'Bitte prüfen Sie eine Angabe')
  assert.equal(t('fr')('error.summary', { count: 0 }), 'Un point est à vérifier')
})

it('says nothing that no page says', () => {
  const folder = new URL('..', import.meta.url)
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const dynamicKeys = /^(city|region|postal|parcel|stage|label|track|ended)\./ // put together from a country or a state
  const unused = Object.keys(en).filter(
    (key) => !dynamicKeys.test(key) && !code.includes(`'${stem(key)}'`),
  )
  assert.deepEqual(unused, [])
})

it('keeps French punctuation with its word', () => {
  for (const [key, text] of Object.entries(fr))
    assert.doesNotMatch(text, / [?!;»]| :(?=\s|$)|« /, key)
})

it('calls people 様 in Japanese, as the emails do', () => {
  for (const [key, text] of Object.entries(ja)) assert.doesNotMatch(text, /\}さん/, key)
})
