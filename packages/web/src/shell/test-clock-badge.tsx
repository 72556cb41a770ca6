import { Badge, Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/common.ts'
import { formatDate } from '#web/i18n/format.ts'
import { hasPermission, useSession } from '#web/session.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * A badge in staging that shows that the test clock of the account is ahead. Gifts use the test clock.
 * Sign-ins and deliveries use the real time.
 */
export function TestClockBadge() {
  const { data } = useSession()
  const offsetMs = data?.me?.account.clock_offset_ms ?? 0
  if (offsetMs === 0) return null
  const canSimulate = data?.me != null && hasPermission(data.me, 'gift_requests:write')
  const dateText = formatDate(Date.now() + offsetMs, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const duration = formatDuration(offsetMs)
  const fullText = t('Clock: {date} (+{duration})', { date: dateText, duration })
  return (
    <Badge
      variant="filled"
      color="plum"
      tt="none"
      style={{ cursor: canSimulate ? 'pointer' : 'default', flex: 'none' }}
      title={t(
        'The test clock of this account is ahead of the real time. Gifts and their emails use it.',
      )}
      {...(canSimulate && {
        renderRoot: (props: object) => <Link to="/developers/staging" {...props} />,
      })}
    >
      <Box component="span" visibleFrom="sm">
        {fullText}
      </Box>
      <Box component="span" hiddenFrom="sm" aria-label={fullText} role="img">
        +{duration}
      </Box>
    </Badge>
  )
}

/**
 * Formats a duration in days, such as '22 days'. On the first day, the result is in hours, such as '5 hours'.
 */
function formatDuration(ms: number): string {
  const hours = Math.round(ms / (dayMs / 24))
  if (hours < 24) return t('{count} hours', { count: Math.max(1, hours) })
  return t('{count} days', { count: Math.round(ms / dayMs) })
}
