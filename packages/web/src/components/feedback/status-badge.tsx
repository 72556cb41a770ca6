import './status-badge.css'
import type { ReactNode } from 'react'

export type Tone = 'wait' | 'move' | 'good' | 'bad' | 'end'

/** A label with a dot. The colour of the dot only supports the label. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="tone" data-tone={tone}>
    {children}
  </span>
)
