import './developers.css'
import type { ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'wait' | 'end'

/** A word with a dot; the colour only helps. */
export const Toned = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="tone" data-tone={tone}>
    {children}
  </span>
)
