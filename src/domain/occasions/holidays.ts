import { readFileSync } from 'node:fs'
import { projectPath } from '#platform/lib/project-files'
import { isWeekend, parseDay } from './days.ts'

/*
 * Public holidays, from a table that scripts/holiday-table.py writes. It has those that are the same in all regions of a
 * country: a contact has no region. Days of a lunar calendar are estimates, and nothing but the holidays of fixed days is
 * known after the last year of the table.
 */

export interface Holiday {
  /** In English. */
  name: string
  /** In the first language of the country, if the web app has this language. */
  own_name: string | null
  /** The language of the own name, such as `de`. */
  language: string | null
}

interface Country {
  language: string | null
  holidays: readonly (readonly [name: string, own_name: string | null, days: string])[]
}

interface Table {
  easters: ReadonlyMap<string, readonly number[]>
  countries: ReadonlyMap<string, Country>
}

const firstYear = 2020
const lastYear = 2060

let table: Table | undefined
const byCountry = new Map<string, ReadonlyMap<number, Holiday>>()

/** Returns the public holiday on a day. The table is read when a country is first asked for. */
export function findHoliday(day: number, country: string | null): Holiday | undefined {
  if (country === null) return undefined
  const known = byCountry.get(country)
  if (known !== undefined) return known.get(day)
  table ??= readTable()
  const holidays = table.countries.get(country)
  if (holidays === undefined) return undefined
  const found = expand(table, holidays)
  byCountry.set(country, found)
  return found.get(day)
}

/** Returns the holiday that makes a working day of the week a day off. */
export const findDayOff = (day: number, country: string | null): Holiday | undefined =>
  isWeekend(day, country) ? undefined : findHoliday(day, country)

/** Returns the day itself, or else the nearest working day in this direction: neither a weekend nor a holiday. */
export function toWorkingDay(day: number, country: string | null, step: 1 | -1): number {
  let at = day
  while (isWeekend(at, country) || findHoliday(at, country) !== undefined) at += step
  return at
}

function readTable(): Table {
  const path = projectPath('src/domain/occasions/holidays.json')
  const { easter, orthodox, ...countries } = JSON.parse(readFileSync(path, 'utf8'))
  return {
    easters: new Map(
      Object.entries({ easter, orthodox }).map(([name, days]) => [name, days.flatMap(toDays)]),
    ),
    countries: new Map(Object.entries<Country>(countries)),
  }
}

const toDays = (text: string): number[] => {
  const day = parseDay(text)
  return day === undefined ? [] : [day]
}

function expand({ easters }: Table, { language, holidays }: Country): ReadonlyMap<number, Holiday> {
  const byDay = new Map<number, Holiday>()
  for (const [name, own_name, days] of holidays)
    for (const day of listDays(easters, days.split(' ')))
      byDay.set(day, { name, own_name, language })
  return byDay
}

/** Reads `01-01`, `easter -2` or `2025 04-18 2026 04-03`. */
function listDays(easters: Table['easters'], words: readonly string[]): number[] {
  const [first = '', second = ''] = words
  const easter = easters.get(first)
  if (easter !== undefined) return easter.map((day) => day + Number(second))
  if (words.length === 1)
    return Array.from({ length: lastYear - firstYear + 1 }, (_, index) =>
      toDays(`${firstYear + index}-${first}`),
    ).flat()
  let year = ''
  return words.flatMap((word) => {
    if (word.includes('-')) return toDays(`${year}-${word}`)
    year = word
    return []
  })
}
