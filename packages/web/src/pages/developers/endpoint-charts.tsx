import { t } from '#web/i18n/developers.ts'
import { formatNumber } from '#web/i18n/format.ts'
import './developers.css'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { HalfHour } from '#web/admin-api.ts'
import { formatMs, formatTime } from './format.ts'

const chartFrame = { height: 150, left: 44, bottom: 18, top: 8 }
const plotHeight = chartFrame.height - chartFrame.bottom - chartFrame.top
const baselineY = chartFrame.top + plotHeight

/** Labels half hours that start at a full hour of the browser's clock, every four or eight hours. */
const isTick = (from: string, intervalHours: number): boolean => {
  const at = new Date(from)
  return at.getMinutes() < 30 && at.getHours() % intervalHours === 0
}

const formatInterval = (from: string): string =>
  t('{from} to {to}', {
    from: formatTime(from),
    to: formatTime(new Date(new Date(from).getTime() + 30 * 60_000).toISOString()),
  })

interface ChartProps {
  halfHours: readonly HalfHour[]
  /** Text alternative of the chart: one sentence. */
  label: string
  maxValue: number
  formatValue: (n: number) => string
  /** Renders the data; receives the x coordinate of each half hour. */
  children: (xOf: (at: number) => number) => ReactNode
}

/** A day on its axes. On phones the chart is narrower, so that labels stay readable. */
function Chart({ halfHours, label, maxValue, formatValue, children }: ChartProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const width = isNarrow ? 400 : 960
  const hours = isNarrow ? 8 : 4
  const xOf = (at: number) => chartFrame.left + (at * (width - chartFrame.left)) / halfHours.length
  return (
    <svg
      className="plot"
      viewBox={`0 0 ${width} ${chartFrame.height}`}
      role="img"
      aria-label={label}
    >
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
      {children(xOf)}
    </svg>
  )
}

/** Delivered attempts, with failed attempts stacked on top. */
export function AttemptsChart({ halfHours }: { halfHours: readonly HalfHour[] }) {
  const maxValue = roundUpToNice(Math.max(1, ...halfHours.map(({ ok, failed }) => ok + failed)))
  const sum = (field: 'ok' | 'failed') => halfHours.reduce((all, part) => all + part[field], 0)
  const barHeight = (n: number) => (n === 0 ? 0 : Math.max(2, (n / maxValue) * plotHeight))
  const label = t('Attempts of the last 24 hours: {ok} arrived, {failed} failed', {
    ok: sum('ok'),
    failed: sum('failed'),
  })
  return (
    <Chart halfHours={halfHours} label={label} maxValue={maxValue} formatValue={formatNumber}>
      {(xOf) =>
        halfHours.map(({ from, ok, failed }, at) => {
          const bar = { x: xOf(at) + 1, width: xOf(1) - xOf(0) - 2 }
          const [good, bad] = [barHeight(ok), barHeight(failed)]
          return (
            <g key={from}>
              <title>
                {t('{interval}: {ok} arrived, {failed} failed', {
                  interval: formatInterval(from),
                  ok,
                  failed,
                })}
              </title>
              {/* the whole column shows the tooltip, also above a low bar */}
              <rect className="hover" {...bar} y={chartFrame.top} height={plotHeight} />
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

/** Median and 95th percentile of each half hour with attempts. */
export function LatencyChart({ halfHours }: { halfHours: readonly HalfHour[] }) {
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
  return (
    <Chart halfHours={halfHours} label={label} maxValue={maxValue} formatValue={formatMs}>
      {(xOf) => (
        <>
          <polyline className="line" data-faint points={toPoints('p95_ms', xOf)} />
          <polyline className="line" points={toPoints('p50_ms', xOf)} />
          {halfHours.map(({ from, p50_ms, p95_ms }, at) =>
            p50_ms === null ? null : (
              <g key={from}>
                <title>
                  {t('{interval}: median {median}, p95 {p95}', {
                    interval: formatInterval(from),
                    median: formatMs(p50_ms),
                    p95: formatMs(p95_ms),
                  })}
                </title>
                <rect
                  className="hover"
                  x={xOf(at)}
                  width={xOf(1) - xOf(0)}
                  y={chartFrame.top}
                  height={plotHeight}
                />
                <circle className="point" cx={xOf(at + 0.5)} cy={yOf(p50_ms)} r={3} />
              </g>
            ),
          )}
        </>
      )}
    </Chart>
  )
}

/** Axis ticks: half of the maximum, if that is an integer, and the maximum. */
const ticksFor = (maxValue: number): number[] =>
  maxValue % 2 === 0 ? [maxValue / 2, maxValue] : [maxValue]

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUpToNice(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size
}
