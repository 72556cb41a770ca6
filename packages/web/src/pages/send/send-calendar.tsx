import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OccasionForecast, SendCalendar } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { formatMonth, formatWeekday } from '#web/components/formats/calendar-day.ts'
import { localTimeZone } from '#web/components/forms/local-time-input.ts'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatDate, formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

/** What goes out on one day: scheduled gifts of a send or a campaign, or the planned gifts of an occasion. */
interface Entry {
  day: string
  /** The time of day; null for an occasion, whose gifts follow the time zones of their people. */
  at: string | null
  name: string
  gifts: number
  to: string
  search?: Record<string, string>
  isOccasion: boolean
}

const occasionsBody = { period: 'next_year' } as const

/** The calendar of what will be sent: scheduled gifts, and the occasions of the next twelve months. */
export function SendCalendarView() {
  const canSend = usePermission('gift_requests:write')
  const { data, error, refetch } = useRead('/sends/calendar', { time_zone: localTimeZone })
  const occasions = useQuery({
    queryKey: ['/occasions/forecast', occasionsBody],
    queryFn: () => api.post('/occasions/forecast', occasionsBody),
    enabled: canSend,
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined || (canSend && occasions.isPending)) return <RowsSkeleton rows={6} />
  // Without access to contacts, a sender sees no occasions.
  const isHidden = occasions.error instanceof ApiError && occasions.error.status === 403
  if (occasions.error !== null && !isHidden)
    return <ErrorState error={occasions.error} retry={() => void occasions.refetch()} />
  const entries = listEntries(data, occasions.data)
  if (entries.length === 0)
    return (
      <EmptyList
        guide="gifts"
        title={t('Nothing is scheduled')}
        action={canSend && <ButtonLink to="/send">{t('Send a gift')}</ButtonLink>}
      >
        {t('Gifts that you schedule, and those of occasions, appear here on their day.')}
      </EmptyList>
    )
  const isShortened = data.is_capped || isCapped(occasions.data)
  const months = Object.groupBy(entries, ({ day }) => day.slice(0, 7))
  return (
    <Stack>
      {Object.entries(months).map(([month, list = []]) => (
        <MonthPanel key={month} month={month} entries={list} />
      ))}
      {isShortened && (
        <Text size="sm" c="dimmed">
          {t('There are more gifts. The calendar has those that go out first.')}
        </Text>
      )}
    </Stack>
  )
}

const MonthPanel = ({ month, entries }: { month: string; entries: readonly Entry[] }) => (
  <Panel
    title={formatMonth(month)}
    about={t('{count} gifts', { count: entries.reduce((sum, { gifts }) => sum + gifts, 0) })}
  >
    <DetailTable
      label={formatMonth(month)}
      rows={entries}
      rowKey={({ day, at, name, to }) => `${day} ${at} ${name} ${to}`}
      columns={columns}
    />
  </Panel>
)

const columns = [
  {
    header: t('Name'),
    cell: ({ name, to, search }: Entry) => (
      <PageLink size="sm" fw={600} to={to} {...(search && { search })}>
        {name}
      </PageLink>
    ),
  },
  {
    header: t('Day'),
    cell: ({ day, at }: Entry) =>
      at === null
        ? formatWeekday(day)
        : `${formatWeekday(day)}, ${formatDate(at, { timeStyle: 'short' })}`,
  },
  {
    header: t('Kind'),
    cell: ({ isOccasion }: Entry) =>
      isOccasion ? (
        <StatusBadge tone="end">{t('Occasion')}</StatusBadge>
      ) : (
        <StatusBadge tone="wait">{t('Scheduled')}</StatusBadge>
      ),
  },
  { header: t('Gifts'), isNumeric: true, cell: ({ gifts }: Entry) => formatNumber(gifts) },
]

function listEntries({ groups }: SendCalendar, occasions: OccasionForecast | undefined): Entry[] {
  const scheduled = groups.map(
    ({ day, first_at, send, campaign_name, gifts }): Entry => ({
      ...{ day, at: first_at, gifts, isOccasion: false },
      name: send?.name ?? campaign_name ?? t('One-off gift'),
      ...(send === null
        ? { to: '/gift-requests', search: searchOfDay(day) }
        : { to: `/sends/${send.id}` }),
    }),
  )
  return [...scheduled, ...listOccasions(occasions)].toSorted((one, other) =>
    one.day === other.day
      ? (one.at ?? '').localeCompare(other.at ?? '')
      : one.day.localeCompare(other.day),
  )
}

/** Builds the filter for the gifts of a day in the time zone of the browser. The days of the filter are in UTC. */
function searchOfDay(day: string): Record<string, string> {
  const from = new Date(`${day}T00:00:00`)
  const until = new Date(`${day}T23:59:59`)
  const toDay = (time: Date) => time.toISOString().slice(0, 10)
  return { scheduled_from: toDay(from), scheduled_until: toDay(until) }
}

/** Counts the planned gifts by day and rule. */
function listOccasions(occasions: OccasionForecast | undefined): Entry[] {
  const planned = occasions?.gifts.filter(({ state }) => state === 'planned') ?? []
  const groups = Map.groupBy(planned, ({ send_day, rule_id }) => `${send_day} ${rule_id}`)
  return [...groups.values()].flatMap((gifts) => {
    const [first] = gifts
    return first === undefined
      ? []
      : [
          {
            ...{ day: first.send_day, at: null, name: first.rule_name, gifts: gifts.length },
            ...{ to: `/occasions/${first.rule_id}`, isOccasion: true },
          },
        ]
  })
}

const isCapped = (occasions: OccasionForecast | undefined): boolean =>
  occasions !== undefined && occasions.gifts.length < occasions.total
