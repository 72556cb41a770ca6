import type { FastifyRequest } from 'fastify'
import { type GiftRequestView, hasScope } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

type DeploymentContext = Pick<TxContext, 'deployment'>

export const toGiftView = (
  { deployment }: DeploymentContext,
  gift: gifting.PublicGift,
): GiftRequestView => gifting.buildSnapshot(deployment, gift)

/** Returns the additional members of a gift for users. These members need no extra query. */
export const toRowMembers = ({
  state,
  version,
  is_direct,
  country,
  send_at,
  expires_at,
}: gifting.Gift) => ({
  ...{ state, version, is_direct, country, send_at, expires_at },
})

/**
 * Converts gift requests for a list. A token without the scope `gift_requests:read` may read some of these
 * lists. In this case, the result has no link to take the gift, and does not say where the recipient lives.
 */
export function toVisibleViews(
  ctx: DeploymentContext,
  { grant }: FastifyRequest,
  gifts: readonly gifting.Gift[],
): GiftRequestView[] {
  const views = gifts.map((gift) => toGiftView(ctx, gift))
  return hasScope(grant.scopes, 'gift_requests:read')
    ? views
    : views.map((view) => ({ ...view, redemption_url: null, shipping_address: null }))
}
