import { t } from '#web/i18n/developers.ts'
import './developers.css'

const chartSize = { width: 480, height: 58 }

/** A chart with one bar for each minute. The same values are available as text. */
export function MinuteBars({ minutes, label }: { minutes: readonly number[]; label: string }) {
  const maxCount = Math.max(1, ...minutes)
  const step = chartSize.width / Math.max(1, minutes.length)
  const bars = minutes.map((n, at) => ({
    x: at * step,
    height: n === 0 ? 0 : Math.max(2, (n / maxCount) * (chartSize.height - 4)),
  }))
  return (
    <div>
      <svg
        className="plot"
        viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
        role="img"
        aria-label={t('{label}: {total} in total, at most {max} per minute', {
          label,
          total: minutes.reduce((all, n) => all + n, 0),
          max: Math.max(0, ...minutes),
        })}
      >
        <line
          className="grid"
          x1={0}
          x2={chartSize.width}
          y1={chartSize.height}
          y2={chartSize.height}
        />
        {bars.map(({ x, height }) => (
          <rect
            key={x}
            className="point"
            x={x + 1}
            width={Math.max(1, step - 2)}
            y={chartSize.height - height}
            height={height}
            rx={1}
          />
        ))}
      </svg>
      <div className="plot-ends" aria-hidden>
        <span>{t('an hour ago')}</span>
        <span>{t('now')}</span>
      </div>
    </div>
  )
}
