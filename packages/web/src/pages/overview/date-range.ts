import { t } from '#web/i18n/overview.ts'

export const dateRanges = [
  ['7', t('Last 7 days')],
  ['30', t('30 days')],
  ['90', t('90 days')],
  ['365', t('Year')],
  ['all', t('All time')],
] as const

export type DateRange = (typeof dateRanges)[number][0]

export const isDateRange = (text: string | undefined): text is DateRange =>
  dateRanges.some(([value]) => value === text)

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the filters of a list for the same days, including today.
 *
 * @param clockOffsetMs  the time by which the account's clock is ahead; the times of gifts follow this clock
 */
export function toDateFilter(range: DateRange, clockOffsetMs = 0): Record<string, string> {
  if (range === 'all') return {}
  const from = new Date(Date.now() + clockOffsetMs - (Number(range) - 1) * dayMs)
  return { created_from: from.toISOString().slice(0, 10) }
}
