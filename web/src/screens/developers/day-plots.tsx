import './developers.css'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { HalfHour } from './types.ts'
import { ms } from './words.ts'

const frame = { height: 150, left: 44, foot: 18, top: 8 }
const tall = frame.height - frame.foot - frame.top
const floor = frame.top + tall

/** Half hours that begin at a whole hour of the viewer's clock get a label, every four or eight hours. */
const isTick = (from: string, every: number): boolean => {
  const at = new Date(from)
  return at.getMinutes() < 30 && at.getHours() % every === 0
}

const spanOf = (from: string): string =>
  `${clock(from)} to ${clock(new Date(new Date(from).getTime() + 30 * 60_000).toISOString())}`

const clock = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

interface PlotProps {
  parts: readonly HalfHour[]
  /** What the picture says, in a sentence. */
  label: string
  top: number
  say: (n: number) => string
  /** What is drawn, with the place of the left edge of a half hour. */
  children: (placeOf: (at: number) => number) => ReactNode
}

/** A day on its axes. On a phone the drawing is narrower, so that its letters keep their size. */
function Plot({ parts, label, top, say, children }: PlotProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const width = isNarrow ? 400 : 960
  const hours = isNarrow ? 8 : 4
  const placeOf = (at: number) => frame.left + (at * (width - frame.left)) / parts.length
  return (
    <svg className="plot" viewBox={`0 0 ${width} ${frame.height}`} role="img" aria-label={label}>
      <line className="grid" x1={frame.left} x2={width} y1={floor} y2={floor} />
      {ticksUpTo(top).map((value) => {
        const y = floor - (value / top) * tall
        return (
          <g key={value}>
            <line className="grid" x1={frame.left} x2={width} y1={y} y2={y} />
            <text x={frame.left - 6} y={y + 4} textAnchor="end">
              {say(value)}
            </text>
          </g>
        )
      })}
      <text x={frame.left - 6} y={floor} textAnchor="end">
        0
      </text>
      {parts.map(({ from }, at) =>
        isTick(from, hours) ? (
          <text key={from} x={placeOf(at)} y={frame.height - 3}>
            {clock(from)}
          </text>
        ) : null,
      )}
      {children(placeOf)}
    </svg>
  )
}

/** What arrived, and what failed stacked on it. */
export function AttemptStrip({ parts }: { parts: readonly HalfHour[] }) {
  const top = niceAbove(Math.max(1, ...parts.map(({ ok, failed }) => ok + failed)))
  const sum = (of: 'ok' | 'failed') => parts.reduce((all, part) => all + part[of], 0)
  const heightOf = (n: number) => (n === 0 ? 0 : Math.max(2, (n / top) * tall))
  const label = `Attempts of the last 24 hours: ${sum('ok')} arrived, ${sum('failed')} failed`
  return (
    <Plot parts={parts} label={label} top={top} say={(n) => n.toLocaleString('en')}>
      {(placeOf) =>
        parts.map(({ from, ok, failed }, at) => {
          const bar = { x: placeOf(at) + 1, width: placeOf(1) - placeOf(0) - 2 }
          const [good, bad] = [heightOf(ok), heightOf(failed)]
          return (
            <g key={from}>
              <title>{`${spanOf(from)}: ${ok} arrived, ${failed} failed`}</title>
              {/* the whole column shows the tooltip, also above a low bar */}
              <rect className="hover" {...bar} y={frame.top} height={tall} />
              {ok + failed === 0 && <rect className="none" {...bar} y={floor - 2} height={2} />}
              <rect className="ok" {...bar} y={floor - good} height={good} />
              <rect className="bad" {...bar} y={floor - good - bad} height={bad} />
            </g>
          )
        })
      }
    </Plot>
  )
}

/** Median and 95th percentile of each half hour that had attempts. */
export function LatencyPlot({ parts }: { parts: readonly HalfHour[] }) {
  const slowest = Math.max(0, ...parts.map(({ p95_ms }) => p95_ms ?? 0))
  const top = niceAbove(Math.max(1, slowest))
  const yOf = (value: number) => floor - (value / top) * tall
  const line = (of: 'p50_ms' | 'p95_ms', placeOf: (at: number) => number) =>
    parts
      .flatMap((part, at) => (part[of] === null ? [] : [`${placeOf(at + 0.5)},${yOf(part[of])}`]))
      .join(' ')
  const label = `Time to answer in the last 24 hours: at most ${ms(slowest)} for 95 in a hundred`
  return (
    <Plot parts={parts} label={label} top={top} say={ms}>
      {(placeOf) => (
        <>
          <polyline className="line" data-faint points={line('p95_ms', placeOf)} />
          <polyline className="line" points={line('p50_ms', placeOf)} />
          {parts.map(({ from, p50_ms, p95_ms }, at) =>
            p50_ms === null ? null : (
              <g key={from}>
                <title>{`${spanOf(from)}: median ${ms(p50_ms)}, p95 ${ms(p95_ms)}`}</title>
                <rect
                  className="hover"
                  x={placeOf(at)}
                  width={placeOf(1) - placeOf(0)}
                  y={frame.top}
                  height={tall}
                />
                <circle className="point" cx={placeOf(at + 0.5)} cy={yOf(p50_ms)} r={3} />
              </g>
            ),
          )}
        </>
      )}
    </Plot>
  )
}

/** Two steps: half of the highest value where that is a whole number, and the highest value. */
const ticksUpTo = (top: number): number[] => (top % 2 === 0 ? [top / 2, top] : [top])

/** 1, 2 or 5 and noughts. */
function niceAbove(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size
}
