import * as campaigns from '#campaigns'
import * as donations from '#donations'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'
import type { TransitionInput } from '../lifecycle/transition.ts'

/**
 * Makes the donations of gift requests that expire in this transaction, if their campaigns donate unclaimed gifts. An
 * unclaimed placeholder of a one-link was never for anyone, so it makes no donation. A gift request expires once, and
 * the database allows one donation of it.
 */
export async function donateUnclaimed(
  ctx: TxContext,
  transitions: readonly (readonly [Gift, Pick<TransitionInput, 'to'>])[],
): Promise<void> {
  const expiring = transitions
    .filter(([gift, { to }]) => to === 'expired' && gift.state === 'awaiting_recipient')
    .map(([gift]) => gift)
  const campaignIds = [...new Set(expiring.flatMap(({ campaign_id }) => campaign_id ?? []))]
  if (campaignIds.length === 0) return
  const fallbacks = await campaigns.findFallbacks(ctx, campaignIds)
  const wanted = expiring.flatMap(({ id, campaign_id }) => {
    const variant_id = fallbacks.get(campaign_id ?? '')
    return variant_id === undefined ? [] : [{ id, variant_id }]
  })
  // In the order of the variants, as all transactions add to tallies.
  for (const { id, variant_id } of wanted.toSorted((a, b) =>
    a.variant_id < b.variant_id ? -1 : 1,
  ))
    await donations.giveUnclaimed(ctx, id, variant_id)
}
