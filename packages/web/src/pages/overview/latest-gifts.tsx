import { t } from '#web/i18n/overview.ts'
import './overview.css'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { useLiveUpdates } from '#web/components/lists/use-live-updates.ts'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { useRead } from '#web/use-read.ts'

const query = { limit: '6' }

/** A panel with the newest gifts. While the page is open, their states change and new gifts appear. */
export function LatestGifts() {
  const { data, error, refetch } = useRead('/gift_requests', query)
  const rows = data?.data ?? []
  const { newCount, reload } = useLiveUpdates('gift_requests', rows, {}, () => void refetch())
  return (
    <Panel
      title={t('Latest gifts')}
      action={
        newCount > 0 ? (
          <Anchor component="button" size="sm" onClick={reload}>
            {t('{count} new', { count: newCount })}
          </Anchor>
        ) : undefined
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <RowsSkeleton rows={4} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No gifts yet.')}
        </Text>
      ) : (
        <ol className="latest">
          {rows.map(({ id, reference, recipient, state, created_at }) => (
            <li key={id}>
              <Link to={`/gift-requests/${id}`}>{recipient.name || reference}</Link>
              <GiftStateBadge state={state} />
              <Text size="xs" c="dimmed" span>
                <RelativeTime at={created_at} />
              </Text>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
