import { formatNumber } from '#web/i18n/format.ts'

const maxCounted = 1_000 // the server stops counting at this number

/** Replaces a count above the maximum of the server with text such as `1,000+`. */
export const capCount = (text: string, count: number): string =>
  count > maxCounted ? text.replace(formatNumber(count), `${formatNumber(maxCounted)}+`) : text
