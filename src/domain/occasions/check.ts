import * as accounts from '#accounts'
import * as contacts from '#contacts'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { SendingUser } from '#sends'
import { celebrate, isCelebrated } from './celebrate.ts'
import { findClosure } from './closure.ts'
import { dayAt, formatDay } from './days.ts'
import { reviewWaiting } from './departures.ts'
import { contactPages, type LoadedFacts, loadFacts } from './facts.ts'
import * as outcomeStore from './outcome-store.ts'
import { type DueOccasion, isLate, lastDay, listOccasions, type Occasion } from './plan.ts'
import * as ruleStore from './rule-store.ts'
import { recordMissed, sendOccasions } from './send-occasions.ts'
import { approvalLeadDays, minDaysApart, type Rule, type RuleTerms } from './tables.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const minuteMs = 60_000
/** The most gifts of one check. The rule is checked again at once for the rest. */
const maxGifts = 200

/** The rules that are checked at least once an hour, and when their next gift is due. */
export const dueRules: accounts.DueRows = {
  ...{ name: 'occasions', table: 'occasions.rule', idColumn: 'id', maxPerTurn: 2 },
  process: checkRule,
  async recover(ctx, id) {
    await ruleStore.setChecked(ctx, id, ctx.now, unexpectedError)
    await ruleStore.setDueAt(ctx, id, new Date(ctx.real_now.getTime() + hourMs))
    return 0
  },
}

const unexpectedError =
  'The rule failed for a reason that only the log of the service has. Ask the operator. It is tried again every hour.'

async function checkRule(ctx: TxContext, id: string): Promise<number> {
  const rule = await ruleStore.lockDue(ctx, id)
  if (rule === undefined) return 0
  const { gifts, hasRest, next, reviewAt } = await sendDue(ctx, rule)
  const times = [next, reviewAt].map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY)
  const untilNextMs = Math.min(...times) - ctx.now.getTime()
  const waitMs = hasRest ? 0 : Math.min(Math.max(untilNextMs, minuteMs), hourMs)
  await ruleStore.setDueAt(ctx, id, new Date(ctx.real_now.getTime() + waitMs))
  return gifts
}

interface Checked {
  gifts: number
  /** Whether more gifts are due now. */
  hasRest: boolean
  /** When the next gift is due, if that is soon enough to be known. */
  next: Date | undefined
  /** When a gift that waits has to be reviewed. A jump of the test clock has no changes between its reviews. */
  reviewAt: Date | undefined
}

/** Sends the gifts of a locked rule that are due. */
async function sendDue(ctx: TxContext, rule: Rule): Promise<Checked> {
  const reviewAt = await reviewWaiting(ctx, rule)
  const user = await findOwner(ctx, rule)
  const { due, missed, next, celebrated } = await findDue(ctx, rule)
  const batch = due.slice(0, maxGifts)
  const problem =
    user === undefined
      ? ownerIsGone
      : ((await findClosure(ctx, rule)) ??
        (await attempt(ctx, () => sendOccasions(ctx, rule, batch, user))))
  const reason = problem ?? rule.problem
  if (reason !== null) await recordMissed(ctx, rule, missed, reason)
  if (user !== undefined) await celebrate(ctx, rule, celebrated)
  await ruleStore.setChecked(ctx, rule.id, ctx.now, problem)
  if (problem !== null) return { gifts: 0, hasRest: false, next: undefined, reviewAt }
  return { gifts: batch.length, hasRest: due.length > batch.length, next, reviewAt }
}

/** Reviews the waiting gifts of all rules, before a test clock jumps over their times. */
export async function reviewRules(ctx: TxContext): Promise<void> {
  for (const { id, on_since } of await ruleStore.list(ctx)) {
    const rule = on_since === null ? undefined : await ruleStore.findForUpdate(ctx, id)
    if (rule !== undefined) await reviewWaiting(ctx, rule)
  }
}

/**
 * Checks all rules for the time that a test clock has jumped over, so that a jump of a year sends what a year would have
 * sent. `ctx.now` is the time after the jump.
 */
export async function advanceRules(ctx: TxContext, ms: number): Promise<void> {
  const end = ctx.now.getTime()
  for (const { id, on_since } of await ruleStore.list(ctx)) {
    const rule = on_since === null ? undefined : await ruleStore.findForUpdate(ctx, id)
    if (rule === undefined) continue
    for (let at = end - ms; ; ) {
      const real_now = new Date(ctx.real_now.getTime() - (end - at))
      const { hasRest, next } = await sendDue({ ...ctx, now: new Date(at), real_now }, rule)
      if (at === end && !hasRest) break
      if (!hasRest) at = Math.min(next?.getTime() ?? at + 30 * dayMs, end)
    }
  }
}

const ownerIsGone =
  'The user in whose name the rule sends has left this account, or may no longer send gifts. Choose another one.'

/** Returns the user in whose name a rule sends; undefined if the user has left, or may not send any more. */
export async function findOwner(
  ctx: TxContext,
  { owner_id }: Pick<Rule, 'owner_id'>,
): Promise<SendingUser | undefined> {
  const owner = await accounts.findMember(ctx, owner_id)
  if (owner === undefined || owner.suspended_at !== null) return undefined
  if (!accounts.can(owner, 'gift_requests:write')) return undefined
  const { id, name, email, role } = owner
  return { sender: { id, name, email }, isRestricted: role !== 'admin' }
}

