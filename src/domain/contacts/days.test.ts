import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDay, isYearlyDay, parseDay } from './days.ts'

describe('a day', () => {
  // biome-ignore format: one notation a line
  const readable: readonly [text: string, day: string][] = [
    ['2024-03-01',          '2024-03-01'],
    ['2024/3/1',            '2024-03-01'],
    ['20240301',            '2024-03-01'],
    ['2024-03-01 10:30',    '2024-03-01'],
    ['2024-03-01T00:00:00', '2024-03-01'],
    ['01.03.2024',          '2024-03-01'],
    ['1. 3. 2024',          '2024-03-01'],
    ['25/12/2024',          '2024-12-25'],
    ['12/25/2024',          '2024-12-25'],
    ['04/04/2024',          '2024-04-04'],
    ['２０２４年３月１日',     '2024-03-01'],
    ['3月1日',               '--03-01'],
    ['45352',               '2024-03-01'],
    ['--0301',              '--03-01'],
    ['--02-29',             '--02-29'],
    ['1.3.',                '--03-01'],
    ['25/12',               '--12-25'],
  ]
  for (const [text, day] of readable)
    it(`is ${day} for ${text}`, () => assert.deepEqual(parseDay(text), { day }))

  // biome-ignore format: one problem a line
  const unreadable: readonly [text: string, problem: string][] = [
    ['03/04/2024', 'ambiguous'],
    ['3/4',        'ambiguous'],
    ['01.03.24',   'no_century'],
    ['25/12/24',   'no_century'],
    ['2023-02-29', 'invalid'],
    ['31.04.2024', 'invalid'],
    ['--02-30',    'invalid'],
    ['March',      'invalid'],
    ['',           'invalid'],
  ]
  for (const [text, problem] of unreadable)
    it(`is ${problem} for “${text}”`, () => assert.deepEqual(parseDay(text), { problem }))

  it('follows the order that a person chose', () => {
    assert.deepEqual(parseDay('03/04/2024', 'day_first'), { day: '2024-04-03' })
    assert.deepEqual(parseDay('03/04/2024', 'month_first'), { day: '2024-03-04' })
  })

  it('exists in the calendar', () => {
    assert.deepEqual([isDay('2024-02-29'), isDay('2023-02-29')], [true, false])
    assert.deepEqual([isYearlyDay('--02-29'), isYearlyDay('--02-30')], [true, false])
  })
})
