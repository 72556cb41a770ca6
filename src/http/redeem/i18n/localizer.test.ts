import assert from 'node:assert/strict'
import { it } from 'node:test'
import { acceptedLanguages, bestLanguage, createLocalizers } from './localizer.ts'

const getLocalizer = createLocalizers()
const may = (day: number) => new Date(Date.UTC(2026, 4, day, 16, 30))

it('formats deadlines so that they fit in a sentence of each language', () => {
  const lead = (language: 'de' | 'fr' | 'it' | 'pl', day: number) => {
    const { t, deadline } = getLocalizer(language, [language])
    return t('claimed.lead', { date: deadline(may(day)) })
  }
  assert.match(lead('de', 8), /bis zum 8\.\u00a0Mai um 16:30\u00a0UTC für Sie\./)
  assert.match(lead('fr', 1), /jusqu’au 1er\u00a0mai à 16:30\u00a0UTC\./)
  assert.match(lead('it', 8), /fino all’8\u00a0maggio alle ore 16:30\u00a0UTC\./)
  assert.match(lead('pl', 8), /do 8\u00a0maja 16:30\u00a0UTC\./)
})

it('shows English, or another language that they prefer, to readers of Traditional Chinese', () => {
  for (const [header, language] of [
    ['zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7', 'en'],
    ['zh-HK', 'en'],
    ['zh-Hant,ja;q=0.5', 'ja'],
    ['zh-MO,zh-TW;q=0.8,pt;q=0.5', 'pt'],
    ['zh-CN,zh;q=0.9', 'zh'],
    ['zh-TW,zh-CN;q=0.8', 'zh'],
  ] as const)
    assert.equal(bestLanguage(acceptedLanguages(header)), language, header)
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
