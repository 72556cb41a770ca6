import * as contacts from '#contacts'
import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { findConflict, findExclusion, findGiven } from './check.ts'
import { findCampaignEnd } from './closure.ts'
import { dayAt, formatDay } from './days.ts'
import { loadFacts } from './facts.ts'
import * as outcomeStore from './outcome-store.ts'
import {
  dateOf,
  findMismatch,
  findNoOccasion,
  listDays,
  type Mismatch,
  type NoOccasion,
  type PersonDay,
  schedule,
} from './plan.ts'
import * as ruleStore from './rule-store.ts'
import type { Outcome, Rule } from './tables.ts'

/** Why there is no gift, or what became of it. */
type Reason =
  | Mismatch
  | NoOccasion
  | 'no_day_soon'
  | 'off'
  | 'switched_on_later'
  | 'missed'
  | 'campaign_ended'
  | 'given_before'
  | 'planned'
  | 'due'
  | Outcome['state']
  | Exclude<sends.ApprovalState, 'preparing' | 'awaiting'>

/** One answer to why a person got something from a rule, or nothing. */
export interface Explanation {
  rule_id: string
  rule_name: string
  /** The day of the person that the answer is about. Null if the answer is about all days. */
  day: string | null
  /** The year of the day, for a decision about it. */
  year: number | null
  reason: Reason
  /** What the rule compared, such as the country of the contact. */
  fact: string | null
  send_at: Date | null
  outcome: Outcome | null
}

const daysAround = 365

/**
 * Explains what each rule does for a contact, from a year ago until in a year. What became of a gift is recorded; for days
 * without a record, the answer is what today's rule and contact say. Throws `not_found` without the contact.
 */
export async function explainContact(ctx: TxContext, contact_id: string): Promise<Explanation[]> {
  const contact = isId(contact_id) ? await contacts.findContact(ctx, contact_id) : undefined
  if (contact === undefined) throw new ApiError('not_found')
  const answers = []
  for (const rule of await ruleStore.list(ctx)) answers.push(...(await explain(ctx, rule, contact)))
  const current = []
  for (const each of answers) current.push(await withApproval(ctx, each))
  return current
}

/** Adds how the approval of a submitted gift has ended. */
async function withApproval(ctx: TxContext, given: Explanation): Promise<Explanation> {
  const send_id = given.reason === 'submitted' ? given.outcome?.bulk_send_id : undefined
  const approval = send_id ? (await sends.find(ctx, send_id))?.approval : undefined
  if (!approval || approval.state === 'preparing' || approval.state === 'awaiting') return given
  return { ...given, reason: approval.state, fact: approval.reason }
}

async function explain(
  ctx: TxContext,
  rule: Rule,
  contact: contacts.Contact,
): Promise<Explanation[]> {
  const facts = await loadFacts(ctx, rule.terms)
  await facts.prepare([contact])
  const mismatch = findMismatch(rule.terms, contact, facts)
  const recorded = await findRecorded(ctx, rule, contact)
  if (mismatch !== undefined)
    return [...recorded.list(), answer(rule, null, mismatch, factOf(mismatch, rule, contact))]
  const today = dayAt(ctx.now, contact.time_zone ?? rule.terms.time_zone)
  const found = listDays(rule.terms, contact, today - daysAround, today + daysAround)
  if (found.length === 0)
    return [
      ...recorded.list(),
      answer(rule, null, 'no_day_soon', dateOf(rule.terms, contact) ?? null),
    ]
  const ends_at = await findCampaignEnd(ctx, rule)
  const explained = new Set(found.map(({ year }) => year))
  return [
    ...recorded.list(explained),
    ...found.map(
      (day) => recorded.find(day) ?? explainDay(ctx, { ...rule, ends_at }, contact, day, facts),
    ),
  ]
}

function explainDay(
  ctx: TxContext,
  rule: Rule & { ends_at: Date | null },
  contact: contacts.Contact,
  day: PersonDay,
  facts: Parameters<typeof schedule>[3],
): Explanation {
  const none = findNoOccasion(rule.terms, contact, day)
  if (none !== undefined) return answer(rule, day, none, factOfDay(none, contact, day))
  const occasion = schedule(rule.terms, contact, day, facts)
  const { send_at } = occasion
  if (rule.on_since === null) return { ...answer(rule, day, 'off', null), send_at }
  const { ends_at } = rule
  if (send_at > ctx.now && ends_at !== null && ends_at <= send_at)
    return { ...answer(rule, day, 'campaign_ended', ends_at.toISOString()), send_at }
  if (send_at > ctx.now) return { ...answer(rule, day, 'planned', null), send_at }
  const exclusion = findExclusion(ctx, rule, occasion)
  const fact =
    exclusion === 'switched_on_later'
      ? rule.on_since.toISOString()
      : exclusion === 'missed'
        ? contact.created_at.toISOString()
        : rule.problem
  return { ...answer(rule, day, exclusion ?? 'due', fact), send_at }
}

const answer = (
  { id, name }: Rule,
  day: PersonDay | null,
  reason: Reason,
  fact: string | null,
): Explanation => ({
  ...{ rule_id: id, rule_name: name, day: day && formatDay(day.day), year: day?.year ?? null },
  ...{ reason, fact, send_at: null, outcome: null },
})

function factOf(reason: Mismatch, { terms }: Rule, contact: contacts.Contact): string | null {
  switch (reason) {
    case 'do_not_gift':
      return contact.do_not_gift
    case 'other_group':
      return contact.groups.join(', ')
    case 'other_country':
      return contact.country
    case 'other_department':
      return contact.department
    case 'no_date':
      return terms.field
    case 'no_email':
    case 'no_name':
      return null
  }
}

const factOfDay = (
  reason: NoOccasion,
  { start_date, end_date }: contacts.Contact,
  { number }: PersonDay,
): string | null =>
  reason === 'year_not_chosen'
    ? String(number)
    : reason === 'after_last_day'
      ? end_date
      : start_date

/** Reads what became of the occasions of a person, also as another contact. */
async function findRecorded(ctx: TxContext, rule: Rule, contact: contacts.Contact) {
  const person = { contact, digests: contacts.toPersonDigests(ctx, contact) }
  const keys = (await findGiven(ctx, rule.id, [person]))(person)
  const ids = new Set([contact.id, ...keys.map((key) => key.contact_id)])
  const outcomes = (await outcomeStore.findByContacts(ctx, [...ids])).filter(
    ({ rule_id }) => rule_id === rule.id,
  )
  const toAnswer = (outcome: Outcome): Explanation => ({
    ...answer(rule, null, outcome.state, outcome.actor_name ?? outcome.reason),
    ...{ day: outcome.day, year: outcome.year, send_at: outcome.send_at, outcome },
  })
  return {
    list: (except: ReadonlySet<number> = new Set()) =>
      outcomes.filter(({ year }) => !except.has(year)).map(toAnswer),
    find(day: PersonDay): Explanation | undefined {
      const outcome = outcomes.find(({ year }) => year === day.year)
      if (outcome !== undefined) return toAnswer(outcome)
      const conflict = findConflict(keys, day)
      return conflict && answer(rule, day, 'given_before', conflict.day)
    },
  }
}
