import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { type FieldError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/**
 * Creates an available campaign; returns its id.
 *
 * @param position  orders campaigns of one transaction: a higher position is newer
 */
export async function create(
  ctx: TxContext,
  campaign: store.CreatedCampaign,
  position = 0,
): Promise<string> {
  const [users, variants] = await Promise.all([
    accounts.findUsersById(ctx, [campaign.sender_id]),
    catalogue.variantsById(ctx, campaign.variant_ids),
  ])
  throwIfAny([
    ...(users.has(campaign.sender_id)
      ? []
      : [invalidReference('sender_id', 'no user of this account')]),
    ...campaign.variant_ids.flatMap((id, index) =>
      variants.has(id)
        ? []
        : [invalidReference(`variant_ids.${index}`, 'no variant of this account')],
    ),
  ])
  const id = newId(ctx.now, position)
  await store.insert(ctx, id, campaign)
  return id
}

const invalidReference = (param: string, reason: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names ${reason}`,
})
