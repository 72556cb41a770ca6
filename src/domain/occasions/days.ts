/*
 * Days of the calendar as numbers of days since 1970-01-01, and times of day in time zones.
 */

const dayMs = 86_400_000
const minuteMs = 60_000

/** Returns the number of a day such as 2026-03-01. A day that the year does not have is undefined. */
export function parseDay(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return undefined
  const day = Date.parse(`${year}-${month}-${date}T00:00:00Z`) / dayMs
  return Number.isInteger(day) && formatDay(day) === text ? day : undefined
}

export const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

export const yearOf = (day: number): number => new Date(day * dayMs).getUTCFullYear()

/** Returns the day of a year with this month and date, such as 04-12. 29 February becomes 28 February. */
export const dayInYear = (year: number, monthAndDate: string): number | undefined =>
  parseDay(`${year}-${monthAndDate}`) ??
  (monthAndDate === '02-29' ? parseDay(`${year}-02-28`) : undefined)

/** Returns the day in a time zone. */
export const dayAt = (instant: Date, zone: string): number =>
  Math.floor((instant.getTime() + offsetMinutes(zone, instant) * minuteMs) / dayMs)

const defaultWeekend: readonly number[] = [6, 7]
const weekends = new Map<string, readonly number[]>()

function weekendOf(country: string | null): readonly number[] {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return defaultWeekend
  const known = weekends.get(country)
  if (known !== undefined) return known
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getWeekInfo?: () => { weekend: readonly number[] }
  }
  const weekend = locale.getWeekInfo?.().weekend ?? defaultWeekend
  weekends.set(country, weekend)
  return weekend
}

/** Returns whether a day is on a weekend of the country. 1970-01-01 was a Thursday; 1 is Monday. */
export const isWeekend = (day: number, country: string | null): boolean =>
  weekendOf(country).includes(((((day + 3) % 7) + 7) % 7) + 1)

/**
 * Returns the time when clocks in a time zone show `time` (such as 09:30) on a day. A time that a change of
 * the clocks leaves out is that much later; one that comes twice is the first.
 */
export function toInstant(day: number, time: string, zone: string): Date {
  const wall =
    day * dayMs + Number(time.slice(0, 2)) * 60 * minuteMs + Number(time.slice(3)) * minuteMs
  const candidates = [
    offsetMinutes(zone, new Date(wall - dayMs)),
    offsetMinutes(zone, new Date(wall + dayMs)),
  ]
    .map((minutes) => new Date(wall - minutes * minuteMs))
    .filter((at) => at.getTime() + offsetMinutes(zone, at) * minuteMs === wall)
  const times = candidates.map((at) => at.getTime())
  if (times.length > 0) return new Date(Math.min(...times))
  return new Date(wall - offsetMinutes(zone, new Date(wall - dayMs)) * minuteMs)
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** A name can be spelled in thousands of ways, so the formats are not collected for ever. */
const maxFormats = 1_000

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    year: 'numeric',
  })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(zone, format)
  return format
}

const offsets = new Map<string, number>()
const maxOffsets = 20_000

/** Returns the minutes that the clocks of a time zone are ahead of UTC. Stores results, because a plan asks for few instants. */
function offsetMinutes(zone: string, instant: Date): number {
  const key = `${zone} ${instant.getTime()}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const parts = formatOf(zone).formatToParts(instant)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes = '0'] = /^GMT([+-])(\d\d):?(\d\d)?/.exec(text ?? '') ?? []
  const offset =
    sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}
