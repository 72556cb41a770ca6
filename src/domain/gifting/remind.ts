import * as campaigns from '#campaigns'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import { reminder } from './mails.ts'
import * as moveStore from './move-store.ts'
import type { Gift } from './tables.ts'
import * as visitStore from './visit-store.ts'

/** Whether what is due of it is a reminder, and nothing that moves it. */
export const isReminderDue = (now: Date, gift: Gift): boolean =>
  gift.state === 'awaiting_recipient' &&
  gift.remind_at !== null &&
  gift.remind_at <= now &&
  gift.expires_at > now &&
  (gift.claimed_until === null || gift.claimed_until > now)

/**
 * When the recipients of gift requests that are sent now are reminded first, by the id of the gift request.
 * Who got their link from the sender's own hands is not reminded by us.
 */
export async function firstReminders(
  ctx: TxContext,
  gifts: readonly Gift[],
): Promise<ReadonlyMap<string, Date>> {
  const plans = await plansOf(ctx, gifts)
  return new Map(
    gifts.flatMap((gift) => {
      const first = slotsOf(plans, gift).find(({ at }) => at > ctx.now)
      return first === undefined ? [] : [[gift.id, first.at] as const]
    }),
  )
}

/**
 * Reminds the recipients of these held gift requests, whose reminders are due, and plans the next ones.
 * Of several that a long stop of the service has held up, only the last is sent. In quiet hours they
 * wait; who has declined is left alone. Answers how many gift requests it dealt with.
 */
export async function remind(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  if (gifts.length === 0) return 0
  const plans = await plansOf(ctx, gifts)
  const declined = await visitStore.declinedAmong(ctx, gifts)
  const letters: mail.Letter[] = []
  const planned = gifts.map((gift): Gift => {
    const plan = plans(gift)
    const awake = plan && campaigns.outOfQuiet(plan.reminders.quiet, plan.time_zone, ctx.now)
    if (awake !== undefined && awake > ctx.now) return { ...gift, remind_at: awake }
    const slots = slotsOf(plans, gift)
    const due = slots.findLast(({ at }) => at <= ctx.now)
    if (due !== undefined && !declined.has(gift.id)) letters.push(...reminder(ctx, gift, due))
    return { ...gift, remind_at: slots.find(({ at }) => at > ctx.now)?.at ?? null }
  })
  mail.postAll(ctx, letters)
  moveStore.postpone(ctx, planned)
  return planned.length
}

type Plan = Pick<campaigns.Manner, 'reminders' | 'time_zone'>
/** Undefined where nobody is reminded. */
type Plans = (gift: Gift) => Plan | undefined

async function plansOf(ctx: TxContext, gifts: readonly Gift[]): Promise<Plans> {
  const wanted = gifts.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const manners = await campaigns.mannersBy(ctx, wanted)
  return (gift) => {
    if (gift.email === '' || gift.one_link_id !== null) return undefined
    if (gift.campaign_id === null) return { reminders: campaigns.usualPlan, time_zone: 'UTC' }
    const manner = manners.get(gift.campaign_id)
    return manner?.invitation_method === 'email' ? manner : undefined
  }
}

/** A gift request is invited at the moment it is due, give or take its queue. */
function slotsOf(plans: Plans, gift: Gift): campaigns.Slot[] {
  const plan = plans(gift)
  if (plan === undefined) return []
  const { expires_at } = gift
  const invited_at = gift.send_at ?? gift.created_at
  return campaigns.slotsFor(plan.reminders, plan.time_zone, { invited_at, expires_at })
}
