import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatDay, formatDayRange, getDateFormat } from './date-format.ts'
import { languages, toFormatLocale } from './languages.ts'

const format = (locale: string, day: number) =>
  formatDay(
    getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    locale,
    new Date(Date.UTC(2026, 4, day)),
  )

it('writes the first day of a month as an ordinal where a language requires it', () => {
  assert.equal(format('fr-CH', 1), '1er mai 2026')
  assert.equal(format('it', 1), '1º maggio 2026')
  assert.equal(format('pt-BR', 1), '1º de maio de 2026')
})

it('does not change other days and languages', () => {
  assert.equal(format('fr', 11), '11 mai 2026')
  assert.equal(format('fr', 21), '21 mai 2026')
  assert.equal(format('es', 1), '1 de mayo de 2026')
  assert.equal(format('en-GB', 1), '1 May 2026')
})

// biome-ignore format: one language per line
const ranges: Readonly<Record<string, readonly [withinMonth: string, overMonths: string]>> = {
  ar:        ['1–3 ديسمبر',           '30 نوفمبر – 1 ديسمبر'],
  de:        ['1.–3. Dezember',       '30. November – 1. Dezember'],
  en:        ['December 1 – 3',       'November 30 – December 1'],
  es:        ['1–3 de diciembre',     '30 de noviembre – 1 de diciembre'],
  fr:        ['1er–3 décembre',       '30 novembre – 1er décembre'],
  it:        ['1º–3 dicembre',        '30 novembre – 1º dicembre'],
  ja:        ['12月1日～3日',           '11月30日～12月1日'],
  ko:        ['12월 1일~3일',           '11월 30일~12월 1일'],
  nl:        ['1–3 december',         '30 november – 1 december'],
  pl:        ['1–3 grudnia',          '30 listopada – 1 grudnia'],
  pt:        ['1º – 3 de dezembro',   '30 de novembro – 1º de dezembro'],
  zh:        ['12月1日至3日',           '11月30日至12月1日'],
  'zh-Hant': ['12月1日至3日',           '11月30日至12月1日'],
  'zh-HK':   ['12月1日至3日',           '11月30日至12月1日'],
  'en-GB':   ['1 – 3 December',       '30 November – 1 December'],
}

it('writes a range of days like its single days, in each language', () => {
  assert.deepEqual(
    languages.filter((language) => ranges[language] === undefined),
    [],
  )
  const day = (month: number, date: number) => new Date(Date.UTC(2026, month, date, 12))
  for (const [language, expected] of Object.entries(ranges)) {
    const locale = toFormatLocale(language)
    const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
    const write = (from: Date, to: Date) =>
      formatDayRange(getDateFormat(locale, options), locale, from, to).replaceAll(/\s/g, ' ')
    assert.deepEqual(
      [write(day(11, 1), day(11, 3)), write(day(10, 30), day(11, 1))],
      expected,
      language,
    )
    const single = formatDay(getDateFormat(locale, options), locale, day(11, 3))
    assert.equal(write(day(11, 3), day(11, 3)), single.replaceAll(/\s/g, ' '), language)
    assert.doesNotMatch(write(day(11, 30), day(12, 2)), /\/|\b0\d/, language)
  }
})
