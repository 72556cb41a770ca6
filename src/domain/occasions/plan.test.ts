import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Contact } from '#contacts'
import { dayAt, formatDay, parseDay, toInstant } from './days.ts'
import { toWorkingDay } from './holidays.ts'
import {
  findMismatch,
  findMove,
  findNoOccasion,
  isLate,
  listDays,
  listOccasions,
  listParcelPauses,
  type PlanFacts,
} from './plan.ts'
import type { RuleTerms } from './tables.ts'

const day = (text: string): number => {
  const parsed = parseDay(text)
  assert.ok(parsed !== undefined, text)
  return parsed
}

const terms = (change: Partial<RuleTerms> = {}): RuleTerms => ({
  ...{ kind: 'birthday', field: null, repeats: false, years: [], offset_days: 0 },
  ...{ group_ids: [], countries: [], departments: [], campaign_id: '', team_id: null },
  ...{ email_message: null, timing: 'on_day', choice_days: 0, weekends: 'same' },
  ...{ send_time: '09:00', time_zone: 'UTC', needs_approval: false, max_days_late: 3 },
  ...change,
})

const person = (change: Partial<Contact> = {}): Contact => ({
  ...{ id: 'ada', given_name: 'Ada', family_name: 'Larkin', display_name: null, salutation: null },
  ...{ work_emails: ['ada@example.org'], private_emails: [], phone: null, language: null },
  ...{ country: null, time_zone: null, manager_id: null, department: null, start_date: null },
  ...{ end_date: null, birthday: null, groups: [], fields: {}, external_ids: [], consent: null },
  ...{ do_not_gift: null, do_not_gift_since: null, origins: {} },
  ...{ created_at: new Date(0), updated_at: new Date(0) },
  ...change,
})

const facts: PlanFacts = { groups: new Set(['Sales']), parcelDays: () => 4, from_country: null }

const plan = (rule: RuleTerms, contact: Contact, from = '2026-01-01', to = '2028-12-31') =>
  listOccasions(rule, contact, day(from), day(to), facts).map(({ send_day, number }) =>
    number === null ? formatDay(send_day) : `${formatDay(send_day)} #${number}`,
  )

describe('the days of a person', () => {
  const cases: [string, Partial<RuleTerms>, Partial<Contact>, string[]][] = [
    [
      'a birthday without a year, each year',
      {},
      { birthday: '--04-12' },
      ['2026-04-12', '2027-04-12', '2028-04-12'],
    ],
    [
      'a birthday with a year, with the age',
      {},
      { birthday: '1990-04-12' },
      ['2026-04-12 #36', '2027-04-12 #37', '2028-04-12 #38'],
    ],
    [
      '29 February, on 28 February in other years',
      {},
      { birthday: '2000-02-29' },
      ['2026-02-28 #26', '2027-02-28 #27', '2028-02-29 #28'],
    ],
    ['no birthday in the year of the birth', {}, { birthday: '2027-05-01' }, ['2028-05-01 #1']],
    [
      'anniversaries that were chosen',
      { kind: 'anniversary', years: [1, 5] },
      { start_date: '2023-03-01' },
      ['2028-03-01 #5'],
    ],
    [
      'each anniversary, and not the first day',
      { kind: 'anniversary' },
      { start_date: '2026-03-01' },
      ['2027-03-01 #1', '2028-03-01 #2'],
    ],
    ['the first day once', { kind: 'first_day' }, { start_date: '2026-12-01' }, ['2026-12-01']],
    [
      'five days before the first day',
      { kind: 'first_day', offset_days: -5 },
      { start_date: '2026-03-03' },
      ['2026-02-26'],
    ],
    ['the last day', { kind: 'last_day' }, { end_date: '2026-06-30' }, ['2026-06-30']],
    [
      'a field of the account, once',
      { kind: 'date', field: 'probation' },
      { fields: { probation: '2026-09-01' } },
      ['2026-09-01'],
    ],
    [
      'a field of the account, each year',
      { kind: 'date', field: 'name day', repeats: true },
      { fields: { 'name day': '--12-04' } },
      ['2026-12-04', '2027-12-04', '2028-12-04'],
    ],
    [
      'the day after New Year, of the year before',
      { offset_days: 2 },
      { birthday: '--12-31' },
      ['2026-01-02', '2027-01-02', '2028-01-02'],
    ],
    [
      'nothing after the last day of work',
      {},
      { birthday: '--04-12', end_date: '2027-04-11' },
      ['2026-04-12'],
    ],
    [
      'a birthday on the last day of work',
      {},
      { birthday: '--04-12', end_date: '2026-04-12' },
      ['2026-04-12'],
    ],
    [
      'no birthday before the first day of work',
      {},
      { birthday: '--04-12', start_date: '2027-04-13' },
      ['2028-04-12'],
    ],
    [
      'days to choose and the days of the parcel before',
      { timing: 'in_time', choice_days: 5 },
      { birthday: '--04-12' },
      ['2026-04-03', '2027-04-03', '2028-04-03'],
    ],
    [
      'the working day before a weekend',
      { weekends: 'before' },
      { birthday: '--04-12', country: 'DE' },
      ['2026-04-10', '2027-04-12', '2028-04-12'],
    ],
    [
      'the working day after a weekend of Friday and Saturday',
      { weekends: 'after' },
      { birthday: '--04-10', country: 'EG' },
      ['2026-04-12', '2027-04-11', '2028-04-10'],
    ],
    [
      'the working day before a public holiday',
      { weekends: 'before' },
      { birthday: '--12-25', country: 'DE' },
      ['2026-12-24', '2027-12-24', '2028-12-22'],
    ],
    [
      'the working day after a public holiday',
      { weekends: 'after' },
      { birthday: '--01-01', country: 'DE' },
      ['2026-01-02', '2027-01-04', '2028-01-03'],
    ],
    [
      'a public holiday, if the rule is for the same day',
      { weekends: 'same' },
      { birthday: '--12-25', country: 'DE' },
      ['2026-12-25', '2027-12-25', '2028-12-25'],
    ],
    [
      'a day more for a parcel over a public holiday, and none for one on a weekend',
      { timing: 'in_time' },
      { birthday: '--12-28', country: 'DE' },
      ['2026-12-23', '2027-12-24', '2028-12-22'],
    ],
  ]
  for (const [name, rule, contact, expected] of cases)
    it(name, () => assert.deepEqual(plan(terms(rule), person(contact)), expected))

  it('finds an occasion in exactly one of two neighbouring periods', () => {
    const rule = terms({ offset_days: -60, timing: 'in_time', choice_days: 40 })
    const contact = person({ birthday: '--01-03', country: 'CN' })
    const whole = plan(rule, contact, '2025-01-01', '2028-12-31')
    for (let middle = day('2026-06-01'); middle < day('2027-06-01'); middle += 1) {
      const halves = [
        ...plan(rule, contact, '2025-01-01', formatDay(middle)),
        ...plan(rule, contact, formatDay(middle + 1), '2028-12-31'),
      ]
      assert.deepEqual(halves, whole)
    }
  })
})

