import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLocalizers } from './localizer.ts'

const getLocalizer = createLocalizers()
const may = (day: number) => new Date(Date.UTC(2026, 4, day, 16, 30))

it('formats deadlines so that they fit in a sentence of each language', () => {
  const lead = (language: 'de' | 'fr' | 'it' | 'pl', day: number) => {
    const { t, deadline } = getLocalizer(language, [language])
    return t('claimed.lead', { date: deadline(may(day)) })
  }
  assert.match(lead('de', 8), /bis zum 8\. Mai um 16:30 UTC für Sie\./)
  assert.match(lead('fr', 1), /jusqu’au 1er mai à 16:30 UTC\./)
  assert.match(lead('it', 8), /fino all’8 maggio alle ore 16:30 UTC\./)
  assert.match(lead('pl', 8), /do 8 maja 16:30 UTC\./)
})

it('shows the weekday of a scan', () => {
  assert.match(getLocalizer('en', ['en-GB']).dateTime(may(8)), /^Fri,? 8 May at 16:30 UTC$/)
})

it('joins sentences without a space in Chinese and Japanese', () => {
  const join = (language: 'en' | 'ja' | 'ko' | 'zh') =>
    getLocalizer(language, [language]).joinSentences(['A.', 'B.'])
  assert.deepEqual([join('ja'), join('zh')], ['A.B.', 'A.B.'])
  assert.deepEqual([join('en'), join('ko')], ['A. B.', 'A. B.'])
})
