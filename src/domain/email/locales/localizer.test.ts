import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Language, pluralForms } from '#platform/lib/languages'
import { getLocalizer, locales } from './localizer.ts'

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const withoutPluralSuffix = (key: string) => key.replace(pluralSuffix, '')
const findPlaceholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

const english = locales.en
const pluralKeys = new Set(
  Object.keys(english)
    .filter((key) => pluralSuffix.test(key))
    .map(withoutPluralSuffix),
)

for (const [language, translations] of Object.entries(locales)) {
  it(`${language} has every text, in each of its plural forms, with the same placeholders`, () => {
    const forms = pluralForms[language as Language]
    const expectedKeys = Object.keys(english).flatMap((key) =>
      pluralKeys.has(withoutPluralSuffix(key))
        ? forms.map((each) => `${withoutPluralSuffix(key)}_${each}`)
        : [key],
    )
    assert.deepEqual(Object.keys(translations).sort(), [...new Set(expectedKeys)].sort())
    for (const [key, text] of Object.entries(translations)) {
      assert.notEqual(text.trim(), '', key)
      const source = english[key] ?? english[`${withoutPluralSuffix(key)}_other`] ?? ''
      const [actual, expected] = [findPlaceholders(text), findPlaceholders(source)]
      // a text such as 'one day' may omit the number
      const required = pluralKeys.has(withoutPluralSuffix(key))
        ? expected.filter((each) => each !== '{{count}}')
        : expected
      assert.ok(
        required.every((each) => actual.includes(each)),
        `${language} ${key} lacks one of ${required}`,
      )
      assert.ok(
        actual.every((each) => each === '{{count}}' || expected.includes(each)),
        `${language} ${key} has a placeholder without a value: ${actual}`,
      )
    }
  })
}

it('formats counts and dates in each language', () => {
  const heading = (locale: string, count: number) => {
    const { t } = getLocalizer(locale, 'UTC')
    return t('expiring.heading', { count })
  }
  assert.deepEqual(
    ['en', 'de', 'fr', 'es', 'ja', 'pl', 'ar'].map((locale) => [
      heading(locale, 1),
      heading(locale, 3),
    ]),
    [
      ['One day left', '3 days left'],
      ['Noch ein Tag', 'Noch 3 Tage'],
      ['Plus qu’un jour', 'Plus que 3 jours'],
      ['Queda un día', 'Quedan 3 días'],
      ['あと1日です', 'あと3日です'],
      ['Został jeden dzień', 'Zostały 3 dni'],
      ['بقي يوم واحد', 'بقيت \u20683\u2069 أيام'],
    ],
  )
  const day = (locale: string, timeZone = 'UTC') =>
    getLocalizer(locale, timeZone).formatDate('2026-05-01T22:30:00Z')
  assert.equal(day('en'), 'Friday, 1 May 2026')
  assert.equal(day('en-US'), 'Friday, May 1, 2026')
  assert.equal(day('de-AT', 'Europe/Vienna'), 'Samstag, 2. Mai 2026')
  assert.equal(day('fr'), 'vendredi 1 mai 2026')
  assert.equal(day('es-MX'), 'viernes, 1 de mayo de 2026')
  assert.equal(day('ja', 'Asia/Tokyo'), '2026年5月2日土曜日')
  assert.equal(day('ar-SA'), 'الجمعة، 1 مايو 2026')
  assert.equal(day('pt-BR'), 'sexta-feira, 1 de maio de 2026')
})

it('formats a deadline in the time zone where the day ends last, regardless of the campaign', () => {
  for (const timeZone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
    const { formatLastDay } = getLocalizer('en-US', timeZone)
    assert.equal(formatLastDay('2026-01-21T06:59:00Z'), 'Tuesday, January 20, 2026', timeZone)
    assert.equal(formatLastDay('2026-01-21T12:00:00Z'), 'Wednesday, January 21, 2026', timeZone)
  }
})

it('falls back to English for unsupported languages', () => {
  const { language, t } = getLocalizer('tlh', 'UTC')
  assert.equal(language, 'en')
  assert.equal(t('invitation.button'), 'Open your gift')
})

it('separates French punctuation from its word by a non-breaking space, and addresses Spanish readers with tú', () => {
  const { fr, es } = locales
  for (const [key, text] of Object.entries(fr))
    assert.doesNotMatch(text, / [?!;»]| :(?=\s|$)|« /, key)
  for (const [key, text] of Object.entries(es)) assert.doesNotMatch(text, /\busted\b/i, key)
})
