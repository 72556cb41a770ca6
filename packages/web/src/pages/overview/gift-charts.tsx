import { t } from '#web/i18n/overview.ts'
import './overview.css'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RedeemTimes } from '#web/admin-api.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { FunnelLinks } from '#web/pages/campaigns/funnel-links.tsx'
import { type TabStatus, tabStatuses } from '#web/pages/gifts/gift-labels.ts'
import { useRead } from '#web/use-read.ts'
import { BarChart, type BarChartRow } from './bar-chart.tsx'
import { LatestGifts } from './latest-gifts.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { TrendChart } from './trend-chart.tsx'
import { UpcomingGifts } from './upcoming-gifts.tsx'

type DateFilter = Record<string, string>

/**
 * Charts with statistics about gifts. Each chart has its own query, so that no chart waits for another one.
 */
export const GiftCharts = ({ filter }: { filter: DateFilter }) => (
  <>
    <PeriodFigures filter={filter} />
    <div className="plots">
      <TrendChart filter={filter} />
      <UpcomingGifts />
      <LatestGifts />
      <FunnelChart filter={filter} />
      <RedeemTimeChart filter={filter} />
      <CountriesChart filter={filter} />
      <TopItemsChart filter={filter} />
    </div>
  </>
)

const reportOptions = { staleTime: 30_000 }

function FunnelChart({ filter }: { filter: DateFilter }) {
  const { data, error } = useRead('/reports/funnel', filter, reportOptions)
  return (
    <Panel title={t('Funnel')} about={t('Gifts created in this period')}>
      <FunnelLinks funnel={data} query={filter} error={error} />
      {data !== undefined && (
        <Text size="sm" c="dimmed" mt="md" component="div" className="now">
          <span>{t('Now:')}</span>
          {tabStatuses.map((status) => (
            <Link key={status} to="/gift-requests" search={{ ...filter, status }}>
              {statusCounts[status](data.statuses[status])}
            </Link>
          ))}
        </Text>
      )}
    </Panel>
  )
}

const statusCounts: Readonly<Record<TabStatus, (count: number) => string>> = {
  submitted: (count) => t('{count} submitted', { count }),
  redeemed: (count) => t('{count} redeemed', { count }),
  dispatched: (count) => t('{count} dispatched', { count }),
  delivered: (count) => t('{count} delivered', { count }),
  cancelled: (count) => t('{count} cancelled', { count }),
  expired: (count) => t('{count} expired', { count }),
}

/** A panel with a bar chart, or with the reason why there is no chart. */
function ChartPanel({
  title,
  about,
  error,
  ...chart
}: {
  title: string
  about: string
  error: Error | null
  label: string
  empty: string
  rows: BarChartRow[] | undefined
}) {
  const { rows } = chart
  return (
    <Panel title={title} about={about}>
      {error !== null ? (
        <ErrorState error={error} />
      ) : rows === undefined ? (
        <BoxSkeleton h={150} label={t('Counting')} />
      ) : (
        <BarChart {...chart} rows={rows} />
      )}
    </Panel>
  )
}

function RedeemTimeChart({ filter }: { filter: DateFilter }) {
  const { data, error } = useRead('/reports/time_to_redeem', filter, reportOptions)
  return (
    <ChartPanel
      title={t('Time from invitation to choice')}
      about={
        data?.median_hours == null
          ? t('Invitation to choice')
          : t('Median {median}, 90th percentile {percentile}', {
              median: formatHours(data.median_hours),
              percentile: formatHours(data.p90_hours ?? 0),
            })
      }
      error={error}
      label={t('Time to redeem')}
      empty={t('No redemptions in this period.')}
      rows={data?.buckets.map(({ until_days, count }, at) => {
        const time_to_redeem = until_days === null ? 'longer' : `${until_days}d`
        return {
          key: time_to_redeem,
          label: bucketLabel(data.buckets, at),
          count,
          search: { ...filter, reached: 'redeemed', time_to_redeem },
        }
      })}
    />
  )
}

function bucketLabel(buckets: RedeemTimes['buckets'], at: number): string {
  const until = buckets[at]?.until_days
  const from = buckets[at - 1]?.until_days
  if (until == null) return t('more than {count} days', { count: from ?? 0 })
  if (from == null) return t('within {count} days', { count: until })
  return t('{from} to {until} days', { from, until })
}

function formatHours(hours: number): string {
  if (hours < 1) return t('{count} minutes', { count: Math.max(1, Math.round(hours * 60)) })
  if (hours < 48) return t('{count} hours', { count: Math.round(hours) })
  return t('{count} days', { count: Math.round(hours / 24) })
}

function CountriesChart({ filter }: { filter: DateFilter }) {
  const { data, error } = useRead('/reports/countries', filter, reportOptions)
  return (
    <ChartPanel
      title={t('Destinations')}
      about={t('Gifts with a known address')}
      error={error}
      label={t('Countries')}
      empty={t('No known addresses in this period.')}
      rows={data?.data.map(({ country, count }) => ({
        key: country,
        label: countryName(country),
        count,
        search: { ...filter, country },
      }))}
    />
  )
}

function TopItemsChart({ filter }: { filter: DateFilter }) {
  const { data, error } = useRead('/reports/top_gifts', filter, reportOptions)
  return (
    <ChartPanel
      title={t('Most popular items')}
      about={t('Number of gifts containing the item')}
      error={error}
      label={t('Top gifts')}
      empty={t('No items chosen in this period.')}
      rows={data?.data.map(({ variant_id, name, count }) => ({
        key: variant_id,
        label: name,
        count,
        search: { ...filter, variant_id },
      }))}
    />
  )
}
