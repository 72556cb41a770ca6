import { getDateFormat } from '#platform/lib/date-format'

/** When a campaign reminds people of a gift they have not taken yet. */
export interface ReminderPlan {
  /** Days after the invitation. */
  after_days: readonly number[]
  /** Days before the gift expires. */
  before_expiry_days: readonly number[]
  /** Hours in which nobody is written to, such as 20:00 to 08:00, by the campaign's time zone; null for none. */
  quiet: { from: string; to: string } | null
}

/** Of a gift that belongs to no campaign; a new campaign begins with the same. */
export const defaultPlan: ReminderPlan = {
  after_days: [5, 21],
  before_expiry_days: [3],
  quiet: { from: '20:00', to: '08:00' },
}

/** One reminder of a plan: what it is called, and when its time comes. */
export interface Reminder {
  /** Such as `after-5` or `before-3`: each is used once for each gift. */
  name: string
  kind: 'reminder' | 'expiring'
  at: Date
}

/** The gift that is spoken of. */
export interface OpenInvitation {
  invited_at: Date
  expires_at: Date
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * All reminders of a plan for one gift, in their order. One that falls into the quiet hours moves to
 * their end. Those that would come on the first day, within a day before another, or when the gift is
 * gone, are left out: of two the later one says more.
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

/** The moment itself, or the end of the quiet hours that it falls into. */
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
  // The night in which clocks change is an hour longer or shorter than it looks.
  const dstShiftMinutes =
    ((toLocalMinutes(end, timeZone) - to + minutesPerDay * 1.5) % minutesPerDay) - minutesPerDay / 2
  return new Date(Math.floor(end.getTime() / minuteMs) * minuteMs - dstShiftMinutes * minuteMs)
}

/** Quiet hours may go round midnight. When both ends are the same there are none. */
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
