import './developers.css'
import type { ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'wait' | 'end'

const colors: Readonly<Record<Tone, string>> = {
  good: '#2b8a57',
  bad: '#c92a2a',
  wait: '#b7791f',
  end: '#857a8d',
}

/** For what takes its colour from `--tone`. */
export const toned = (tone: Tone) => ({ '--tone': colors[tone] }) as React.CSSProperties

/** A word with a dot; the colour only helps. */
export const Toned = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="tone" style={toned(tone)}>
    {children}
  </span>
)
