import { formatDay, formatDayRange, getDateFormat } from '#platform/lib/date-format'
import { type Destination, findTimeZone } from './address-time-zone.ts'

/** Formats days near today, which need no year. The time zone is that of the destination, if it is known. */
export interface Days {
  /** Formats a day, such as Friday, 1 May. */
  day(dateTime: Date, destination?: Destination | null): string
  /** Formats a range of days, such as 1–3 May. */
  dayRange(from: Date, to: Date, destination?: Destination | null): string
}

const dayFormat = { day: 'numeric', month: 'long' } as const

/** Creates the formatters of days for a locale. `timeZone` is used for an unknown destination. */
export function createDays(locale: string, timeZone: string): Days {
  const zoneOf = (at: Date, destination: Destination | null | undefined) =>
    findZoneThere(at, destination) ?? timeZone
  return {
    day: (at, destination) => {
      const zone = { timeZone: zoneOf(at, destination) }
      const format = getDateFormat(locale, { ...dayFormat, ...zone, weekday: 'long' })
      return keepDayTogether(formatDay(format, locale, at))
    },
    dayRange: (from, to, destination) => {
      const format = getDateFormat(locale, { ...dayFormat, timeZone: zoneOf(from, destination) })
      return keepDayTogether(formatDayRange(format, locale, from, to))
    },
  }
}

/** Returns the time zone of a destination, or undefined if it is unknown. */
export const findZoneThere = (
  at: Date,
  destination: Destination | null | undefined,
): string | undefined => (destination ? findTimeZone(destination, at) : undefined)

/** Prevents a line break between a day and its month. */
export const keepDayTogether = (date: string): string =>
  date
    .replace(
      /(\p{Nd}(?:\.|er|º)?)( de)? (?=\p{L})/gu,
      (_, day, de) => `${day}${de ? '\u00a0de' : ''}\u00a0`,
    )
    .replace(/(?<=\p{L}) (?=\p{Nd}{1,2}(?![\p{Nd}:.]))/gu, '\u00a0')
