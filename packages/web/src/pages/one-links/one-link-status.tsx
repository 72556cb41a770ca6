import { t } from '#web/i18n/one-links.ts'
import './one-links.css'
import type { OneLink } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { oneLinkStateLabels } from './one-link.ts'

/** The number of claimed gifts. The bar is only decoration. */
export const ClaimsBar = ({ link }: { link: OneLink }) => (
  <div className="claims">
    <span>{t('{claimed} of {quantity}', { claimed: link.claimed, quantity: link.quantity })}</span>
    <div className="track" aria-hidden>
      <span style={{ width: `${(100 * link.claimed) / link.quantity}%` }} />
    </div>
  </div>
)

export const OneLinkStateBadge = ({ link }: { link: OneLink }) => {
  const { label, tone } = oneLinkStateLabels[link.state]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
