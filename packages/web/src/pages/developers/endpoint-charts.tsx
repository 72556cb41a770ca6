import { t } from '#web/i18n/developers.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { language } from '#web/i18n/language.ts'
import './developers.css'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { HalfHour } from '#web/admin-api.ts'
import { ChartTooltip } from '#web/components/charts/chart-tooltip.tsx'
import { useRovingFocus } from '#web/components/charts/use-roving-focus.ts'
import { type ChartPart, ChartPartLink } from './chart-part-link.tsx'
import { formatInterval, formatMs, formatTime } from './format.ts'

// Japanese units need more width
const chartFrame = { height: 150, left: language === 'ja' ? 64 : 44, bottom: 18, top: 8 }
const plotHeight = chartFrame.height - chartFrame.bottom - chartFrame.top
const baselineY = chartFrame.top + plotHeight

/**
 * Returns whether the chart shows a label at a half hour. There is a label every four or eight hours, at a
 * full hour of the browser's clock.
 */
const isTick = (from: string, intervalHours: number): boolean => {
  const at = new Date(from)
  return at.getMinutes() < 30 && at.getHours() % intervalHours === 0
}

interface EndpointChartProps {
  endpointId: string
  halfHours: readonly HalfHour[]
}

interface ChartProps extends EndpointChartProps {
  /** The text alternative of the chart in one sentence. */
  label: string
  maxValue: number
  formatValue: (n: number) => string
  /** The links in the chart, from left to right. */
  parts: readonly ChartPart[]
  /** Renders the data. The argument is a function that returns the x coordinate of each half hour. */
  children: (xOf: (at: number) => number) => ReactNode
}

/** A chart of one day with its axes. On phones the chart is narrower, so that the labels stay readable. */
function Chart(props: ChartProps) {
  const { endpointId, halfHours, label, maxValue, formatValue, parts, children } = props
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const width = isNarrow ? 400 : 960
  const hours = isNarrow ? 8 : 4
  const xOf = (at: number) => chartFrame.left + (at * (width - chartFrame.left)) / halfHours.length
  const focus = useRovingFocus<SVGSVGElement>(parts.length)
  const active = parts[focus.active ?? -1]
  return (
    <figure
      className="plot-box"
      aria-label={t('{title}. Use the arrow keys to move.', { title: label })}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has the name, and a title would show another tooltip */}
      <svg
        ref={focus.container}
        className="plot"
        viewBox={`0 0 ${width} ${chartFrame.height}`}
        onMouseLeave={() => focus.setActive(undefined)}
      >
        <Axes {...{ width, hours, halfHours, maxValue, formatValue, xOf }} />
        {children(xOf)}
        {parts.map((part, at) => (
          <ChartPartLink
            key={`${part.at} ${part.outcome}`}
            endpointId={endpointId}
            part={part}
            halfHour={halfHours[part.at]}
            box={{ x: xOf(part.at), width: xOf(1) - xOf(0) }}
            isTabStop={at === focus.tabStop}
            onKeyDown={focus.onKeyDown}
            setActive={(isActive) => focus.setActive(isActive ? at : undefined)}
          />
        ))}
      </svg>
      {active !== undefined && (
        <ChartTooltip
          position={xOf(active.at + 0.5) / width}
          action={t('Click to see these deliveries')}
        >
          <b>{formatInterval(halfHours[active.at]?.from ?? '')}</b>
          <span>{active.text}</span>
        </ChartTooltip>
      )}
    </figure>
  )
}

/** The grid of the chart with its labels. */
const Axes = ({
  width,
  hours,
  halfHours,
  maxValue,
  formatValue,
  xOf,
}: Pick<ChartProps, 'halfHours' | 'maxValue' | 'formatValue'> & {
  width: number
  hours: number
  xOf: (at: number) => number
}) => (
  <g aria-hidden>
    <line className="grid" x1={chartFrame.left} x2={width} y1={baselineY} y2={baselineY} />
    {ticksFor(maxValue).map((value) => {
      const y = baselineY - (value / maxValue) * plotHeight
      return (
        <g key={value}>
          <line className="grid" x1={chartFrame.left} x2={width} y1={y} y2={y} />
          <text x={chartFrame.left - 6} y={y + 4} textAnchor="end">
            {formatValue(value)}
          </text>
        </g>
      )
    })}
    <text x={chartFrame.left - 6} y={baselineY} textAnchor="end">
      0
    </text>
    {halfHours.map(({ from }, at) =>
      isTick(from, hours) ? (
        <text key={from} x={xOf(at)} y={chartFrame.height - 3}>
          {formatTime(from)}
        </text>
      ) : null,
    )}
  </g>
)

