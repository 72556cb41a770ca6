import * as chatApps from '#chat-apps'
import type { TxContext } from '#platform/postgres/database'
import { dayAt, formatDay, toInstant } from './days.ts'
import * as outcomeStore from './outcome-store.ts'
import { namesOf, type Occasion } from './plan.ts'
import type { Rule } from './tables.ts'

/** The kinds that are celebrated, and what a post says. None says a year or an age. */
const texts: Readonly<Partial<Record<Rule['terms']['kind'], (name: string) => string>>> = {
  birthday: (name) => `Today is the birthday of ${name}.`,
  anniversary: (name) => `${name} has a work anniversary today.`,
}

/** Returns whether an occasion is celebrated now: on its day, from the time of the rule's invitations. */
export function isCelebrated({ now }: TxContext, { terms }: Rule, occasion: Occasion): boolean {
  const zone = occasion.contact.time_zone ?? terms.time_zone
  const { day } = occasion
  const isToday = texts[terms.kind] !== undefined && dayAt(now, zone) === day
  return isToday && toInstant(day, terms.send_time, zone) <= now
}

/**
 * Posts the occasions of today that got a gift in the chat of the account, if its chat app has a channel for them. A person is
 * celebrated once, although a rule is checked every hour, and several rules can reach the person.
 */
export async function celebrate(
  ctx: TxContext,
  { id, terms }: Rule,
  occasions: readonly Occasion[],
): Promise<void> {
  const toText = texts[terms.kind]
  if (occasions.length === 0 || toText === undefined) return
  const contact_ids = occasions.map(({ contact }) => contact.id)
  const outcomes = await outcomeStore.findByContacts(ctx, contact_ids)
  for (const { contact, year, day } of occasions) {
    const names = namesOf(contact)
    const hasGift = outcomes.some(
      (each) =>
        each.rule_id === id &&
        each.contact_id === contact.id &&
        each.day === formatDay(day) &&
        (each.state === 'sent' || each.state === 'submitted'),
    )
    if (names === undefined || !hasGift) continue
    chatApps.enqueue(ctx, {
      key: `${terms.kind} ${contact.id} ${year}`,
      subject_id: contact.id,
      to: { isForEveryone: true },
      message: {
        title: toText(`${names.first_name} ${names.last_name}`.trim()),
        lines: [],
        buttons: [],
      },
    })
  }
}
