import * as campaigns from '#campaigns'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { buildReminder } from '../lifecycle/recipient-emails.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import * as transitionStore from '../lifecycle/transition-store.ts'

/** Returns whether a reminder is due, but no transition. */
export const isReminderDue = (now: Date, gift: Gift): boolean =>
  gift.state === 'awaiting_recipient' &&
  gift.remind_at !== null &&
  gift.remind_at <= now &&
  gift.expires_at > now &&
  (gift.claimed_until === null || gift.claimed_until > now)

/**
 * Returns the times of the first reminders, by the ids of the gift requests. If the sender shares the link of
 * a gift request, it gets no reminders.
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
 * Sends the due reminders of these locked gift requests, and schedules the next ones. If several reminders
 * are overdue, sends only the last one. Reminders wait for the end of the quiet hours. Sends no reminders to
 * recipients who declined or who stopped the reminders. Returns the number of processed gift requests.
 */
export async function sendDueReminders(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  if (gifts.length === 0) return 0
  const planFor = await loadPlans(ctx, gifts)
  const silent = await sessionStore.findWithoutReminders(ctx, gifts)
  const emails: mail.Email[] = []
  const rescheduled = gifts.map((gift): Gift => {
    const plan = planFor(gift)
    const quietUntil =
      plan && campaigns.afterQuietHours(plan.reminders.quiet, plan.time_zone, ctx.now)
    if (quietUntil !== undefined && quietUntil > ctx.now) return { ...gift, remind_at: quietUntil }
    const schedule = reminderSchedule(planFor, gift)
    const due = schedule.findLast(({ at }) => at <= ctx.now)
    if (due !== undefined && !silent.has(gift.id)) emails.push(...buildReminder(ctx, gift, due))
    return { ...gift, remind_at: schedule.find(({ at }) => at > ctx.now)?.at ?? null }
  })
  mail.enqueueAll(ctx, emails)
  transitionStore.rescheduleReminders(ctx, rescheduled)
  return rescheduled.length
}

type ReminderPlan = Pick<campaigns.CommunicationSettings, 'reminders' | 'time_zone'>
/** Finds the reminder plan of a gift request. Returns undefined if the gift request gets no reminders. */
type FindPlan = (gift: Gift) => ReminderPlan | undefined

async function loadPlans(ctx: TxContext, gifts: readonly Gift[]): Promise<FindPlan> {
  const campaignRefs = gifts.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const settingsById = await campaigns.communicationSettingsById(ctx, campaignRefs)
  const withoutEmail = gifts.filter(({ email }) => email === '')
  const phones = await mail.findRecipientPhones(ctx, withoutEmail)
  return (gift) => {
    const isUnreachable = gift.email === '' && !phones.has(gift.id)
    if (isUnreachable || gift.one_link_id !== null) return undefined
    if (gift.campaign_id === null) return { reminders: campaigns.defaultPlan, time_zone: 'UTC' }
    const settings = settingsById.get(gift.campaign_id)
    return settings?.invitation_method === 'email' ? settings : undefined
  }
}

/**
 * Calculates the reminders of a gift. The time of the invitation is `send_at` or the creation time, without
 * the delay of the timer loop.
 */
function reminderSchedule(planFor: FindPlan, gift: Gift): campaigns.Reminder[] {
  const plan = planFor(gift)
  if (plan === undefined) return []
  const { expires_at } = gift
  const invited_at = gift.send_at ?? gift.created_at
  return campaigns.computeReminders(plan.reminders, plan.time_zone, { invited_at, expires_at })
}
