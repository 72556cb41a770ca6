import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '#web/session.ts'

const day = 24 * 60 * 60 * 1000

/** In staging, when the account's clock was moved: gifts live by it, while sign-ins and deliveries keep the real time. */
export function ClockChip() {
  const { data } = useSession()
  const ahead = data?.me?.account.clock_ahead_ms ?? 0
  if (ahead === 0) return null
  const shown = new Date(Date.now() + ahead).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return (
    <Badge
      variant="filled"
      color="plum"
      tt="none"
      style={{ cursor: 'pointer', flex: 'none' }}
      title="The test clock of this account is ahead of the real time. Gifts and their emails use it."
      renderRoot={(props) => <Link to="/developers/staging" {...props} />}
    >
      Clock: {shown} (+{lengthOf(ahead)})
    </Badge>
  )
}

/** '22 days', or '5 hours' on the first day. */
function lengthOf(ms: number): string {
  const hours = Math.round(ms / (day / 24))
  if (hours < 24) return `${Math.max(1, hours)} ${hours > 1 ? 'hours' : 'hour'}`
  const days = Math.round(ms / day)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}
