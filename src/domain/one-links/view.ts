import type { OneLinkState, OneLinkView } from '#contract'
import { type Deployment, recipientOrigin } from '#platform/deployment'
import type { OneLink } from './tables.ts'

export const oneLinkContext = (id: string) => `gifting.one_link ${id}`

export const encryptCode = ({ cipher }: Deployment, id: string, code: string): Buffer =>
  cipher.encrypt(code, oneLinkContext(id))

/** Returns the code in the URL of a one-link. */
const decryptOneLinkCode = (
  { cipher }: Deployment,
  { id, code }: Pick<OneLink, 'id' | 'code'>,
): string => cipher.decrypt(code, oneLinkContext(id))

/** Returns whether a one-link accepts claims, and otherwise why not. */
function computeState(
  { closed_at, expires_at, unclaimed }: Pick<OneLink, 'closed_at' | 'expires_at' | 'unclaimed'>,
  now: Date,
): OneLinkState {
  if (closed_at !== null) return 'closed'
  if (expires_at <= now) return 'expired'
  return unclaimed > 0 ? 'open' : 'all_claimed'
}

/** Returns the URL of the page of a one-link. */
export const oneLinkUrl = (
  deployment: Deployment,
  link: Pick<OneLink, 'id' | 'account_id' | 'code'>,
): string =>
  `${recipientOrigin(deployment, link.account_id)}/l/${decryptOneLinkCode(deployment, link)}`

/** Builds the one-link object of the API. Members are in the order of the contract. */
export function toView(deployment: Deployment, link: OneLink, now: Date): OneLinkView {
  const state = computeState(link, now)
  return {
    id: link.id,
    campaign: {
      id: link.campaign_id,
      name: link.campaign_name,
      web_url: `${deployment.origin}/campaigns/${link.campaign_id}`,
    },
    url: oneLinkUrl(deployment, link),
    quantity: link.quantity,
    claimed: link.claimed,
    available: state === 'open' ? Math.max(0, link.unclaimed - link.reserved) : 0,
    state,
    allowed_email_domains: link.allowed_email_domains,
    expires_at: link.expires_at,
    closed_at: link.closed_at,
    created_at: link.created_at,
    updated_at: link.updated_at,
  }
}
