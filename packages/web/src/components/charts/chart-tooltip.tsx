import './chart-tooltip.css'
import type { ReactNode } from 'react'

interface ChartTooltipProps {
  /** The position of the bar in the chart, from 0 at the left edge to 1 at the right edge. */
  position: number
  /** The width of the labels of the vertical axis, as a CSS length. */
  axis?: string
  children: ReactNode
  /** A text that says what a click on the bar does. */
  action: string
}

/**
 * A tooltip with the figures of the bar under the pointer or with the focus. The names of the links contain
 * the same text.
 */
export const ChartTooltip = ({ position, axis = '0px', children, action }: ChartTooltipProps) => (
  <div
    className="chart-tooltip"
    aria-hidden
    style={{
      left: `calc(${axis} + (100% - ${axis}) * ${position})`,
      translate: `${-100 * position}% 0`,
    }}
  >
    {children}
    <span className="chart-action">{action}</span>
  </div>
)
