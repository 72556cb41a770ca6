import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatDate, keepDayTogether } from '#web-src/i18n/format'

const date = new Date('2026-03-12T14:05:00Z')
const options = { dateStyle: 'long', timeZone: 'UTC' } as const

it('the web app breaks no line between a day and its month', () => {
  assert.equal(formatDate(date, options), '12\u00a0March 2026')
  const format = (locale: string, more: Intl.DateTimeFormatOptions = options) =>
    keepDayTogether(date.toLocaleString(locale, more))
  assert.deepEqual(
    ['de', 'es', 'fr', 'ja'].map((locale) => format(locale)),
    ['12.\u00a0März 2026', '12\u00a0de\u00a0marzo de 2026', '12\u00a0mars 2026', '2026年3月12日'],
  )
  assert.match(format('de', { ...options, timeStyle: 'short' }), /^12\.\u00a0März 2026 um 14:05$/)
  const short = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  assert.equal(format('en-GB', short).replace(',', ''), 'Thu\u00a012\u00a0Mar')
})
