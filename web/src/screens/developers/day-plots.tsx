import './developers.css'
import type { HalfHour } from './types.ts'
import { ms } from './words.ts'

const frame = { width: 960, height: 150, left: 44, foot: 18, top: 8 }
const inner = { width: frame.width - frame.left, height: frame.height - frame.foot - frame.top }
const floor = frame.top + inner.height

const clock = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

const box = `0 0 ${frame.width} ${frame.height}`

function Axes({
  parts,
  top,
  say,
}: {
  parts: readonly HalfHour[]
  top: number
  say: (n: number) => string
}) {
  return (
    <>
      <line className="grid" x1={frame.left} x2={frame.width} y1={floor} y2={floor} />
      <line className="grid" x1={frame.left} x2={frame.width} y1={frame.top} y2={frame.top} />
      <text x={frame.left - 6} y={frame.top + 9} textAnchor="end">
        {say(top)}
      </text>
      <text x={frame.left - 6} y={floor} textAnchor="end">
        0
      </text>
      {parts.map(({ from }, at) =>
        at % 8 === 0 ? (
          <text key={from} x={placeOf(at, parts.length)} y={frame.height - 3}>
            {clock(from)}
          </text>
        ) : null,
      )}
    </>
  )
}

const placeOf = (at: number, count: number) => frame.left + (at * inner.width) / count

/** What arrived above, what failed stacked on it. */
export function AttemptStrip({ parts }: { parts: readonly HalfHour[] }) {
  const top = Math.max(1, ...parts.map(({ ok, failed }) => ok + failed))
  const width = inner.width / parts.length - 2
  const sum = (of: 'ok' | 'failed') => parts.reduce((all, part) => all + part[of], 0)
  return (
    <svg
      className="plot"
      viewBox={box}
      role="img"
      aria-label={`Attempts of the last 24 hours: ${sum('ok')} arrived, ${sum('failed')} failed`}
    >
      <Axes parts={parts} top={top} say={String} />
      {parts.map(({ from, ok, failed }, at) => {
        const x = placeOf(at, parts.length) + 1
        const tall = (n: number) => (n === 0 ? 0 : Math.max(2, (n / top) * inner.height))
        const [good, bad] = [tall(ok), tall(failed)]
        return (
          <g key={from}>
            <title>{`${clock(from)}: ${ok} arrived, ${failed} failed`}</title>
            {ok + failed === 0 && (
              <rect className="none" x={x} y={floor - 2} width={width} height={2} />
            )}
            <rect className="ok" x={x} y={floor - good} width={width} height={good} />
            <rect className="bad" x={x} y={floor - good - bad} width={width} height={bad} />
          </g>
        )
      })}
    </svg>
  )
}

/** Median and 95th percentile of each half hour that had attempts. */
export function LatencyPlot({ parts }: { parts: readonly HalfHour[] }) {
  const top = niceAbove(Math.max(1, ...parts.map(({ p95_ms }) => p95_ms ?? 0)))
  const points = (of: 'p50_ms' | 'p95_ms') =>
    parts.flatMap((part, at) => {
      const value = part[of]
      if (value === null) return []
      const x = placeOf(at + 0.5, parts.length)
      return [{ key: part.from, x, y: floor - (value / top) * inner.height, value }]
    })
  const median = points('p50_ms')
  const slow = points('p95_ms')
  const path = (of: typeof median) => of.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg
      className="plot"
      viewBox={box}
      role="img"
      aria-label={`Time to answer in the last 24 hours: at most ${ms(Math.max(0, ...slow.map(({ value }) => value)))} for 95 in a hundred`}
    >
      <Axes parts={parts} top={top} say={ms} />
      <polyline className="line" data-faint points={path(slow)} />
      <polyline className="line" points={path(median)} />
      {median.map(({ key, x, y, value }) => (
        <circle key={key} className="point" cx={x} cy={y} r={3}>
          <title>{`${clock(key)}: median ${ms(value)}`}</title>
        </circle>
      ))}
    </svg>
  )
}

/** 1, 2 or 5 and noughts. */
function niceAbove(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size
}
