import { getDateFormat } from '#platform/lib/date-format'

/** When a campaign reminds recipients of gifts that are not redeemed. */
export interface ReminderPlan {
  /** Days after the invitation. */
  after_days: readonly number[]
  /** Days before the gift expires. */
  before_expiry_days: readonly number[]
  /** Hours without emails, such as 20:00 to 08:00, in the campaign's time zone; null for none. */
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
  /** Such as `after-5` or `before-3`. Each name is used once per gift. */
  name: string
  kind: 'reminder' | 'expiring'
  at: Date
}

/** The times of a gift that its reminders depend on. */
export interface OpenInvitation {
  invited_at: Date
  expires_at: Date
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Computes all reminders of a plan for one gift, in order. A reminder in quiet hours moves to their end.
 * Reminders on the first day, within a day before the next one, or after the expiry are omitted: of two close
 * reminders the later one is more useful.
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

/** Returns the timestamp, or the end of the quiet hours that contain it. */
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
  // Corrects for a change to or from daylight saving time in that night.
  const dstShiftMinutes =
    ((toLocalMinutes(end, timeZone) - to + minutesPerDay * 1.5) % minutesPerDay) - minutesPerDay / 2
  return new Date(Math.floor(end.getTime() / minuteMs) * minuteMs - dstShiftMinutes * minuteMs)
}

/** Quiet hours can span midnight. Equal ends mean no quiet hours. */
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
