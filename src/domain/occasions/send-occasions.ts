import { recordGiftChange } from '#audit'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { formatDay } from './days.ts'
import * as outcomeStore from './outcome-store.ts'
import { type DueOccasion, emailOf, namesOf } from './plan.ts'
import type { Outcome, Rule, RuleTerms } from './tables.ts'

/** Sends the gifts of occasions in the name of the user: those of one time as one send, which can need approval. */
export async function sendOccasions(
  ctx: TxContext,
  rule: Rule,
  due: readonly DueOccasion[],
  user: sends.SendingUser,
): Promise<void> {
  const own = await claim(ctx, rule, due)
  for (const group of Map.groupBy(own, ({ sent_at }) => sent_at.getTime()).values())
    await sendGroup(ctx, rule, group, user)
}

/** Records that occasions have no gift, because the rule could send none until their last day. */
export async function recordMissed(
  ctx: TxContext,
  rule: Rule,
  missed: readonly DueOccasion[],
  reason: string,
): Promise<void> {
  if (missed.length === 0) return
  const own = await claim(ctx, rule, missed)
  await outcomeStore.insert(
    ctx,
    own.map(({ contact, year, day, send_at }) => ({
      ...{ rule_id: rule.id, contact_id: contact.id, year, day: formatDay(day), send_at },
      ...{ state: 'failed', reason, is_late: false, bulk_send_id: null, gift_request_id: null },
      ...{ actor_name: null, created_at: ctx.now },
    })),
  )
}

/** Inserts the keys of people. Returns the occasions of those who had none. */
async function claim(
  ctx: TxContext,
  { id }: Rule,
  occasions: readonly DueOccasion[],
): Promise<DueOccasion[]> {
  const claimed = await outcomeStore.claimKeys(
    ctx,
    id,
    occasions.flatMap(({ contact, year, day, digests }) =>
      digests.map((digest) => ({ digest, year, day: formatDay(day), contact_id: contact.id })),
    ),
  )
  return occasions.filter(({ contact }) => claimed.has(contact.id))
}

async function sendGroup(
  ctx: TxContext,
  rule: Rule,
  group: readonly DueOccasion[],
  user: sends.SendingUser,
): Promise<void> {
  const [first] = group
  if (first === undefined) return
  const draft_id = newId(ctx.now)
  const options = toOptions(ctx, rule.terms, first.sent_at, draft_id)
  const { id } = await sends.start(
    ctx,
    {
      ...{ draft_id, options, gifts: group.length },
      name: `${rule.name} · ${formatDay(first.send_day)}`,
      needs_approval: rule.terms.needs_approval,
    },
    user,
  )
  const rows = group.map(({ contact }, index) => ({
    recipient: {
      ...(namesOf(contact) ?? { first_name: '', last_name: '' }),
      email: emailOf(contact) ?? '',
    },
    line: index + 1,
  }))
  const results = await sends.sendRows(ctx, options, rows, user, id)
  await outcomeStore.insert(
    ctx,
    group.flatMap((occasion, at) => {
      const result = results[at]
      return result === undefined ? [] : [toOutcome(ctx, rule, occasion, result, id)]
    }),
  )
  for (const result of results)
    if (result.status === 'sent') recordGiftChange(ctx, 'gift_request.send', result)
  if (results.some(({ status }) => status === 'saved')) await sends.submit(ctx, id, user.sender)
}

function toOptions(
  { now }: TxContext,
  { campaign_id, team_id, email_message }: RuleTerms,
  sent_at: Date,
  send_id: string,
) {
  return {
    ...{ campaign_id, send_id },
    ...(team_id !== null && { team_id }),
    ...(email_message !== null && { email_message }),
    ...(sent_at > now && { send_at: sent_at.toISOString() }),
  }
}

function toOutcome(
  ctx: TxContext,
  { id: rule_id }: Rule,
  { contact, year, day, sent_at, is_late }: DueOccasion,
  result: sends.SubmittedRowResult,
  bulk_send_id: string,
): Outcome {
  const { state, gift_request_id = null, reason = null } = describeResult(result)
  return {
    ...{ rule_id, contact_id: contact.id, year, day: formatDay(day), send_at: sent_at },
    ...{ state, reason, is_late, bulk_send_id, gift_request_id, actor_name: null },
    created_at: ctx.now,
  }
}

function describeResult(
  result: sends.SubmittedRowResult,
): Pick<Outcome, 'state'> & Partial<Pick<Outcome, 'gift_request_id' | 'reason'>> {
  switch (result.status) {
    case 'sent':
    case 'already_sent':
      return { state: 'sent', gift_request_id: result.id }
    case 'saved':
      return { state: 'submitted' }
    case 'rejected': {
      const [error] = result.errors
      return {
        state: 'failed',
        reason: error === undefined ? null : `${error.param} ${error.message}`,
      }
    }
  }
}
