import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '#web/session.ts'

const dayMs = 24 * 60 * 60 * 1000

/** In staging, when the account's clock was moved: gifts live by it, while sign-ins and deliveries keep the real time. */
export function TestClockBadge() {
  const { data } = useSession()
  const offsetMs = data?.me?.account.clock_offset_ms ?? 0
  if (offsetMs === 0) return null
  const dateText = new Date(Date.now() + offsetMs).toLocaleDateString('en-GB', {
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
      Clock: {dateText} (+{formatDuration(offsetMs)})
    </Badge>
  )
}

/** '22 days', or '5 hours' on the first day. */
function formatDuration(ms: number): string {
  const hours = Math.round(ms / (dayMs / 24))
  if (hours < 24) return `${Math.max(1, hours)} ${hours > 1 ? 'hours' : 'hour'}`
  const days = Math.round(ms / dayMs)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}
