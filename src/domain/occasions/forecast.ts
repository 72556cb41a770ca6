import * as contacts from '#contacts'
import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { findConflict, findExclusion, findGiven, findOwner } from './check.ts'
import { findCampaignEnd } from './closure.ts'
import { dayAt, formatDay, parseDay } from './days.ts'
import { contactPages, type LoadedFacts, loadFacts, type ParcelDays } from './facts.ts'
import type { Holiday } from './holidays.ts'
import * as outcomeStore from './outcome-store.ts'
import {
  findMismatch,
  findMove,
  findNoOccasion,
  isLate,
  lastDay,
  listDays,
  listOccasions,
  listParcelPauses,
  type Mismatch,
  type NoOccasion,
  type Occasion,
  type PlanFacts,
} from './plan.ts'
import { findSupply, type Supply } from './supply.ts'
import type { Outcome, Rule } from './tables.ts'
import { validateDates } from './validate.ts'

const days = 365

/** The next year, or what the last year would have been with today's contacts. */
export type Period = 'next_year' | 'last_year'

/** A rule whose terms are perhaps not saved. */
export type DraftRule = Pick<Rule, 'name' | 'terms' | 'owner_id' | 'on_since'> & {
  id: string | null
}

/** One gift of the calendar. */
export interface PlannedGift {
  rule_id: string | null
  rule_name: string
  contact_id: string
  name: string
  year: number
  /** Of an anniversary, or of a birthday with a year. */
  number: number | null
  /** The day of the person, such as 2026-03-01. */
  day: string
  /** The day that the rule gives to the gift: with its offset. */
  wanted_day: string
  /** The day that the gift is for: the same, or a working day before or after it. */
  target_day: string
  /** The public holiday because of which the gift is for another day. */
  moved_by: Holiday | null
  /** The public holidays during the parcel, for which the invitation goes out earlier. */
  parcel_holidays: Holiday[]
  /** The local day of the invitation. */
  send_day: string
  send_at: Date
  is_late: boolean
  state: 'planned' | Outcome['state']
  /** Why a gift that waited was cancelled: one of `departures`. */
  reason: string | null
}

/** Why people get nothing in the period, and how many. */
interface Excluded {
  reason: Mismatch | NoOccasion | 'given' | 'missed' | 'campaign_ended'
  people: number
}

export interface Forecast {
  /** In the order of their times. */
  gifts: PlannedGift[]
  excluded: Excluded[]
  supplies: Supply[]
  /** How long parcels take, for rules whose gifts arrive in time. */
  parcels: ParcelDays[]
}

/** Plans the gifts of rules in a year. Writes nothing. Throws for a draft with invalid times. */
export async function forecast(
  ctx: TxContext,
  rules: readonly DraftRule[],
  period: Period,
): Promise<Forecast> {
  throwIfAny(rules.flatMap(({ terms }) => validateDates(terms)))
  const all: RuleForecast[] = []
  for (const rule of rules) all.push(await startForecast(ctx, rule))
  for await (const people of contactPages(ctx))
    for (const each of all) await addPeople(ctx, each, people, period)
  if (period === 'next_year') for (const each of all) await addCancelled(ctx, each)
  const gifts = all
    .flatMap((each) => each.gifts)
    .toSorted((one, other) => one.send_at.getTime() - other.send_at.getTime())
  const parcels = new Map(
    all.flatMap(({ facts }) => facts.measured().map((found) => [found.country, found] as const)),
  )
  return {
    gifts,
    excluded: addUp(all.flatMap(({ excluded }) => [...excluded])),
    supplies: await findSupplies(ctx, rules, gifts),
    parcels: [...parcels.values()],
  }
}

const addUp = (counts: readonly (readonly [Excluded['reason'], number])[]): Excluded[] =>
  [...Map.groupBy(counts, ([reason]) => reason)]
    .map(([reason, group]) => ({
      reason,
      people: group.reduce((sum, [, people]) => sum + people, 0),
    }))
    .toSorted((one, other) => other.people - one.people)

