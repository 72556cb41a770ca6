import { t } from '#web/i18n/overview.ts'
import './overview.css'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Trend } from '#web/admin-api.ts'
import { ChartTooltip } from '#web/components/charts/chart-tooltip.tsx'
import { useRovingFocus } from '#web/components/charts/use-roving-focus.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { formatDate, formatNumber } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'
import { isLabelled, niceTicks } from './chart-scale.ts'
import { toPeriodFilter } from './period-filter.ts'

type TrendPoint = Trend['points'][number]

/**
 * A chart with the gifts of each day, week or month. Each bar shows the sent gifts. Its filled part shows the
 * redeemed gifts.
 */
export function TrendChart({ filter }: { filter: Record<string, string> }) {
  const { data, error } = useRead('/reports/trend', filter, { staleTime: 30_000 })
  return (
    <Panel
      title={data === undefined ? t('Gifts over time') : titles[data.unit]}
      about={t('Sent, and how many of them are redeemed by now')}
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <BoxSkeleton h={190} label={t('Counting')} />
      ) : data.points.every(({ sent }) => sent === 0) ? (
        <Text size="sm" c="dimmed">
          {t('No gifts in this period.')}
        </Text>
      ) : (
        <>
          <Legend />
          <TrendBars trend={data} filter={filter} />
          <TrendTable trend={data} filter={filter} />
        </>
      )}
    </Panel>
  )
}

const Legend = () => (
  <div className="trend-legend" aria-hidden>
    <span>
      <i /> {t('Sent|gifts')}
    </span>
    <span>
      <i data-filled /> {t('Redeemed|gifts')}
    </span>
  </div>
)

interface TrendProps {
  trend: Trend
  filter: Record<string, string>
}

/**
 * The bars of the chart. Each bar links to its gifts. The Tab key reaches only one bar, and the arrow keys
 * move to the other bars.
 */
function TrendBars({ trend: { unit, points }, filter }: TrendProps) {
  const { container, active, tabStop, setActive, onKeyDown } = useRovingFocus<HTMLUListElement>(
    points.length,
  )
  const ticks = niceTicks(Math.max(...points.map(({ sent }) => sent)))
  const maxTick = ticks.at(-1) ?? 1
  return (
    <div className="trend">
      <div className="trend-ticks" aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(100 * tick) / maxTick}%` }}>
            {formatNumber(tick)}
          </span>
        ))}
      </div>
      <ul
        ref={container}
        className="trend-bars"
        aria-label={t('{title}. Use the arrow keys to move.', { title: titles[unit] })}
        onKeyDown={onKeyDown}
        onMouseLeave={() => setActive(undefined)}
      >
        {points.map((point, at) => (
          <li key={point.from} onMouseEnter={() => setActive(at)}>
            <Link
              to="/gift-requests"
              search={toSearch(point, unit, filter)}
              tabIndex={at === tabStop ? 0 : -1}
              aria-label={describe(point, unit)}
              onFocus={() => setActive(at)}
              onBlur={() => setActive(undefined)}
            >
              <Bar point={point} maxTick={maxTick} />
            </Link>
            {Object.entries(maxLabels).map(
              ([width, count]) =>
                isLabelled(at, points.length, count) && (
                  <span key={width} className="trend-label" data-width={width} aria-hidden>
                    {formatStart(point.from, unit)}
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
      <BarTooltip points={points} at={active} unit={unit} />
    </div>
  )
}

/** The maximum number of labels on a wide screen and on a phone. */
const maxLabels = { wide: 6, narrow: 3 }

const Bar = ({ point: { sent, redeemed }, maxTick }: { point: TrendPoint; maxTick: number }) => (
  <i style={{ height: `${(100 * sent) / maxTick}%`, minHeight: sent > 0 ? 2 : 0 }}>
    <i style={{ height: sent === 0 ? 0 : `${(100 * redeemed) / sent}%` }} />
  </i>
)

interface BarTooltipProps {
  points: readonly TrendPoint[]
  at: number | undefined
  unit: Trend['unit']
}

function BarTooltip({ points, at, unit }: BarTooltipProps) {
  const point = points[at ?? -1]
  if (at === undefined || point === undefined) return null
  return (
    <ChartTooltip
      position={(at + 0.5) / points.length}
      axis="2.75rem"
      action={t('Click to see these gifts')}
    >
      <b>{formatPeriod(point.from, unit)}</b>
      <span>{t('{count} sent', { count: point.sent })}</span>
      <span>{t('{count} redeemed', { count: point.redeemed })}</span>
    </ChartTooltip>
  )
}

const toSearch = ({ from }: TrendPoint, unit: Trend['unit'], filter: Record<string, string>) => ({
  ...filter,
  ...toPeriodFilter(from, unit, filter.created_from),
  reached: 'sent',
})

/** A table with the same numbers as the chart. */
const TrendTable = ({ trend: { unit, points }, filter }: TrendProps) => (
  <details className="trend-table">
    <summary>{t('Show as table')}</summary>
    <div>
      <table className="bars" aria-label={titles[unit]}>
        <thead>
          <tr>
            <th scope="col">{unitNames[unit]}</th>
            <th scope="col">{t('Sent|gifts')}</th>
            <th scope="col">{t('Redeemed|gifts')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.from}>
              <th scope="row">
                <Link to="/gift-requests" search={toSearch(point, unit, filter)}>
                  {formatPeriod(point.from, unit)}
                </Link>
              </th>
              <td>{formatNumber(point.sent)}</td>
              <td>{formatNumber(point.redeemed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
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

const describe = ({ from, sent, redeemed }: TrendPoint, unit: Trend['unit']): string =>
  t('{from}: {sent} sent, {redeemed} redeemed', {
    from: formatPeriod(from, unit),
    sent,
    redeemed,
  })

const formats = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
} as const satisfies Record<Trend['unit'], Intl.DateTimeFormatOptions>

const formatStart = (from: string, unit: Trend['unit']): string =>
  formatDate(from, { ...formats[unit], timeZone: 'UTC' })

const periodFormats = {
  day: { weekday: 'short', day: 'numeric', month: 'long' },
  week: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<Trend['unit'], Intl.DateTimeFormatOptions>

const formatPeriod = (from: string, unit: Trend['unit']): string => {
  const start = formatDate(from, { ...periodFormats[unit], timeZone: 'UTC' })
  return unit === 'week' ? t('Week of {day}', { day: start }) : start
}
