import { toEmailKey } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import { type Claim, type Claimant, claimLifetimesMs } from './tables.ts'

/**
 * Assigns an unclaimed placeholder to the claim, whose row must exist and be locked. Returns the gift, or undefined
 * if there is no placeholder. A claimant with a gift of this one-link keeps it and gets no second one.
 */
export async function assignPlace(
  ctx: TxContext,
  { id }: Pick<oneLinkStore.LockedOneLink, 'id'>,
  claim: Claim,
  claimant: Claimant,
  durationMs: number = claimLifetimesMs.redemption,
): Promise<gifting.Gift | undefined> {
  const email_key = toEmailKey(claimant.email)
  const existing = await oneLinkStore.findClaim(ctx, id, email_key)
  if (existing !== undefined) {
    claimStore.remove(ctx, [claim.id])
    return existing
  }
  const placeholder = await oneLinkStore.lockUnclaimed(ctx, id)
  if (placeholder === undefined) {
    claimStore.remove(ctx, [claim.id])
    return undefined
  }
  const gift = await gifting.assignPlaceholder(ctx, placeholder, claimant, durationMs)
  if (claimant.locale !== null) mail.setRecipientLocale(ctx, gift, claimant.locale)
  claimStore.update(ctx, {
    ...claim,
    state: 'claimed',
    has_place: false,
    claimant: null,
    network_digest: null,
    gift_request_id: gift.id,
    until: null,
  })
  return gift
}
