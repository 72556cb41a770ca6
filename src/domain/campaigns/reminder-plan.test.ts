import assert from 'node:assert/strict'
import { it } from 'node:test'
import { afterQuietHours, computeReminders, type ReminderPlan } from './reminder-plan.ts'

const quiet = { from: '20:00', to: '08:00' }
const plan = (more: Partial<ReminderPlan> = {}): ReminderPlan => ({
  after_days: [5, 21],
  before_expiry_days: [3],
  quiet: null,
  ...more,
})

const invited_at = new Date('2026-03-01T12:00:00Z')
const daysLater = (days: number) => new Date(invited_at.getTime() + days * 86_400_000)
const reminderNames = (input: ReminderPlan, days: number) =>
  computeReminders(input, 'UTC', { invited_at, expires_at: daysLater(days) }).map(
    ({ name, at }) => [name, at.toISOString()],
  )

it('schedules reminders by days after the invitation and days before the expiry, in order', () => {
  assert.deepEqual(reminderNames(plan(), 60), [
    ['after-5', '2026-03-06T12:00:00.000Z'],
    ['after-21', '2026-03-22T12:00:00.000Z'],
    ['before-3', '2026-04-27T12:00:00.000Z'],
  ])
})

it('omits reminders on the first day, after the expiry, or within a day before another', () => {
  assert.deepEqual(
    reminderNames(plan(), 14).map(([name]) => name),
    ['after-5', 'before-3'],
  )
  assert.deepEqual(
    reminderNames(plan(), 8).map(([name]) => name),
    ['before-3'],
    'both fall on the fifth day, and the one that says more stays',
  )
  assert.deepEqual(reminderNames(plan(), 3), [])
  assert.deepEqual(reminderNames(plan({ after_days: [], before_expiry_days: [] }), 60), [])
})

it('moves reminders to the end of quiet hours in the campaign’s time zone', () => {
  const at = (timestamp: string, timeZone: string) =>
    afterQuietHours(quiet, timeZone, new Date(timestamp)).toISOString()
  assert.equal(at('2026-03-06T12:00:00Z', 'Europe/Berlin'), '2026-03-06T12:00:00.000Z')
  assert.equal(at('2026-03-06T19:30:00Z', 'Europe/Berlin'), '2026-03-07T07:00:00.000Z')
  assert.equal(at('2026-03-06T05:00:00Z', 'Europe/Berlin'), '2026-03-06T07:00:00.000Z')
  assert.equal(at('2026-03-06T12:00:00Z', 'Asia/Tokyo'), '2026-03-06T23:00:00.000Z')
  assert.equal(at('2026-03-06T12:00:00Z', 'Asia/Kathmandu'), '2026-03-06T12:00:00.000Z')
  assert.equal(at('2026-03-06T18:00:00Z', 'Asia/Kathmandu'), '2026-03-07T02:15:00.000Z')
})

it('ends quiet hours at the same local time when daylight saving time starts or ends', () => {
  const at = (timestamp: string) =>
    afterQuietHours(quiet, 'Europe/Berlin', new Date(timestamp)).toISOString()
  assert.equal(at('2026-03-28T21:00:00Z'), '2026-03-29T06:00:00.000Z') // 08:00 daylight saving time
  assert.equal(at('2026-10-24T21:00:00Z'), '2026-10-25T07:00:00.000Z') // 08:00 standard time
})

it('supports quiet hours within one day, and no quiet hours', () => {
  const siesta = { from: '13:00', to: '16:00' }
  const noon = new Date('2026-03-06T14:30:00Z')
  assert.equal(afterQuietHours(siesta, 'UTC', noon).toISOString(), '2026-03-06T16:00:00.000Z')
  assert.equal(afterQuietHours({ from: '13:00', to: '13:00' }, 'UTC', noon), noon)
  assert.equal(afterQuietHours(null, 'UTC', noon), noon)
})

it('never schedules a moved reminder after the expiry', () => {
  const night = new Date('2026-03-01T22:00:00Z')
  const reminders = computeReminders(
    plan({ after_days: [2], before_expiry_days: [], quiet }),
    'UTC',
    {
      invited_at: night,
      expires_at: new Date('2026-03-04T06:00:00Z'),
    },
  )
  assert.deepEqual(reminders, [])
})
