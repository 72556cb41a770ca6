import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { HalfHour } from '#web/admin-api.ts'
import { t } from '#web/i18n/developers.ts'
import { formatInterval, halfHourEnd } from './format.ts'

/** A part of a chart that links to its deliveries. */
export interface ChartPart {
  /** The index of the half hour in the chart. */
  at: number
  /** The outcome of the attempts. Undefined means all attempts of the half hour. */
  outcome: 'arrived' | 'failed' | undefined
  /** The figures of the part, such as '12 arrived'. */
  text: string
  /** The vertical position of the link. `height` is its height. */
  y: number
  height: number
}

interface ChartPartLinkProps {
  endpointId: string
  part: ChartPart
  halfHour: HalfHour | undefined
  /** The horizontal position and the width of the column. */
  box: { x: number; width: number }
  isTabStop: boolean
  onKeyDown: (event: KeyboardEvent) => void
  setActive: (isActive: boolean) => void
}

/** A link to the list of deliveries to the endpoint with an attempt in this half hour. */
export function ChartPartLink(props: ChartPartLinkProps) {
  const { endpointId, part, halfHour, box, isTabStop, onKeyDown, setActive } = props
  if (halfHour === undefined) return null
  const { from } = halfHour
  return (
    <Link
      to={`/developers/webhooks/${endpointId}`}
      search={{
        attempted_from: from,
        attempted_until: halfHourEnd(from),
        attempt_outcome: part.outcome,
      }}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t('{interval}: {figures}', {
        interval: formatInterval(from),
        figures: part.text,
      })}
      onKeyDown={onKeyDown}
      onMouseEnter={() => setActive(true)}
      onFocus={() => setActive(true)}
      onBlur={() => setActive(false)}
    >
      <rect className="hover" {...box} y={part.y} height={part.height} />
    </Link>
  )
}
