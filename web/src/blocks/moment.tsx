import { Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSession } from '#web/session.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** '3 minutes ago', 'in 2 days'. */
function inWords(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return unit === 'second' ? 'just now' : relative.format(Math.round(seconds / length), unit)
}

interface MomentProps {
  at: string | null
  none?: string
  /** Milliseconds by which the clock that it was taken from is ahead of this one. */
  ahead?: number
}

/**
 * A moment as people say it; the exact one when one points at it. Facts and rows that have the focus
 * show the exact one beside it (look.css), so that times need no tab stop of their own.
 */
export function Moment({ at, none = 'never', ahead = 0 }: MomentProps) {
  const now = useNow()
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    )
  const moment = new Date(at)
  const here = moment.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <Tooltip label={`${here} here, ${moment.toISOString()}`}>
      <time dateTime={at} data-exact={here}>
        {inWords(moment, new Date(now.getTime() + ahead))}
      </time>
    </Tooltip>
  )
}

/** The same for what happens to gifts: a staging account's clock may have been put forward. */
export function GiftMoment(props: MomentProps) {
  const { data } = useSession()
  return <Moment {...props} ahead={data?.me?.account.clock_ahead_ms ?? 0} />
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
