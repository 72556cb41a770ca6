import './one-links.css'
import '#web/screens/gifts/gifts.css'
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
  return (
    <span className="state" data-tone={tone}>
      {label}
    </span>
  )
}
