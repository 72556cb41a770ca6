import { t } from '#web/i18n/overview.ts'
import './overview.css'
import { Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Trend } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Panel } from '#web/components/page.tsx'
import { BoxSkeleton, ErrorState } from '#web/components/status-views.tsx'
import { formatDate, formatNumber } from '#web/i18n/format.ts'

/** Gifts per day, week or month: a bar for those sent, filled as far as they are redeemed. */
export function TrendChart({ filter }: { filter: Record<string, string> }) {
  const { data, error } = useQuery({
    queryKey: ['analytics', 'trend', filter],
    queryFn: ({ signal }) => api.get('/overview/trend', filter, signal),
    staleTime: 30_000,
  })
  return (
    <Panel
      title={data === undefined ? t('Gifts over time') : titles[data.unit]}
      about={t('Sent, and how many of them are redeemed by now')}
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <BoxSkeleton h={110} label={t('Counting')} />
      ) : (
        <TrendBars trend={data} />
      )}
    </Panel>
  )
}

function TrendBars({ trend: { unit, points } }: { trend: Trend }) {
  const maxCount = Math.max(0, ...points.map(({ sent }) => sent))
  const [first, last] = [points[0], points.at(-1)]
  if (maxCount === 0 || first === undefined || last === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('No gifts in this period.')}
      </Text>
    )
  const share = (count: number) => `${(100 * count) / maxCount}%`
  return (
    <>
      <div className="trend" aria-hidden>
        {points.map(({ from, sent, redeemed }) => (
          <span
            key={from}
            title={t('{from}: {sent} sent, {redeemed} redeemed', {
              from: formatStart(from, unit),
              sent,
              redeemed,
            })}
          >
            <i style={{ height: share(sent), minHeight: sent > 0 ? 2 : 0 }}>
              <i style={{ height: sent === 0 ? 0 : `${(100 * redeemed) / sent}%` }} />
            </i>
          </span>
        ))}
      </div>
      <Text size="xs" c="dimmed" className="trend-axis" component="div" aria-hidden>
        <span>{formatStart(first.from, unit)}</span>
        <span>{t('most: {count}', { count: maxCount })}</span>
        <span>{formatStart(last.from, unit)}</span>
      </Text>
      <VisuallyHidden>
        <TrendTable unit={unit} points={points} />
      </VisuallyHidden>
    </>
  )
}

/** The same numbers for screen readers. */
const TrendTable = ({ unit, points }: Trend) => (
  <table aria-label={titles[unit]}>
    <thead>
      <tr>
        <th scope="col">{unitNames[unit]}</th>
        <th scope="col">{t('Sent')}</th>
        <th scope="col">{t('Redeemed')}</th>
      </tr>
    </thead>
    <tbody>
      {points.map(({ from, sent, redeemed }) => (
        <tr key={from}>
          <th scope="row">{formatStart(from, unit)}</th>
          <td>{formatNumber(sent)}</td>
          <td>{formatNumber(redeemed)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const titles: Readonly<Record<Trend['unit'], string>> = {
  day: t('Gifts per day'),
  week: t('Gifts per week'),
  month: t('Gifts per month'),
}

const unitNames: Readonly<Record<Trend['unit'], string>> = {
  day: t('day'),
  week: t('week'),
  month: t('month'),
}

const formats = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<Trend['unit'], Intl.DateTimeFormatOptions>

const formatStart = (from: string, unit: Trend['unit']): string =>
  formatDate(from, { ...formats[unit], timeZone: 'UTC' })
