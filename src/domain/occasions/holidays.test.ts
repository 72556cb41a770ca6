import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listCountries } from '#contract/address-rules'
import { formatDay, parseDay } from './days.ts'
import { findHoliday, toWorkingDay } from './holidays.ts'

const day = (text: string): number => {
  const parsed = parseDay(text)
  assert.ok(parsed !== undefined, text)
  return parsed
}

const cases: [string, string | null, string | undefined, string | null][] = [
  ['2026-01-01', 'DE', "New Year's Day", 'Neujahr'],
  ['2027-03-26', 'DE', 'Good Friday', 'Karfreitag'],
  ['2026-05-14', 'FR', 'Ascension Day', 'Ascension'],
  // Orthodox Easter is five weeks after the western one.
  ['2027-05-03', 'GR', 'Easter Monday', null],
  ['2026-11-26', 'US', 'Thanksgiving Day', null],
  ['2026-07-03', 'US', 'Independence Day (observed)', null],
  ['2026-02-17', 'CN', 'Chinese New Year (Spring Festival)', null],
  ['2026-05-06', 'JP', 'Substitute Holiday', '振替休日'],
  ['2058-12-25', 'DE', 'Christmas Day', 'Erster Weihnachtstag'],
  // Corpus Christi is no holiday in the north of Germany.
  ['2026-06-04', 'DE', undefined, null],
  ['2026-01-01', null, undefined, null],
  ['2026-01-01', 'XX', undefined, null],
  ['2026-04-05', 'easter', undefined, null],
  ['2026-01-01', 'constructor', undefined, null],
]
for (const [date, country, name, own_name] of cases)
  it(`${name ?? 'no holiday'} on ${date} in ${country}`, () =>
    assert.deepEqual(
      [findHoliday(day(date), country)].map((found) => [found?.name, found?.own_name ?? null])[0],
      [name, own_name],
    ))

it('finds a working day within two weeks, in each country and on each day of the table', () => {
  const counts = listCountries().map((country) => {
    let holidays = 0
    for (let at = day('2025-01-01'); at <= day('2035-12-31'); at += 1) {
      if (findHoliday(at, country) === undefined) continue
      holidays += 1
      for (const step of [1, -1] as const)
        assert.ok(
          Math.abs(toWorkingDay(at, country, step) - at) <= 14,
          `${country} ${formatDay(at)}`,
        )
    }
    return holidays
  })
  assert.ok(counts.filter((count) => count > 0).length > 230, 'nearly each country has holidays')
  assert.ok(Math.max(...counts) < 11 * 35, 'no country has its Sundays in the table')
})
