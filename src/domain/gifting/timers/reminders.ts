import * as campaigns from '#campaigns'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { buildReminder } from '../lifecycle/recipient-emails.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import * as transitionStore from '../lifecycle/transition-store.ts'

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
export async function firstReminderTimes(
  ctx: TxContext,
  gifts: readonly Gift[],
): Promise<ReadonlyMap<string, Date>> {
  const planFor = await loadPlans(ctx, gifts)
  return new Map(
    gifts.flatMap((gift) => {
      const first = reminderSchedule(planFor, gift).find(({ at }) => at > ctx.now)
      return first === undefined ? [] : [[gift.id, first.at] as const]
    }),
  )
}

/**
 * Reminds the recipients of these held gift requests, whose reminders are due, and plans the next ones.
 * Of several that a long stop of the service has held up, only the last is sent. In quiet hours they
 * wait; who has declined is left alone. Answers how many gift requests it dealt with.
 */
export async function sendDueReminders(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  if (gifts.length === 0) return 0
  const planFor = await loadPlans(ctx, gifts)
  const declined = await sessionStore.findDeclined(ctx, gifts)
  const emails: mail.Email[] = []
  const rescheduled = gifts.map((gift): Gift => {
    const plan = planFor(gift)
    const quietUntil =
      plan && campaigns.afterQuietHours(plan.reminders.quiet, plan.time_zone, ctx.now)
    if (quietUntil !== undefined && quietUntil > ctx.now) return { ...gift, remind_at: quietUntil }
    const schedule = reminderSchedule(planFor, gift)
    const due = schedule.findLast(({ at }) => at <= ctx.now)
    if (due !== undefined && !declined.has(gift.id)) emails.push(...buildReminder(ctx, gift, due))
    return { ...gift, remind_at: schedule.find(({ at }) => at > ctx.now)?.at ?? null }
  })
  mail.enqueueAll(ctx, emails)
  transitionStore.rescheduleReminders(ctx, rescheduled)
  return rescheduled.length
}

type ReminderPlan = Pick<campaigns.CommunicationSettings, 'reminders' | 'time_zone'>
/** Undefined where nobody is reminded. */
type FindPlan = (gift: Gift) => ReminderPlan | undefined

async function loadPlans(ctx: TxContext, gifts: readonly Gift[]): Promise<FindPlan> {
  const campaignRefs = gifts.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const settingsById = await campaigns.communicationSettingsById(ctx, campaignRefs)
  return (gift) => {
    if (gift.email === '' || gift.one_link_id !== null) return undefined
    if (gift.campaign_id === null) return { reminders: campaigns.defaultPlan, time_zone: 'UTC' }
    const settings = settingsById.get(gift.campaign_id)
    return settings?.invitation_method === 'email' ? settings : undefined
  }
}

/** A gift request is invited at the moment it is due, give or take its queue. */
function reminderSchedule(planFor: FindPlan, gift: Gift): campaigns.Reminder[] {
  const plan = planFor(gift)
  if (plan === undefined) return []
  const { expires_at } = gift
  const invited_at = gift.send_at ?? gift.created_at
  return campaigns.computeReminders(plan.reminders, plan.time_zone, { invited_at, expires_at })
}
