import { createLruCache } from './lru-cache.ts'

/** The recently used formatters. A cached formatter gives the same result as a new one. */
const formatters = createLruCache<Intl.DateTimeFormat>(300)

/**
 * Returns a cached date formatter for a language, time zone and format. Each formatter uses tens of kilobytes that
 * the garbage collector does not count. Without the cache, formatters used half of a worker's memory.
 */
export function getDateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat(locale, options)
  formatters.set(key, format)
  return format
}

/**
 * The first day of a month in languages that write this day as an ordinal. `Intl` does not write ordinals.
 */
const firstDays: Readonly<Record<string, string>> = { fr: '1er', it: '1º', pt: '1º' }

/** What languages write between two days, if `Intl` writes their ranges with slashes: 12/01～12/03. */
const daySeparators: Readonly<Record<string, string>> = { ja: '～', zh: '至' }

const baseLanguage = (locale: string): string => locale.split('-')[0] ?? ''

/** Joins the parts of dates. The first day of a month is an ordinal where its language requires this. */
const joinParts = (locale: string, parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts
    .map(({ type, value }) => {
      const day = type === 'day' ? value.replace(/^0/, '') : value
      return type === 'day' && day === '1' ? (firstDays[baseLanguage(locale)] ?? day) : day
    })
    .join('')

/** Formats a date that has a day of the month: '1er mai 2026' in French. */
export const formatDay = (format: Intl.DateTimeFormat, locale: string, date: Date): string =>
  firstDays[baseLanguage(locale)] === undefined
    ? format.format(date)
    : joinParts(locale, format.formatToParts(date))

/**
 * Formats a range of days with the parts of single days: '1er–3 mai' in French, '5月1日～3日' in Japanese. `format` has
 * the day and the name of the month only.
 */
export function formatDayRange(
  format: Intl.DateTimeFormat,
  locale: string,
  from: Date,
  to: Date,
): string {
  const separator = daySeparators[baseLanguage(locale)]
  if (separator === undefined) return joinParts(locale, format.formatRangeToParts(from, to))
  const [first, last] = [format.formatToParts(from), format.formatToParts(to)]
  const isSameMonth = findMonth(first) === findMonth(last)
  const rest = isSameMonth ? last.slice(last.findIndex(({ type }) => type === 'day')) : last
  const days = [joinParts(locale, first), joinParts(locale, last)] as const
  return days[0] === days[1] ? days[0] : `${days[0]}${separator}${joinParts(locale, rest)}`
}

const findMonth = (parts: readonly Intl.DateTimeFormatPart[]): string | undefined =>
  parts.find(({ type }) => type === 'month')?.value
