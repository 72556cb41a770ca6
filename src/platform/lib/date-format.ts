import { createLruCache } from './lru-cache.ts'

/** Those that were asked for lately. Only a memory: the same question always has the same answer. */
const formatters = createLruCache<Intl.DateTimeFormat>(300)

/**
 * A formatter of dates, made once for each language, time zone and form. Each holds tens of kilobytes that the
 * garbage collector does not see. Made anew for each letter and reminder, they were half of a worker's memory.
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
