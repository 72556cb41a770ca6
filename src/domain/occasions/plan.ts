import type { Contact } from '#contacts'
import { dayInYear, parseDay, toInstant, yearOf } from './days.ts'
import { findDayOff, type Holiday, toWorkingDay } from './holidays.ts'
import type { RuleTerms } from './tables.ts'

/*
 * The plan: which occasions a person has under a rule, and when their gifts go out. It reads no database, so
 * that the calendar, the backtest, the explanation and the check of a rule cannot differ.
 */

/** Why a person gets nothing from a rule, as far as the contact says. */
export type Mismatch =
  | 'do_not_gift'
  | 'no_email'
  | 'no_name'
  | 'no_date'
  | 'other_group'
  | 'other_country'
  | 'other_department'

/** One occasion of a person. Days are numbers since 1970-01-01. */
export interface Occasion {
  contact: Contact
  year: number
  /** Of an anniversary, or of a birthday with a year. */
  number: number | null
  /** The day of the person. */
  day: number
  /** The day with the offset. */
  wanted: number
  /** The day that the gift is for: that day, or a working day before or after it. */
  target: number
  /** The day when the invitation is due. */
  send_day: number
  send_at: Date
}

/** An occasion whose gift is due, and when it is sent. */
export interface DueOccasion extends Occasion {
  sent_at: Date
  is_late: boolean
  digests: readonly Buffer[]
}

/** Facts from outside the contact. */
export interface PlanFacts {
  /** The names of the groups of the rule. */
  groups: ReadonlySet<string>
  /** Returns how long a parcel to a country takes, in days. Public holidays come on top. */
  parcelDays: (country: string | null) => number
  /** The country from which all parcels of the account are sent; null if there are several. */
  from_country: string | null
}

export const emailOf = ({ work_emails, private_emails }: Contact): string | undefined =>
  work_emails[0] ?? private_emails[0]

/** Returns the names for the gift, which needs both. A display name is divided at its last space. */
export function namesOf(contact: Contact): { first_name: string; last_name: string } | undefined {
  const { given_name, family_name, display_name } = contact
  if (given_name !== '' && family_name !== '')
    return { first_name: given_name, last_name: family_name }
  const words = (display_name ?? `${given_name}${family_name}`).trim().split(/\s+/)
  const last_name = words.pop() ?? ''
  return words.length === 0 ? undefined : { first_name: words.join(' '), last_name }
}

/** Returns the day that the rule reads from the contact: with a year, or without one as --04-12. */
export function dateOf({ kind, field }: RuleTerms, contact: Contact): string | undefined {
  switch (kind) {
    case 'birthday':
      return contact.birthday ?? undefined
    case 'anniversary':
    case 'first_day':
      return contact.start_date ?? undefined
    case 'last_day':
      return contact.end_date ?? undefined
    case 'date': {
      const own = new Map(Object.entries(contact.fields))
      const text = own.get(field ?? '')?.trim() ?? ''
      return parseDay(text) !== undefined || isYearly(text) ? text : undefined
    }
  }
}

const isYearly = (text: string): boolean =>
  text.startsWith('--') && dayInYear(2000, text.slice(2)) !== undefined

/** Returns why a rule never reaches this contact. */
export function findMismatch(
  terms: RuleTerms,
  contact: Contact,
  { groups }: Pick<PlanFacts, 'groups'>,
): Mismatch | undefined {
  const { group_ids, countries, departments } = terms
  if (group_ids.length > 0 && !contact.groups.some((name) => groups.has(name))) return 'other_group'
  if (countries.length > 0 && !countries.includes(contact.country ?? '')) return 'other_country'
  if (departments.length > 0 && !departments.includes(contact.department ?? ''))
    return 'other_department'
  if (contact.do_not_gift !== null) return 'do_not_gift'
  if (dateOf(terms, contact) === undefined) return 'no_date'
  if (emailOf(contact) === undefined) return 'no_email'
  return namesOf(contact) === undefined ? 'no_name' : undefined
}

/** Why an occasion of a person whom the rule reaches has no gift, as far as the contact says. */
export type NoOccasion = 'year_not_chosen' | 'before_first_day' | 'after_last_day'

/** Returns the occasions whose gifts are due from one day to another, both included. */
export function listOccasions(
  terms: RuleTerms,
  contact: Contact,
  from: number,
  to: number,
  facts: PlanFacts,
): Occasion[] {
  if (findMismatch(terms, contact, facts) !== undefined) return []
  const reach = maxReach(terms, contact, facts)
  return listDays(terms, contact, from - reach, to + reach)
    .filter((found) => findNoOccasion(terms, contact, found) === undefined)
    .map((found) => schedule(terms, contact, found, facts))
    .filter(({ send_day }) => send_day >= from && send_day <= to)
}

/** Returns the most days between the day of a person and its invitation, with the holidays of a month on the way. */
const maxReach = (
  { offset_days, choice_days }: RuleTerms,
  { country }: Contact,
  { parcelDays }: PlanFacts,
): number => Math.abs(offset_days) + choice_days + parcelDays(country) + 40

