import { getDateFormat } from '#platform/date-format'

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
export const usualPlan: ReminderPlan = {
  after_days: [5, 21],
  before_expiry_days: [3],
  quiet: { from: '20:00', to: '08:00' },
}

/** One reminder of a plan: what it is called, and when its time comes. */
export interface Slot {
  /** Such as `after-5` or `before-3`: each is used once for each gift. */
  name: string
  kind: 'reminder' | 'expiring'
  at: Date
}

/** The gift that is spoken of. */
export interface Waiting {
  invited_at: Date
  expires_at: Date
}

const day = 24 * 60 * 60 * 1000

/**
 * All reminders of a plan for one gift, in their order. One that falls into the quiet hours moves to
 * their end. Those that would come on the first day, within a day before another, or when the gift is
 * gone, are left out: of two the later one says more.
 */
export function slotsFor(plan: ReminderPlan, timeZone: string, gift: Waiting): Slot[] {
  const { invited_at, expires_at } = gift
  const all = [
    ...plan.after_days.map((days) => slot('after', days, invited_at.getTime() + days * day)),
    ...plan.before_expiry_days.map((days) =>
      slot('before', days, expires_at.getTime() - days * day),
    ),
  ]
    .map((each) => ({ ...each, at: outOfQuiet(plan.quiet, timeZone, each.at) }))
    .filter(({ at }) => at.getTime() - invited_at.getTime() >= day && at < expires_at)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  return all.filter(({ at }, place) => {
    const next = all[place + 1]
    return next === undefined || next.at.getTime() - at.getTime() >= day
  })
}

const slot = (side: 'after' | 'before', days: number, at: number): Slot => ({
  name: `${side}-${days}`,
  kind: side === 'after' ? 'reminder' : 'expiring',
  at: new Date(at),
})

const minute = 60_000
const minutesADay = 24 * 60

/** The moment itself, or the end of the quiet hours that it falls into. */
export function outOfQuiet(quiet: ReminderPlan['quiet'], timeZone: string, moment: Date): Date {
  if (quiet === null) return moment
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const local = localMinutes(moment, timeZone)
  if (!isBetween(local, from, to)) return moment
  const end = new Date(moment.getTime() + ((to - local + minutesADay) % minutesADay) * minute)
  // The night in which clocks change is an hour longer or shorter than it looks.
  const off =
    ((localMinutes(end, timeZone) - to + minutesADay * 1.5) % minutesADay) - minutesADay / 2
  return new Date(Math.floor(end.getTime() / minute) * minute - off * minute)
}

/** Quiet hours may go round midnight. When both ends are the same there are none. */
const isBetween = (at: number, from: number, to: number) =>
  from <= to ? at >= from && at < to : at >= from || at < to

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function localMinutes(moment: Date, timeZone: string): number {
  const format = getDateFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return minutesOf(format.format(moment))
}
