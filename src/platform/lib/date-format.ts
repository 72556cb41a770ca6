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

/** Formats a date that has a day of the month: '1er mai 2026' in French. */
export function formatDay(format: Intl.DateTimeFormat, locale: string, date: Date): string {
  const firstDay = firstDays[locale.split('-')[0] ?? '']
  if (firstDay === undefined) return format.format(date)
  return format
    .formatToParts(date)
    .map(({ type, value }) => (type === 'day' && value === '1' ? firstDay : value))
    .join('')
}