describe('whom a rule reaches', () => {
  const cases: [string | undefined, Partial<RuleTerms>, Partial<Contact>][] = [
    [undefined, {}, { birthday: '--04-12' }],
    ['no_date', {}, {}],
    ['no_date', { kind: 'date', field: 'x' }, { fields: { x: 'soon' } }],
    ['no_date', { kind: 'date', field: 'constructor' }, {}],
    ['no_email', {}, { birthday: '--04-12', work_emails: [] }],
    [undefined, {}, { birthday: '--04-12', work_emails: [], private_emails: ['a@example.org'] }],
    ['no_name', {}, { birthday: '--04-12', family_name: '' }],
    [undefined, {}, { birthday: '--04-12', family_name: '', display_name: 'Ada Larkin' }],
    ['do_not_gift', {}, { birthday: '--04-12', do_not_gift: 'asked for none' }],
    ['other_group', { group_ids: ['1'] }, { birthday: '--04-12', groups: ['Legal'] }],
    [undefined, { group_ids: ['1'] }, { birthday: '--04-12', groups: ['Legal', 'Sales'] }],
    ['other_country', { countries: ['DE'] }, { birthday: '--04-12' }],
    ['other_country', { countries: ['DE'] }, { birthday: '--04-12', country: 'FR' }],
    ['other_department', { departments: ['Sales'] }, { birthday: '--04-12', department: 'HR' }],
  ]
  for (const [expected, rule, contact] of cases)
    it(`${expected ?? 'reached'}: ${JSON.stringify({ ...rule, ...contact })}`, () =>
      assert.equal(findMismatch(terms(rule), person(contact), facts), expected))

  it('says why a day has no gift', () => {
    const rule = terms({ kind: 'anniversary', years: [5] })
    const contact = person({ start_date: '2024-03-01', end_date: '2027-01-01' })
    const [second, third] = listDays(rule, contact, day('2026-01-01'), day('2027-12-31'))
    assert.ok(second && third)
    assert.equal(findNoOccasion(rule, contact, second), 'year_not_chosen')
    assert.equal(findNoOccasion(terms({ kind: 'anniversary' }), contact, third), 'after_last_day')
  })
})