/** A day of a person in one year. */
export interface PersonDay {
  year: number
  number: number | null
  day: number
}

/** Lists the days of a person between two days, whether or not the rule has a gift for them. */
export function listDays(
  terms: RuleTerms,
  contact: Contact,
  from: number,
  to: number,
): PersonDay[] {
  const text = dateOf(terms, contact)
  if (text === undefined) return []
  const first = parseDay(text)
  const isOnce =
    terms.kind === 'first_day' ||
    terms.kind === 'last_day' ||
    (terms.kind === 'date' && !terms.repeats)
  if (isOnce) {
    if (first === undefined || first < from || first > to) return []
    return [{ year: yearOf(first), number: null, day: first }]
  }
  const firstYear = first === undefined ? undefined : yearOf(first)
  const days: PersonDay[] = []
  for (let year = yearOf(from); year <= yearOf(to); year += 1) {
    const number = firstYear === undefined ? null : year - firstYear
    const day = dayInYear(year, text.slice(-5))
    if (day === undefined || day < from || day > to || (number !== null && number < 1)) continue
    days.push({ year, number, day })
  }
  return days
}

/** Returns why a day of a person has no gift. */
export function findNoOccasion(
  { kind, years }: RuleTerms,
  { start_date, end_date }: Contact,
  { number, day }: PersonDay,
): NoOccasion | undefined {
  if (kind === 'anniversary' && years.length > 0 && !years.includes(number ?? 0))
    return 'year_not_chosen'
  if (kind === 'last_day') return undefined
  if (end_date !== null && day > (parseDay(end_date) ?? day)) return 'after_last_day'
  if (start_date !== null && day < (parseDay(start_date) ?? day)) return 'before_first_day'
  return undefined
}

/** Adds the day of the gift, and the time of its invitation. */
export function schedule(
  terms: RuleTerms,
  contact: Contact,
  { year, number, day }: PersonDay,
  facts: PlanFacts,
): Occasion {
  const { offset_days, weekends, timing, choice_days, send_time, time_zone } = terms
  const { country } = contact
  const wanted = day + offset_days
  const target =
    weekends === 'same' ? wanted : toWorkingDay(wanted, country, weekends === 'before' ? -1 : 1)
  const early = startOfParcel(target, country, facts) - choice_days
  const send_day =
    timing === 'on_day' ? target : weekends === 'same' ? early : toWorkingDay(early, country, -1)
  const send_at = toInstant(send_day, send_time, contact.time_zone ?? time_zone)
  return { contact, year, number, day, wanted, target, send_day, send_at }
}

/** Returns the latest day on which a parcel can begin, to arrive by a day. */
function startOfParcel(target: number, country: string | null, facts: PlanFacts): number {
  let at = target
  for (let rest = facts.parcelDays(country); rest > 0; at -= 1)
    if (findParcelPause(at, country, facts) === undefined) rest -= 1
  return at
}

/** Returns the day on which a parcel arrives that begins on a day. */
function endOfParcel(start: number, country: string | null, facts: PlanFacts): number {
  let at = start
  for (let rest = facts.parcelDays(country); rest > 0; ) {
    at += 1
    if (findParcelPause(at, country, facts) === undefined) rest -= 1
  }
  return at
}

/** Returns the holiday of the warehouse or of the person on which a parcel does not move. Weekends are part of usual days. */
const findParcelPause = (
  day: number,
  country: string | null,
  { from_country }: PlanFacts,
): Holiday | undefined => findDayOff(day, country) ?? findDayOff(day, from_country)

/** Returns the first holiday because of which the day of a gift is another one than the rule says. */
export function findMove({ contact, wanted, target }: Occasion): Holiday | undefined {
  const step = Math.sign(target - wanted)
  for (let at = wanted; at !== target; at += step) {
    const holiday = findDayOff(at, contact.country)
    if (holiday !== undefined) return holiday
  }
  return undefined
}

/** Returns the holidays during the parcel, for which the invitation goes out earlier. */
export function listParcelPauses(
  { timing }: RuleTerms,
  { contact, target }: Occasion,
  facts: PlanFacts,
): Holiday[] {
  if (timing === 'on_day') return []
  const pauses: Holiday[] = []
  for (let at = startOfParcel(target, contact.country, facts) + 1; at <= target; at += 1)
    pauses.push(...[findParcelPause(at, contact.country, facts)].flatMap((each) => each ?? []))
  return pauses
}

/**
 * Returns whether the gift comes after its day, when the invitation goes out on `sent_day`. A gift that is
 * sent on its day is not late.
 */
export const isLate = (
  { timing, choice_days }: RuleTerms,
  { target, contact }: Pick<Occasion, 'target' | 'contact'>,
  sent_day: number,
  facts: PlanFacts,
): boolean =>
  (timing === 'on_day' ? sent_day : endOfParcel(sent_day + choice_days, contact.country, facts)) >
  target

/** Returns the last day when the gift of an occasion may still go out. */
export const lastDay = ({ max_days_late }: RuleTerms, { target, send_day }: Occasion): number =>
  Math.max(target, send_day) + max_days_late
