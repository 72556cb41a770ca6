/*
 * Days as people and programs write them. Without the order of day and month, a text such as 03/04/2024 is
 * ambiguous, and a person chooses the order.
 */

export type DateOrder = 'day_first' | 'month_first'

/** The result of parsing a day: the day in ISO 8601, or why the text is none. */
export type ParsedDay = { day: string } | { problem: 'ambiguous' | 'no_century' | 'invalid' }

const pad = (number: number) => String(number).padStart(2, '0')

/** Returns whether a text is a day of the calendar, such as 2024-02-29. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Returns whether a text is a day without a year, such as --02-29. */
export const isYearlyDay = (text: string): boolean =>
  /^--\d\d-\d\d$/.test(text) && isDay(`2000${text.slice(1)}`)

function toDay(year: string | undefined, month: number, day: number): ParsedDay {
  if (year !== undefined && year.length === 2) return { problem: 'no_century' }
  const text = `${year ?? '-'}-${pad(month)}-${pad(day)}`
  return isDay(text) || isYearlyDay(text) ? { day: text } : { problem: 'invalid' }
}

/** Decides which of two numbers is the day. Only one order is possible if one number is above twelve. */
function orderNumbers(
  year: string | undefined,
  one: number,
  two: number,
  order: DateOrder | undefined,
): ParsedDay {
  if (one > 12 || one === two) return toDay(year, two, one)
  if (two > 12) return toDay(year, one, two)
  if (order === undefined) return { problem: 'ambiguous' }
  return order === 'day_first' ? toDay(year, two, one) : toDay(year, one, two)
}

/** The first day that Excel writes as a number of five digits is in 1927, the last one in 2173. */
const excelEpoch = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000

/** Parses a day, with or without a year. A time after the day is ignored. */
export function parseDay(text: string, order?: DateOrder): ParsedDay {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/(?<=\d)[T ]\d{1,2}:\d\d.*$/, '')
  const [, isoYear, isoMonth, isoDay] =
    /^(\d{4}|-)[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(plain) ??
    /^(\d{4}|-)-?(\d\d)-?(\d\d)$/.exec(plain) ??
    /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日$/.exec(plain) ??
    []
  if (isoMonth !== undefined)
    return toDay(isoYear === '-' ? undefined : isoYear, Number(isoMonth), Number(isoDay))
  const [, day, month, dottedYear] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)?$/.exec(plain) ?? []
  if (day !== undefined) return toDay(dottedYear, Number(month), Number(day))
  const [, one, two, year] = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}|\d\d))?$/.exec(plain) ?? []
  if (one !== undefined) return orderNumbers(year, Number(one), Number(two), order)
  if (/^\d{5}$/.test(plain))
    return { day: new Date(excelEpoch + Number(plain) * dayMs).toISOString().slice(0, 10) }
  return { problem: 'invalid' }
}
