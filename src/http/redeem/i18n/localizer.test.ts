import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Language } from '#platform/lib/languages'
import { acceptedLanguages, bestLanguage, createLocalizers } from './localizer.ts'

const getLocalizer = createLocalizers()
const may = (day: number) => new Date(Date.UTC(2026, 4, day, 16, 30))

it('formats the time until a deadline, rounded down, in each language', () => {
  const minute = 60_000
  const left = (language: Language, minutes: number) =>
    getLocalizer(language, [language])
      .timeLeft(minutes * minute)
      .replaceAll('\u00a0', ' ')
  assert.deepEqual(
    [0, 0.2, 1, 29.7, 59.6, 90, 119.9, 151, 24 * 60 - 0.1, 71 * 60, 73 * 60].map((each) =>
      left('en', each),
    ),
    [
      ...['1 minute', '1 minute', '1 minute', '30 minutes', '60 minutes', '90 minutes'],
      ...['2 hours', '2 hours', '24 hours', '71 hours', '3 days'],
    ],
  )
  assert.deepEqual(
    (['de', 'fr', 'pl', 'ja', 'ar'] as const).map((language) => left(language, 30)),
    ['30 Minuten', '30 minutes', '30 minut', '30 分', '30 دقيقة'],
  )
})

it('distinguishes readers of Traditional and of Simplified Chinese', () => {
  for (const [header, language] of [
    ['zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant-HK,ja;q=0.5', 'zh-Hant'],
    ['en-US,zh-TW;q=0.8', 'en'],
    ['fi,zh-MO;q=0.8,pt;q=0.5', 'zh-Hant'],
    ['zh-CN,zh;q=0.9', 'zh'],
    ['zh-SG', 'zh'],
    ['zh', 'zh'],
    ['zh-CN,zh-TW;q=0.8', 'zh'],
    ['zh-TW,zh-CN;q=0.8', 'zh-Hant'],
    ['zh,zh-CN;q=.9,zh-TW;q=.8', 'zh'],
    ['zh,en;q=.9,zh-Hans;q=.8,zh-HK;q=.7', 'zh'],
    ['zh,zh-TW;q=.9,zh-CN;q=.8', 'zh-Hant'],
    ['zh,yue;q=.9', 'zh-Hant'],
  ] as const)
    assert.equal(bestLanguage(acceptedLanguages(header)), language, header)
})

it('formats dates for the region of a reader of Traditional Chinese', () => {
  const day = (language: Language, tag: string) => getLocalizer(language, [tag]).date(may(8))
  assert.equal(day('zh-Hant', 'zh-TW'), '2026年5月8日')
  assert.equal(day('zh-Hant', 'zh-HK'), '2026年5月8日')
  assert.equal(getLocalizer('zh-Hant', ['zh-TW']).country('DE'), '德國')
  assert.equal(getLocalizer('zh', ['zh-TW']).country('DE'), '德国')
})

it('shows the weekday of a scan', () => {
  assert.match(
    getLocalizer('en', ['en-GB']).dateTime(may(8)),
    /^Fri,?\u00a08\u00a0May at 16:30\u00a0UTC$/,
  )
})

it('keeps a day and its month on one line', () => {
  const date = (language: 'de' | 'en' | 'es' | 'fr' | 'ja') =>
    getLocalizer(language, [language]).date(may(8))
  assert.deepEqual(
    [date('de'), date('en'), date('es'), date('fr'), date('ja')],
    [
      '8.\u00a0Mai 2026',
      'May\u00a08, 2026',
      '8\u00a0de\u00a0mayo de 2026',
      '8\u00a0mai 2026',
      '2026年5月8日',
    ],
  )
})

it('names countries without abbreviations', () => {
  const name = (language: 'en' | 'es' | 'fr' | 'nl' | 'pl', code: string) =>
    getLocalizer(language, [language]).country(code)
  assert.deepEqual(
    [name('en', 'US'), name('es', 'US'), name('fr', 'US'), name('nl', 'GB'), name('pl', 'GB')],
    ['United States', 'Estados Unidos', 'États-Unis', 'Verenigd Koninkrijk', 'Wielka Brytania'],
  )
  assert.equal(name('en', 'HK'), 'Hong Kong')
})

it('joins sentences without a space in Chinese and Japanese', () => {
  const join = (language: 'en' | 'ja' | 'ko' | 'zh') =>
    getLocalizer(language, [language]).joinSentences(['A.', 'B.'])
  assert.deepEqual([join('ja'), join('zh')], ['A.B.', 'A.B.'])
  assert.deepEqual([join('en'), join('ko')], ['A. B.', 'A. B.'])
})
