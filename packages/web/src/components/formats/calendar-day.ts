import { formatDate } from '#web/i18n/format.ts'

/** Formats a month: '2026-05' becomes 'May 2026'. */
export const formatMonth = (month: string): string =>
  formatDate(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a day of a calendar: '2026-05-01' becomes 'Fri, May 1'. */
export const formatWeekday = (day: string): string =>
  formatDate(day, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
