import * as contacts from '#contacts'
import type { departures } from '#contract/occasion-limits'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { parseDay } from './days.ts'
import { contactPages } from './facts.ts'
import * as outcomeStore from './outcome-store.ts'
import { findNoOccasion } from './plan.ts'
import type { Outcome, Rule } from './tables.ts'

/*
 * Gifts that wait, and whose person leaves meanwhile. A gift can wait because it was submitted for approval, or because it was
 * approved before its time. It is cancelled if the contact was deleted, if the day is after the last day of work, or if the
 * contact gets no gifts any more. If the person comes back before the time of the gift, the rule plans it again.
 */

type Departure = (typeof departures)[number]

const dayMs = 86_400_000
/** The longest time for which a submitted gift awaits approval. */
const maxWaitMs = 31 * dayMs
/** How long before its time a gift is looked at once more. */
const marginMs = 2 * 60_000
/** How often a gift is looked at that awaits approval after its time: an approval sends it at once. */
const overdueMs = 10 * 60_000

/** What the send and the log of the gift say, after 'The recipient'. */
const texts: Readonly<Record<Departure, string>> = {
  contact_deleted: 'is no longer a contact',
  after_last_day: 'leaves before the day of the gift',
  do_not_gift: 'gets no gifts',
}

/**
 * Cancels the waiting gifts of people who have left, and makes room for those of people who have come back. Returns when a
 * waiting gift has to be looked at again.
 */
export async function reviewWaiting(ctx: TxContext, rule: Rule): Promise<Date | undefined> {
  const submittedAfter = new Date(ctx.now.getTime() - maxWaitMs)
  const outcomes = await outcomeStore.findWaiting(ctx, rule.id, submittedAfter)
  if (outcomes.length === 0) return undefined
  const people = await findPeople(ctx, rule, outcomes)
  const leaving: { outcome: Outcome; departure: Departure }[] = []
  for (const outcome of outcomes) {
    const departure = findDeparture(rule, outcome, people.get(outcome.contact_id))
    if (departure === undefined) await outcomeStore.remove(ctx, outcome, ['cancelled'])
    else if (outcome.state !== 'cancelled') leaving.push({ outcome, departure })
  }
  for (const [id, group] of Map.groupBy(leaving, ({ outcome }) => outcome.bulk_send_id))
    if (id !== null) await cancelGifts(ctx, rule, id, group)
  return findReviewAt(ctx, outcomes)
}

/** Returns the next time at which a gift could go out. */
async function findReviewAt(
  ctx: TxContext,
  outcomes: readonly Outcome[],
): Promise<Date | undefined> {
  const now = ctx.now.getTime()
  const waiting = outcomes.filter(({ state }) => state !== 'cancelled')
  const times = waiting.map(({ send_at }) => send_at.getTime() - marginMs).filter((at) => at > now)
  const late = waiting.filter(({ send_at }) => send_at <= ctx.now)
  for (const id of new Set(late.flatMap(({ bulk_send_id }) => bulk_send_id ?? [])))
    if ((await sends.findApproval(ctx, id))?.state === 'awaiting') times.push(now + overdueMs)
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}

/** Returns why a person gets nothing any more. Who leaves gets the gift for the last day, also when the contact is gone. */
function findDeparture(
  { terms }: Rule,
  { year, day }: Outcome,
  contact: contacts.Contact | undefined,
): Departure | undefined {
  if (contact === undefined) return terms.kind === 'last_day' ? undefined : 'contact_deleted'
  if (contact.do_not_gift !== null) return 'do_not_gift'
  const none = findNoOccasion(terms, contact, { year, number: null, day: parseDay(day) ?? 0 })
  return none === 'after_last_day' ? none : undefined
}

/** Finds the contacts of outcomes. A person can be another contact since: of a merge, or of a new import. */
async function findPeople(
  ctx: TxContext,
  { id }: Rule,
  outcomes: readonly Outcome[],
): Promise<ReadonlyMap<string, contacts.Contact>> {
  const ids = outcomes.map(({ contact_id }) => contact_id)
  const people = new Map((await contacts.findContacts(ctx, ids)).map((each) => [each.id, each]))
  const missing = ids.filter((each) => !people.has(each)).map((each) => ({ contact: { id: each } }))
  if (missing.length === 0) return people
  const keys = await outcomeStore.findKeys(
    ctx,
    id,
    missing.map((person) => ({ ...person, digests: [] })),
  )
  const byDigest = new Map(
    keys.map(({ digest, contact_id }) => [digest.toString('hex'), contact_id]),
  )
  for await (const page of contactPages(ctx))
    for (const contact of page)
      for (const digest of contacts.toPersonDigests(ctx, contact)) {
        const contact_id = byDigest.get(digest.toString('hex'))
        if (contact_id !== undefined) people.set(contact_id, contact)
      }
  return people
}

/** Cancels the gifts of one send. A gift that was sent before its time stays as it is. */
async function cancelGifts(
  ctx: TxContext,
  { id: rule_id }: Rule,
  bulk_send_id: string,
  group: readonly { outcome: Outcome; departure: Departure }[],
): Promise<void> {
  const byContact = new Map(group.map((each) => [each.outcome.contact_id, each]))
  const people = [...byContact.keys()].map((id) => ({ contact: { id }, digests: [] }))
  const keys = await outcomeStore.findKeys(ctx, rule_id, people)
  const byDigest = new Map(
    keys.map(({ digest, contact_id }) => [digest.toString('hex'), byContact.get(contact_id)]),
  )
  const find = (email: string) => {
    const person = { work_emails: [email], private_emails: [], external_ids: [] }
    const [digest] = contacts.toPersonDigests(ctx, person)
    return byDigest.get(digest?.toString('hex') ?? '')
  }
  const leftOut = await sends.leaveOut(ctx, bulk_send_id, (email) => {
    const found = find(email)
    return found && texts[found.departure]
  })
  const cancelled = leftOut.flatMap((email) => find(email) ?? [])
  await outcomeStore.cancel(
    ctx,
    rule_id,
    cancelled.map(({ outcome: { contact_id, year }, departure }) => ({
      ...{ contact_id, year, reason: departure },
    })),
  )
}
