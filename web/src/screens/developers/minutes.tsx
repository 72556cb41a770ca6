import './developers.css'

const size = { width: 480, height: 72, foot: 14 }

/** A bar for each minute. What it shows stands beside it as a number, too. */
export function Minutes({ minutes, label }: { minutes: readonly number[]; label: string }) {
  const top = Math.max(1, ...minutes)
  const step = size.width / Math.max(1, minutes.length)
  const room = size.height - size.foot
  const bars = minutes.map((n, at) => ({
    x: at * step,
    height: n === 0 ? 0 : Math.max(2, (n / top) * (room - 4)),
  }))
  return (
    <svg
      className="plot"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`${label}: ${minutes.reduce((all, n) => all + n, 0)} in all, at most ${Math.max(0, ...minutes)} in one`}
    >
      <line className="grid" x1={0} x2={size.width} y1={room} y2={room} />
      {bars.map(({ x, height }) => (
        <rect
          key={x}
          className="point"
          x={x + 1}
          width={Math.max(1, step - 2)}
          y={room - height}
          height={height}
          rx={1}
        />
      ))}
      <text x={0} y={size.height - 2}>
        an hour ago
      </text>
      <text x={size.width} y={size.height - 2} textAnchor="end">
        now
      </text>
    </svg>
  )
}
