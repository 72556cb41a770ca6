import { getDateFormat } from '#platform/lib/date-format'

/** The plan of a campaign for reminders about gifts that are not redeemed. */
export interface ReminderPlan {
  /** The numbers of days after the invitation on which a reminder is sent. */
  after_days: readonly number[]
  /** The numbers of days before the expiry of the gift on which a reminder is sent. */
  before_expiry_days: readonly number[]
  /**
   * The hours without emails in the time zone of the campaign, for example 20:00 to 08:00. Null if there are
   * none.
   */
  quiet: { from: string; to: string } | null
}

/** The plan of gifts without a campaign, and the initial plan of new campaigns. */
export const defaultPlan: ReminderPlan = {
  after_days: [5, 21],
  before_expiry_days: [3],
  quiet: { from: '20:00', to: '08:00' },
}

/** A scheduled reminder. */
export interface Reminder {
  /**
   * The name of the reminder, such as `after-5` or `before-3`. A gift has at most one reminder with each
   * name.
   */
  name: string
  kind: 'reminder' | 'expiring'
  at: Date
}

/** The times of a gift from which its reminders are calculated. */
export interface OpenInvitation {
  invited_at: Date
  expires_at: Date
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Calculates all reminders of a plan for one gift, in order. Moves a reminder in quiet hours to the end of
 * these hours. Omits reminders on the first day and reminders after the expiry. Of two reminders within one
 * day it omits the earlier one, because the later one is more useful.
 */
export function computeReminders(
  plan: ReminderPlan,
  timeZone: string,
  gift: OpenInvitation,
): Reminder[] {
  const { invited_at, expires_at } = gift
  const candidates = [
    ...plan.after_days.map((days) =>
      buildReminder('after', days, invited_at.getTime() + days * dayMs),
    ),
    ...plan.before_expiry_days.map((days) =>
      buildReminder('before', days, expires_at.getTime() - days * dayMs),
    ),
  ]
    .map((each) => ({ ...each, at: afterQuietHours(plan.quiet, timeZone, each.at) }))
    .filter(({ at }) => at.getTime() - invited_at.getTime() >= dayMs && at < expires_at)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  return candidates.filter(({ at }, index) => {
    const next = candidates[index + 1]
    return next === undefined || next.at.getTime() - at.getTime() >= dayMs
  })
}

const buildReminder = (side: 'after' | 'before', days: number, at: number): Reminder => ({
  name: `${side}-${days}`,
  kind: side === 'after' ? 'reminder' : 'expiring',
  at: new Date(at),
})

const minuteMs = 60_000
const minutesPerDay = 24 * 60

/** Returns the timestamp. If the timestamp is in quiet hours, returns their end. */
export function afterQuietHours(
  quiet: ReminderPlan['quiet'],
  timeZone: string,
  timestamp: Date,
): Date {
  if (quiet === null) return timestamp
  const [from, to] = [parseMinutes(quiet.from), parseMinutes(quiet.to)]
  const localMinute = toLocalMinutes(timestamp, timeZone)
  if (!isBetween(localMinute, from, to)) return timestamp
  const end = new Date(
    timestamp.getTime() + ((to - localMinute + minutesPerDay) % minutesPerDay) * minuteMs,
  )
  // Corrects the time for a change to or from daylight saving time in this night.
  const dstShiftMinutes =
    ((toLocalMinutes(end, timeZone) - to + minutesPerDay * 1.5) % minutesPerDay) - minutesPerDay / 2
  return new Date(Math.floor(end.getTime() / minuteMs) * minuteMs - dstShiftMinutes * minuteMs)
}

/**
 * Returns whether a time is in the quiet hours. Quiet hours can span midnight. Two equal times mean no quiet
 * hours.
 */
const isBetween = (at: number, from: number, to: number) =>
  from <= to ? at >= from && at < to : at >= from || at < to

function parseMinutes(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function toLocalMinutes(timestamp: Date, timeZone: string): number {
  const format = getDateFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return parseMinutes(format.format(timestamp))
}