describe('the time of an invitation', () => {
  const cases: [string, string, string, string][] = [
    ['2026-04-12', '09:00', 'UTC', '2026-04-12T09:00:00.000Z'],
    ['2026-07-01', '09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    ['2026-01-01', '00:30', 'Asia/Tokyo', '2025-12-31T15:30:00.000Z'],
    ['2026-01-01', '23:30', 'Pacific/Kiritimati', '2026-01-01T09:30:00.000Z'],
    ['2026-01-01', '09:15', 'Asia/Kathmandu', '2026-01-01T03:30:00.000Z'],
    // The clocks jump from 02:00 to 03:00, so that 02:30 is at 03:30.
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // 02:30 comes twice, and the first counts.
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '09:00', 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
    // Midnight does not exist on this day.
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ]
  for (const [date, time, zone, expected] of cases)
    it(`${date} ${time} in ${zone}`, () =>
      assert.equal(toInstant(day(date), time, zone).toISOString(), expected))

  it('is on the day that people have, in each time zone and on each day of a year', () => {
    for (const zone of Intl.supportedValuesOf('timeZone').filter((_, at) => at % 9 === 0))
      for (let at = day('2026-01-01'); at < day('2027-01-01'); at += 5)
        assert.equal(dayAt(toInstant(at, '09:00', zone), zone), at, `${zone} ${formatDay(at)}`)
  })

  it('takes the time zone of the person', () => {
    const contact = person({ birthday: '--04-12', time_zone: 'America/New_York' })
    const [found] = listOccasions(terms(), contact, day('2026-01-01'), day('2026-12-31'), facts)
    assert.equal(found?.send_at.toISOString(), '2026-04-12T13:00:00.000Z')
  })
})

describe('late gifts', () => {
  it('are those whose parcel needs longer than until the day', () => {
    const rule = terms({ timing: 'in_time', choice_days: 5 })
    const contact = person({ birthday: '--04-12' })
    const [found] = listOccasions(rule, contact, day('2026-01-01'), day('2026-12-31'), facts)
    assert.ok(found)
    assert.equal(isLate(rule, found, found.send_day, facts), false)
    assert.equal(isLate(rule, found, found.send_day + 1, facts), true)
  })

  it('are not those that are sent on the day', () => {
    const [found] = listOccasions(
      ...([terms(), person({ birthday: '--04-12' })] as const),
      ...([day('2026-01-01'), day('2026-12-31'), facts] as const),
    )
    assert.ok(found)
    assert.equal(isLate(terms(), found, found.target, facts), false)
    assert.equal(isLate(terms(), found, found.target + 1, facts), true)
  })
})

describe('public holidays', () => {
  const find = (rule: RuleTerms, contact: Contact, from = facts) => {
    const [found] = listOccasions(rule, contact, day('2026-06-01'), day('2027-05-31'), from)
    assert.ok(found)
    return found
  }

  it('are named when a gift is for another day', () => {
    const rule = terms({ weekends: 'after' })
    const move = (birthday: string) =>
      findMove(find(rule, person({ birthday, country: 'DE' })))?.name
    assert.equal(move('--01-01'), "New Year's Day")
    // Saturday: the Monday after it is the holiday.
    assert.equal(move('--03-27'), 'Easter Monday')
    assert.equal(move('--03-21'), undefined, 'a weekend is no holiday')
    assert.equal(move('--03-23'), undefined)
  })

  it('of the warehouse delay the parcel too', () => {
    const rule = terms({ timing: 'in_time' })
    const contact = person({ birthday: '--07-06', country: 'FR' })
    const fromUs = { ...facts, from_country: 'US' }
    assert.deepEqual(listParcelPauses(rule, find(rule, contact), facts), [])
    // 4 July 2026 is a Saturday, so that 3 July is the day off.
    assert.deepEqual(
      listParcelPauses(rule, find(rule, contact, fromUs), fromUs).map(({ name }) => name),
      ['Independence Day (observed)'],
    )
  })

  it('make no planned gift late, and the next day is too late', () => {
    const rule = terms({ timing: 'in_time', choice_days: 2 })
    for (const country of ['DE', 'CN', 'SA', 'IL', 'JP', 'BR'])
      for (let at = day('2026-01-01'); at < day('2027-01-01'); at += 1) {
        const contact = person({ birthday: formatDay(at).slice(4).replace('-', '--'), country })
        const [found] = listOccasions(rule, contact, at - 60, at, facts)
        assert.ok(found)
        assert.equal(isLate(rule, found, found.send_day, facts), false)
        assert.equal(isLate(rule, found, found.send_day + 1, facts), true)
      }
  })
})

it('moves a weekend in both directions, also before 1970', () => {
  for (let at = day('1969-12-01'); at < day('1970-02-01'); at += 1) {
    const weekday = new Date(at * 86_400_000).getUTCDay()
    const isWeekend = weekday === 0 || weekday === 6
    assert.equal(toWorkingDay(at, 'DE', 1) === at, !isWeekend)
    assert.ok(toWorkingDay(at, 'DE', 1) - toWorkingDay(at, 'DE', -1) <= 3)
  }
})