/** The forecast of one rule, while the contacts are read. */
interface RuleForecast {
  rule: DraftRule
  facts: LoadedFacts
  gifts: PlannedGift[]
  excluded: Map<Excluded['reason'], number>
}

const startForecast = async (ctx: TxContext, rule: DraftRule): Promise<RuleForecast> => ({
  ...{ rule, facts: await loadFacts(ctx, rule.terms) },
  ...{ gifts: [], excluded: new Map() },
})

async function addPeople(
  ctx: TxContext,
  { rule, facts, gifts, excluded }: RuleForecast,
  people: readonly contacts.Contact[],
  period: Period,
): Promise<void> {
  const exclude = (reason: Excluded['reason']) =>
    excluded.set(reason, (excluded.get(reason) ?? 0) + 1)
  await facts.prepare(people)
  const found = people.flatMap((contact) => {
    const occasions = listInPeriod(ctx, rule, contact, period, facts)
    if (typeof occasions !== 'string') return occasions
    exclude(occasions)
    return []
  })
  gifts.push(...(await withOutcomes(ctx, rule, found, period, facts, exclude)))
}

/** Returns the occasions of a contact in the period, or why there is none. */
function listInPeriod(
  ctx: TxContext,
  { terms }: DraftRule,
  contact: contacts.Contact,
  period: Period,
  facts: PlanFacts,
): Occasion[] | Excluded['reason'] {
  const mismatch = findMismatch(terms, contact, facts)
  if (mismatch !== undefined) return mismatch
  const today = dayAt(ctx.now, contact.time_zone ?? terms.time_zone)
  // A gift of the past can still be due: its person was added late.
  const [from, to] =
    period === 'next_year' ? [today - 200, today + days] : [today - days, today - 1]
  const occasions = listOccasions(terms, contact, from, to, facts)
  if (occasions.length > 0) return occasions
  const reasons = listDays(terms, contact, from, to).flatMap(
    (day) => findNoOccasion(terms, contact, day) ?? [],
  )
  return reasons.at(-1) ?? []
}

/** Turns occasions into gifts: those of the next year with what has become of them. */
async function withOutcomes(
  ctx: TxContext,
  rule: DraftRule,
  occasions: readonly Occasion[],
  period: Period,
  facts: PlanFacts,
  exclude: (reason: Excluded['reason']) => void,
): Promise<PlannedGift[]> {
  if (period === 'last_year')
    return occasions.flatMap((occasion) => {
      const sentDay = Math.max(occasion.send_day, knownSince(rule, occasion))
      if (sentDay <= lastDay(rule.terms, occasion))
        return [toGift(rule, occasion, facts, isLate(rule.terms, occasion, sentDay, facts))]
      exclude('missed')
      return []
    })
  const given = await readGiven(ctx, rule, occasions)
  const ends_at = await findCampaignEnd(ctx, rule)
  const since = { terms: rule.terms, on_since: rule.on_since ?? ctx.now }
  return occasions.flatMap((occasion) => {
    const { state, isGiven } = given(occasion)
    const isPast = occasion.send_at < ctx.now
    if (isGiven) {
      if (state === undefined && !isPast) exclude('given')
      return state === undefined || state === 'cancelled' || isPast
        ? []
        : [toGift(rule, occasion, facts, false, state)]
    }
    if (isPast && findExclusion(ctx, since, occasion) !== undefined) return []
    const send_at = isPast ? ctx.now : occasion.send_at
    if (ends_at !== null && ends_at <= send_at) {
      exclude('campaign_ended')
      return []
    }
    const send_day = dayAt(send_at, occasion.contact.time_zone ?? rule.terms.time_zone)
    const isAfter = isLate(rule.terms, occasion, send_day, facts)
    return [toGift(rule, { ...occasion, send_at, send_day }, facts, isAfter)]
  })
}

