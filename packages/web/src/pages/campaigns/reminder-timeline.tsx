import { t } from '#web/i18n/campaigns.ts'
import './campaigns.css'
import { Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { Campaign } from '#web/admin-api.ts'

interface TimelineMark {
  day: number
  kind: 'start' | 'reminder' | 'expiring' | 'end'
  label: string
}

/**
 * Returns the days of a reminder schedule in order. The server omits reminders that are too close together.
 */
function toMarks(
  { after_days, before_expiry_days }: Campaign['reminders'],
  expiresAfterDays: number,
): TimelineMark[] {
  const reminders: TimelineMark[] = [
    ...after_days.map((days) => ({ day: days, kind: 'reminder' as const, label: t('Reminder') })),
    ...before_expiry_days.map((days) => ({
      day: expiresAfterDays - days,
      kind: 'expiring' as const,
      label: t('Last reminder'),
    })),
  ]
  const inside = reminders
    .filter(({ day }) => day >= 1 && day < expiresAfterDays)
    .sort((one, other) => one.day - other.day)
    .filter(({ day }, at, all) => all[at + 1]?.day !== day)
  return [
    { day: 0, kind: 'start', label: t('Invitation') },
    ...inside,
    { day: expiresAfterDays, kind: 'end', label: t('Expires') },
  ]
}

/** A timeline with the emails of a campaign, from the invitation to the expiry. */
export function ReminderTimeline({
  plan,
  expiresAfterDays,
}: {
  plan: Campaign['reminders']
  expiresAfterDays: number
}) {
  const marks = toMarks(plan, expiresAfterDays)
  const { quiet } = plan
  return (
    <div className="plan-box">
      <ol className="plan" aria-label={t('Email schedule')} style={{ padding: 0 }}>
        {marks.map(({ day, kind, label }, at) => (
          <li
            key={`${kind} ${day}`}
            data-kind={kind}
            {...(at % 2 === 1 && kind !== 'end' && { 'data-up': true })}
            {...(kind === 'start' && { 'data-side': 'left' })}
            {...(kind === 'end' && { 'data-side': 'right' })}
            style={{ '--at': `${(100 * day) / expiresAfterDays}%` } as CSSProperties}
          >
            <span>
              <b>{label}</b>
              <br />
              {t('day {day}', { day })}
            </span>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="xs">
        {quiet === null
          ? t('Reminders are sent at any time of day.')
          : t('No reminders from {from} to {to}. Reminders due then are sent at {to}.', {
              from: quiet.from,
              to: quiet.to,
            })}
      </Text>
    </div>
  )
}
