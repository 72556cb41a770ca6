import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n/common.ts'
import { formatDate } from '#web/i18n/format.ts'
import { locale } from '#web/i18n/language.ts'
import { useSession } from '#web/session.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Formats a time relative to now, such as '3 minutes ago' or 'in 2 days'. */
function formatRelative(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return unit === 'second'
    ? t('just now')
    : relativeFormat.format(Math.round(seconds / length), unit)
}

interface RelativeTimeProps {
  at: string | null
  fallback?: string
  /** The milliseconds by which the clock of the timestamp is ahead of the clock of the browser. */
  offsetMs?: number
}

/**
 * A relative time with the exact time as a tooltip. Description lists and focused rows also show the exact
 * time (global.css), so the times need no tab stop.
 */
export function RelativeTime({ at, fallback = t('never'), offsetMs = 0 }: RelativeTimeProps) {
  const now = useNow()
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {fallback}
      </Text>
    )
  const date = new Date(at)
  const localText = formatDate(date, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <time
      dateTime={at}
      data-exact={localText.replace(/([^,]) /g, '$1\u00a0') /* breaks between date and time only */}
      title={t('{localTime} here, {utcTime}', {
        localTime: localText,
        utcTime: date.toISOString(),
      })}
    >
      {formatRelative(date, new Date(now.getTime() + offsetMs))}
    </time>
  )
}

/** The time of a gift. In a staging account, the clock for tests may be ahead of the real time. */
export function GiftTime(props: RelativeTimeProps) {
  const { data } = useSession()
  return <RelativeTime {...props} offsetMs={data?.me?.account.clock_offset_ms ?? 0} />
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
