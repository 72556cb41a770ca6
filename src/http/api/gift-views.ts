import type { FastifyRequest } from 'fastify'
import { type GiftRequestView, hasScope } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

type DeploymentContext = Pick<TxContext, 'deployment'>

export const toGiftView = (
  { deployment }: DeploymentContext,
  gift: gifting.PublicGift,
): GiftRequestView => gifting.buildSnapshot(deployment, gift)

/** The members of users that cost nothing to read. */
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
 * Returns gift requests for a list that another scope than `gift_requests:read` may read too. Without that scope, a token
 * cannot take a gift with its link, and does not learn where a recipient lives.
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