/** Returns the day from which the account knew the person: a new colleague is in the list from the first day of work. */
const knownSince = ({ terms }: DraftRule, { contact, send_day }: Occasion): number =>
  terms.kind === 'first_day' || contact.start_date === null
    ? send_day
    : (parseDay(contact.start_date) ?? send_day)

const toGift = (
  { id, name, terms }: DraftRule,
  occasion: Occasion,
  facts: PlanFacts,
  is_late: boolean,
  state: PlannedGift['state'] = 'planned',
): PlannedGift => ({
  ...{ rule_id: id, rule_name: name, contact_id: occasion.contact.id },
  ...{ name: contacts.toName(occasion.contact), year: occasion.year, number: occasion.number },
  ...{ day: formatDay(occasion.day), wanted_day: formatDay(occasion.wanted) },
  ...{ target_day: formatDay(occasion.target), moved_by: findMove(occasion) ?? null },
  parcel_holidays: listParcelPauses(terms, occasion, facts),
  ...{ send_day: formatDay(occasion.send_day), send_at: occasion.send_at, is_late, state },
  reason: null,
})

/** Reads which occasions have a gift already, or a decision against one. */
async function readGiven(ctx: TxContext, { id }: DraftRule, occasions: readonly Occasion[]) {
  if (id === null || occasions.length === 0) return () => ({ isGiven: false, state: undefined })
  const people = new Map(
    occasions.map(({ contact }) => [
      contact.id,
      { contact, digests: contacts.toPersonDigests(ctx, contact) },
    ]),
  )
  const given = await findGiven(ctx, id, [...people.values()])
  const outcomes = await outcomeStore.findByContacts(ctx, [...people.keys()])
  const states = new Map(
    outcomes
      .filter(({ rule_id }) => rule_id === id)
      .map(({ contact_id, year, state }) => [`${contact_id} ${year}`, state]),
  )
  return (occasion: Occasion) => {
    const person = people.get(occasion.contact.id)
    return {
      isGiven: person !== undefined && findConflict(given(person), occasion) !== undefined,
      state: states.get(`${occasion.contact.id} ${occasion.year}`),
    }
  }
}

/** Adds the gifts of people who have left. Their contacts can be deleted, so that only the outcome is known. */
async function addCancelled(ctx: TxContext, { rule, gifts }: RuleForecast): Promise<void> {
  if (rule.id === null) return
  const outcomes = (await outcomeStore.findWaiting(ctx, rule.id, ctx.now)).filter(
    ({ state }) => state === 'cancelled',
  )
  const people = new Map(
    (
      await contacts.findContacts(
        ctx,
        outcomes.map(({ contact_id }) => contact_id),
      )
    ).map((contact) => [contact.id, contacts.toName(contact)]),
  )
  for (const { contact_id, year, day, send_at, reason } of outcomes)
    gifts.push({
      ...{ rule_id: rule.id, rule_name: rule.name, contact_id, year, day, send_at, reason },
      ...{ name: people.get(contact_id) ?? '', number: null, wanted_day: day, target_day: day },
      ...{ moved_by: null, parcel_holidays: [], is_late: false, state: 'cancelled' },
      send_day: formatDay(dayAt(send_at, rule.terms.time_zone)),
    })
}

async function findSupplies(
  ctx: TxContext,
  rules: readonly DraftRule[],
  gifts: readonly PlannedGift[],
): Promise<Supply[]> {
  const supplies = []
  for (const [, group] of Map.groupBy(
    rules,
    ({ terms }) => `${terms.campaign_id} ${terms.team_id}`,
  )) {
    const [first] = group
    const owner = first && (await findOwner(ctx, first))
    if (first === undefined || owner === undefined) continue
    const ids = new Set(group.map(({ id }) => id))
    const times = gifts
      .filter(({ rule_id, state }) => ids.has(rule_id) && state === 'planned')
      .map(({ send_at }) => send_at)
    const supply = await findSupply(ctx, first.terms, owner.sender, times)
    if (supply !== undefined) supplies.push(supply)
  }
  return supplies
}
