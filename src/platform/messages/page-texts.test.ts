import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { type Language, languages } from '#platform/lib/languages'
import { projectPath } from '#platform/lib/project-files'
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

/** The words that address a reader formally and informally. */
const addresses: Readonly<Partial<Record<Language, { formal: RegExp; informal: RegExp }>>> = {
  de: {
    formal:
      /(?<!^|[.?!:] |\n)\b(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b|\b(Ihnen|Ihr|Ihre[mnrs]?)\b|\b(Wählen|Schreiben|Bitte \w+en) Sie\b/,
    informal: /\b(du|dich|dir|dein|deine[mnrs]?)\b/i,
  },
  es: {
    formal: /\busted\b|(^|[.?!] )(Elija|Escriba) /i,
    informal: /(?<![\p{L}])(tú|tu|tus|ti|te|tuyo|tuya|contigo)(?![\p{L}])/iu,
  },
  fr: {
    formal:
      /(?<![\p{L}])(vous|votre|vos|vôtre)(?![\p{L}])|(?<![\p{L}])(?!chez|assez)\p{L}+ez(?![\p{L}])/iu,
    informal: /(?<![\p{L}])(tu|toi|ton|ta|tes|tien|tienne|te)(?![\p{L}])|(?<![\p{L}])t’/iu,
  },
  nl: {
    formal: /\b(u|uw)\b/i,
    informal: /\b(je|jij|jou|jouw)\b/i,
  },
  zh: { formal: /您/, informal: /你/ },
}

it('addresses readers in one form only, formal or informal', () => {
  for (const [language, { tone, messages }] of Object.entries(pageCatalogues.variants)) {
    const words = addresses[language as Language]
    assert.ok(words, `${language} has no list of words`)
    const base = pageCatalogues.byLanguage[language as Language]
    const usual = tone === 'formal' ? 'informal' : 'formal'
    for (const [key, text] of Object.entries(base))
      if (words[tone].test(text)) assert.fail(`${language}.${key} is ${tone}: ${text}`)
    for (const [key, text] of Object.entries({ ...base, ...messages }))
      if (words[usual].test(text)) assert.fail(`${language}.${tone}.${key} is ${usual}: ${text}`)
  }
})
