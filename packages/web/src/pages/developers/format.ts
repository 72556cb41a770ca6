import { t } from '#web/i18n/developers.ts'
import { formatDate, formatNumber } from '#web/i18n/format.ts'

/** Returns whether an endpoint has a URL for requests, and not the address of a broker. */
export const isHttp = (url: string): boolean => /^https?:/.test(url)

export const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export const formatMs = (value: number | null): string =>
  value === null
    ? '–'
    : value < 1_000
      ? t('{value} ms', { value })
      : t('{value} s', { value: formatNumber(value / 1_000, oneDecimal) })

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

export const formatTime = (at: string): string =>
  formatDate(at, { hour: '2-digit', minute: '2-digit' })

/** Formats a time with its day, for a range of several days. */
export const formatMoment = (at: string): string =>
  formatDate(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

export const halfHourEnd = (from: string): string =>
  new Date(new Date(from).getTime() + 30 * 60_000).toISOString()

/** Formats a half hour by its start and its end: '14:00 to 14:30'. */
export const formatInterval = (from: string): string =>
  t('{from} to {to}', { from: formatTime(from), to: formatTime(halfHourEnd(from)) })

/**
 * Shortens an id to its last characters. Ids from the same time have the same first characters, and a full id
 * takes three lines.
 */
export const shortId = (id: string): string => `…${id.slice(-12)}`
