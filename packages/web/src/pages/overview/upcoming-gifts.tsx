import { t } from '#web/i18n/overview.ts'
import '#web/components/charts/bar-chart.css'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Upcoming } from '#web/admin-api.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { formatWeekday } from '#web/components/formats/calendar-day.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'

type UpcomingDay = Upcoming['days'][number]

/**
 * A preview of the next seven days: the gifts that will be sent or will expire. Each number links to its
 * gifts.
 */
export function UpcomingGifts() {
  const { data, error } = useRead('/overview/upcoming', undefined, { staleTime: 30_000 })
  return (
    <Panel
      title={t('Next 7 days')}
      about={t('Scheduled gifts, and gifts that expire unless redeemed')}
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <BoxSkeleton h={190} label={t('Counting')} />
      ) : data.days.every(({ scheduled, expiring }) => scheduled + expiring === 0) ? (
        <Text size="sm" c="dimmed">
          {t('Nothing is scheduled, and nothing expires.')}
        </Text>
      ) : (
        <UpcomingTable upcoming={data} />
      )}
    </Panel>
  )
}

const UpcomingTable = ({ upcoming: { days, is_capped } }: { upcoming: Upcoming }) => (
  <>
    <table className="bars upcoming" aria-label={t('Next 7 days')}>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col">{t('To send')}</th>
          <th scope="col">{t('Expire')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((each, at) => (
          <tr key={each.day}>
            <th scope="row">{formatWeekday(each.day)}</th>
            <td>
              <Count
                count={each.scheduled}
                search={toSearch('scheduled', each, at)}
                label={t('To send')}
              />
            </td>
            <td>
              <Count
                count={each.expiring}
                search={{ ...toSearch('expires', each, at), sort: 'expires', order: 'asc' }}
                label={t('Expire')}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {is_capped && (
      <Text size="xs" c="dimmed" mt="xs">
        {t('The counts stop at {count} gifts.', { count: 10_000 })}
      </Text>
    )}
  </>
)

/** Builds the filter for the gifts of one day. The filter for today also finds overdue gifts. */
const toSearch = (name: 'scheduled' | 'expires', { day }: UpcomingDay, at: number) => ({
  ...(at > 0 && { [`${name}_from`]: day }),
  [`${name}_until`]: day,
})

interface CountProps {
  count: number
  search: Record<string, string>
  label: string
}

const Count = ({ count, search, label }: CountProps) =>
  count === 0 ? (
    <Text span inherit c="dimmed">
      –
    </Text>
  ) : (
    <Link
      className="upcoming-count"
      to="/gift-requests"
      search={search}
      aria-label={`${label}: ${formatNumber(count)}`}
    >
      {formatNumber(count)}
    </Link>
  )
