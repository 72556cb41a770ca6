import { formatDay, formatDayRange, getDateFormat } from '#platform/lib/date-format'
import { estimateTimeZone } from '#platform/lib/estimate-time-zone'
import { type Destination, findTimeZone } from './address-time-zone.ts'

/** Formats days near today, which need no year. The time zone is that of the destination, if it is known. */
export interface Days {
  /** Formats a day, such as Friday, 1 May. */
  day(dateTime: Date, destination?: Destination | null): string
  /** Formats a range of days, such as 1–3 May. */
  dayRange(from: Date, to: Date, destination?: Destination | null): string
  /** Formats the day that a carrier has named, such as Friday, 1 May. */
  carrierDay(estimated_at: Date, destination?: Destination | null): string
  /** Formats the day that a carrier has named with its year, such as 1 May 2026. */
  estimate(estimated_at: Date, destination?: Destination | null): string
  /** Returns whether the day that a carrier has named is over at the destination, and 24 hours of grace as well. */
  isLate(estimated_at: Date, now: Date, destination?: Destination | null): boolean
}

const dayMs = 24 * 60 * 60 * 1000

const dayFormat = { day: 'numeric', month: 'long' } as const
const weekdayFormat = { ...dayFormat, weekday: 'long' } as const

/** Returns the date in a time zone, such as 2026-05-01. */
const toDate = (at: Date, timeZone: string): string =>
  getDateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** Creates the formatters of days for a locale. `timeZone` is used for an unknown destination. */
export function createDays(locale: string, timeZone: string): Days {
  const zoneOf = (at: Date, destination: Destination | null | undefined) =>
    findZoneThere(at, destination) ?? timeZone
  const carrierZoneOf = (at: Date, destination: Destination | null | undefined) =>
    estimateTimeZone(at, zoneOf(at, destination))
  const write = (at: Date, options: Intl.DateTimeFormatOptions) =>
    keepDayTogether(formatDay(getDateFormat(locale, options), locale, at))
  return {
    day: (at, destination) => write(at, { ...weekdayFormat, timeZone: zoneOf(at, destination) }),
    carrierDay: (at, destination) =>
      write(at, { ...weekdayFormat, timeZone: carrierZoneOf(at, destination) }),
    estimate: (at, destination) =>
      write(at, { dateStyle: 'long', timeZone: carrierZoneOf(at, destination) }),
    isLate: (at, now, destination) =>
      now.getTime() - at.getTime() >= dayMs &&
      toDate(now, zoneOf(now, destination)) > toDate(at, carrierZoneOf(at, destination)),
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
