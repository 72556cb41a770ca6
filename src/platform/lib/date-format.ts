import { createLruCache } from './lru-cache.ts'

/** Recently used formatters. The cache never changes a result. */
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