/** Undoes what a failed send has written. Returns the reason that the sender can read. */
async function attempt(ctx: TxContext, send: () => Promise<void>): Promise<string | null> {
  ctx.enqueue('savepoint before_send')
  try {
    await send()
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await ctx.query('rollback to savepoint before_send')
    const [first] = error.fieldErrors
    return first === undefined ? error.message : `${first.param} ${first.message}`
  }
}

/**
 * Finds the gifts of a rule that are due, those whose last day has passed since the last check, the time of the next one after
 * them, and the occasions of today.
 */
async function findDue(ctx: TxContext, rule: Rule) {
  const { terms } = rule
  const facts = await loadFacts(ctx, terms)
  const due: DueOccasion[] = []
  const missed: DueOccasion[] = []
  const lastCheck = { now: rule.checked_at ?? rule.on_since ?? ctx.now }
  const celebrated: Occasion[] = []
  let next: Date | undefined
  const leadMs = terms.needs_approval ? approvalLeadDays * dayMs : 0
  const today = Math.floor(ctx.now.getTime() / dayMs)
  for await (const people of contactPages(ctx)) {
    await facts.prepare(people)
    const found: Occasion[] = []
    const lost: Occasion[] = []
    for (const contact of people)
      for (const occasion of listOccasions(
        terms,
        contact,
        today - reach(terms),
        today + reach(terms),
        facts,
      )) {
        if (isCelebrated(ctx, rule, occasion)) celebrated.push(occasion)
        const askAt = new Date(occasion.send_at.getTime() - leadMs)
        if (askAt > ctx.now) next = next === undefined || askAt < next ? askAt : next
        else if (findExclusion(ctx, rule, occasion) === undefined) found.push(occasion)
        else if (findExclusion(lastCheck, rule, occasion) === undefined) lost.push(occasion)
      }
    due.push(...(await withoutGiven(ctx, rule, found, facts)))
    missed.push(...(await withoutGiven(ctx, rule, lost, facts)))
  }
  due.sort((one, other) => one.sent_at.getTime() - other.sent_at.getTime())
  return { due, missed, next, celebrated }
}

/** Returns how many days around today a gift can be due. */
const reach = ({ max_days_late, choice_days, offset_days }: RuleTerms): number =>
  max_days_late + choice_days + Math.abs(offset_days) + approvalLeadDays + 100

/** Why an occasion whose time has come has no gift. */
export type Exclusion = 'switched_on_later' | 'missed'

export function findExclusion(
  { now }: Pick<TxContext, 'now'>,
  { terms, on_since }: Pick<Rule, 'terms' | 'on_since'>,
  occasion: Occasion,
): Exclusion | undefined {
  const zone = occasion.contact.time_zone ?? terms.time_zone
  if (on_since !== null && Math.max(occasion.target, occasion.send_day) < dayAt(on_since, zone))
    return 'switched_on_later'
  return dayAt(now, zone) > lastDay(terms, occasion) ? 'missed' : undefined
}

/** Leaves out people who have a gift of this rule in the year of the occasion, or about half a year before or after it. */
async function withoutGiven(
  ctx: TxContext,
  { id, terms }: Rule,
  occasions: readonly Occasion[],
  facts: LoadedFacts,
): Promise<DueOccasion[]> {
  const candidates = occasions.map((occasion) => ({
    ...occasion,
    digests: contacts.toPersonDigests(ctx, occasion.contact),
  }))
  if (candidates.length === 0) return []
  const given = await findGiven(ctx, id, candidates)
  return candidates
    .filter((each) => findConflict(given(each), each) === undefined)
    .map((each) => {
      const sent_at = new Date(Math.max(each.send_at.getTime(), ctx.now.getTime()))
      const sentDay = dayAt(sent_at, each.contact.time_zone ?? terms.time_zone)
      return { ...each, sent_at, is_late: isLate(terms, each, sentDay, facts) }
    })
}

/** Reads the gifts of people under a rule. Returns a lookup by person. */
export async function findGiven(
  ctx: TxContext,
  rule_id: string,
  people: readonly outcomeStore.Person[],
) {
  const keys = await outcomeStore.findKeys(ctx, rule_id, people)
  const byDigest = Map.groupBy(keys, ({ digest }) => digest.toString('hex'))
  const byContact = Map.groupBy(keys, ({ contact_id }) => contact_id)
  return ({ contact, digests }: outcomeStore.Person): readonly outcomeStore.PersonKey[] => [
    ...(byContact.get(contact.id) ?? []),
    ...digests.flatMap((digest) => byDigest.get(digest.toString('hex')) ?? []),
  ]
}

/** Returns the gift that excludes another one for an occasion. */
export const findConflict = (
  given: readonly outcomeStore.PersonKey[],
  { year, day }: Pick<Occasion, 'year' | 'day'>,
): outcomeStore.PersonKey | undefined =>
  given.find(
    (key) =>
      key.year === year || (Math.abs(key.year - year) === 1 && isNear(key.day, formatDay(day))),
  )

const isNear = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < minDaysApart * dayMs
