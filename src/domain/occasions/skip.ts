import * as contacts from '#contacts'
import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { dayAt, formatDay } from './days.ts'
import { loadFacts } from './facts.ts'
import * as outcomeStore from './outcome-store.ts'
import { listDays, schedule } from './plan.ts'
import { getRule } from './rules.ts'
import type { Outcome, Rule } from './tables.ts'

/**
 * Says that a person gets nothing from a rule in a year. Throws `not_found` without the rule, the contact or the day, and
 * `invalid_transition` if the gift exists.
 */
export async function skipOccasion(
  ctx: TxContext,
  { rule_id, contact_id, year }: Pick<Outcome, 'rule_id' | 'contact_id' | 'year'>,
  actor_name: string,
): Promise<Rule> {
  const rule = await getRule(ctx, rule_id)
  const contact = isId(contact_id) ? await contacts.findContact(ctx, contact_id) : undefined
  if (contact === undefined) throw new ApiError('not_found')
  const facts = await loadFacts(ctx, rule.terms)
  await facts.prepare([contact])
  const today = dayAt(ctx.now, rule.terms.time_zone)
  const found = listDays(rule.terms, contact, today - 400, today + 800).find(
    (day) => day.year === year,
  )
  if (found === undefined) throw new ApiError('not_found')
  const { send_at } = schedule(rule.terms, contact, found, facts)
  const day = formatDay(found.day)
  const keys = contacts
    .toPersonDigests(ctx, contact)
    .map((digest) => ({ digest, year, day, contact_id }))
  const claimed = await outcomeStore.claimKeys(ctx, rule_id, keys)
  if (!claimed.has(contact_id))
    throw new ApiError('invalid_transition', {
      message: 'This person has a gift of this rule in this year, or is skipped already.',
    })
  await outcomeStore.insert(ctx, [
    {
      ...{ rule_id, contact_id, year, day, send_at, state: 'skipped', reason: null },
      ...{ is_late: false, bulk_send_id: null, gift_request_id: null, actor_name },
      created_at: ctx.now,
    },
  ])
  return rule
}
