import assert from 'node:assert/strict'
import { it } from 'node:test'
import { emailCatalogues, getLocalizer } from './localizer.ts'

const { byLanguage: locales, variants } = emailCatalogues

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
  assert.equal(day('fr'), 'vendredi 1er mai 2026')
  assert.equal(day('es-MX'), 'viernes, 1 de mayo de 2026')
  assert.equal(day('ja', 'Asia/Tokyo'), '2026年5月2日(土)')
  assert.equal(day('ar-SA'), 'الجمعة، 1 مايو 2026')
  assert.equal(day('pt-BR'), 'sexta-feira, 1º de maio de 2026')
})

it('joins sentences without a space in Japanese and Chinese', () => {
  const join = (locale: string) => getLocalizer(locale, 'UTC').joinSentences(['A.', 'B.'])
  assert.deepEqual(['ja', 'zh', 'zh-Hant', 'ko'].map(join), ['A.B.', 'A.B.', 'A.B.', 'A. B.'])
})

it('has no space around the values of Chinese texts', () => {
  const texts = (['zh', 'zh-Hant'] as const).flatMap((language) =>
    Object.entries({ ...locales[language], ...variants[language]?.messages }),
  )
  for (const [key, text] of texts)
    assert.doesNotMatch(text, /[一-龠] (\{|#|\d)|(\}|#|\d) [一-龠]/, key)
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

it('separates French punctuation from its word by a non-breaking space', () => {
  const { fr } = locales
  for (const [key, text] of Object.entries(fr))
    assert.doesNotMatch(text, / [?!;»]| :(?=\s|$)|« /, key)
})