/** A chart of the delivered attempts, with the failed attempts stacked on top. */
export function AttemptsChart(props: EndpointChartProps) {
  const { halfHours } = props
  const maxValue = roundUpToNice(Math.max(1, ...halfHours.map(({ ok, failed }) => ok + failed)))
  const sum = (field: 'ok' | 'failed') => halfHours.reduce((all, part) => all + part[field], 0)
  const barHeight = (n: number) => (n === 0 ? 0 : Math.max(2, (n / maxValue) * plotHeight))
  const label = t('Attempts of the last 24 hours: {ok} arrived, {failed} failed', {
    ok: sum('ok'),
    failed: sum('failed'),
  })
  const parts = halfHours.flatMap((halfHour, at) => toAttemptParts(halfHour, at, barHeight))
  return (
    <Chart {...props} {...{ label, maxValue, parts }} formatValue={formatNumber}>
      {(xOf) =>
        halfHours.map(({ from, ok, failed }, at) => {
          const bar = { x: xOf(at) + 1, width: xOf(1) - xOf(0) - 2 }
          const [good, bad] = [barHeight(ok), barHeight(failed)]
          return (
            <g key={from}>
              {ok + failed === 0 && <rect className="none" {...bar} y={baselineY - 2} height={2} />}
              <rect className="ok" {...bar} y={baselineY - good} height={good} />
              <rect className="bad" {...bar} y={baselineY - good - bad} height={bad} />
            </g>
          )
        })
      }
    </Chart>
  )
}

/** The minimum height of a link in a chart. With this height, the user can click a low bar easily. */
const minPartHeight = 24

/**
 * Creates the links of one column: one for the attempts that arrived, and above it one for the attempts that
 * failed. If there is only one link, it fills the column.
 */
function toAttemptParts(
  { ok, failed }: HalfHour,
  at: number,
  barHeight: (n: number) => number,
): ChartPart[] {
  const column = { y: chartFrame.top, height: plotHeight }
  const arrived = { at, outcome: 'arrived', text: t('{ok} arrived', { ok }) } as const
  const lost = { at, outcome: 'failed', text: t('{failed} failed', { failed }) } as const
  if (ok === 0) return failed === 0 ? [] : [{ ...lost, ...column }]
  if (failed === 0) return [{ ...arrived, ...column }]
  const height = Math.min(Math.max(barHeight(ok), minPartHeight), plotHeight - minPartHeight)
  return [
    { ...arrived, y: baselineY - height, height },
    { ...lost, y: chartFrame.top, height: plotHeight - height },
  ]
}

/** A chart with the median and the 95th percentile of each half hour with attempts. */
export function LatencyChart(props: EndpointChartProps) {
  const { halfHours } = props
  const slowest = Math.max(0, ...halfHours.map(({ p95_ms }) => p95_ms ?? 0))
  const maxValue = roundUpToNice(Math.max(1, slowest))
  const yOf = (value: number) => baselineY - (value / maxValue) * plotHeight
  const toPoints = (field: 'p50_ms' | 'p95_ms', xOf: (at: number) => number) =>
    halfHours
      .flatMap((part, at) => (part[field] === null ? [] : [`${xOf(at + 0.5)},${yOf(part[field])}`]))
      .join(' ')
  const label = t('Response time in the last 24 hours: 95th percentile at most {slowest}', {
    slowest: formatMs(slowest),
  })
  const parts = halfHours.flatMap(({ p50_ms, p95_ms }, at): ChartPart[] => {
    if (p50_ms === null) return []
    const text = t('median {median}, p95 {p95}', {
      median: formatMs(p50_ms),
      p95: formatMs(p95_ms),
    })
    return [{ at, outcome: undefined, text, y: chartFrame.top, height: plotHeight }]
  })
  return (
    <Chart {...props} {...{ label, maxValue, parts }} formatValue={formatMs}>
      {(xOf) => (
        <>
          <polyline className="line" data-faint points={toPoints('p95_ms', xOf)} />
          <polyline className="line" points={toPoints('p50_ms', xOf)} />
          {halfHours.map(({ from, p50_ms }, at) =>
            p50_ms === null ? null : (
              <circle key={from} className="point" cx={xOf(at + 0.5)} cy={yOf(p50_ms)} r={3} />
            ),
          )}
        </>
      )}
    </Chart>
  )
}

/** Returns the ticks of an axis: the maximum, and half of the maximum if that is an integer. */
const ticksFor = (maxValue: number): number[] =>
  maxValue % 2 === 0 ? [maxValue / 2, maxValue] : [maxValue]

/** Rounds a number up to 1, 2 or 5 times a power of ten. */
function roundUpToNice(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size
}
