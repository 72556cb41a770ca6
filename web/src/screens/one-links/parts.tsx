import './one-links.css'
import { Toned } from '#web/blocks/tone.tsx'
import { type OneLink, stateWords } from './one-link.ts'

/** How many places are taken; the number says it, the bar helps. */
export const Claims = ({ link }: { link: OneLink }) => (
  <div className="claims">
    <span>
      {link.claimed.toLocaleString('en')} of {link.quantity.toLocaleString('en')}
    </span>
    <div className="track" aria-hidden>
      <span style={{ width: `${(100 * link.claimed) / link.quantity}%` }} />
    </div>
  </div>
)

export const LinkState = ({ link }: { link: OneLink }) => {
  const { label, tone } = stateWords[link.state]
  return <Toned tone={tone}>{label}</Toned>
}
