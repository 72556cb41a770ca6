import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { find } from './read.ts'
import * as store from './store.ts'
import type { Campaign } from './tables.ts'
import { lockCampaign } from './update.ts'

/**
 * Archives a campaign: it accepts no new gifts, and existing gifts continue. Does nothing for an archived
 * campaign.
 */
export async function archive(ctx: TxContext, id: string): Promise<Campaign | undefined> {
  if (!isId(id)) return undefined
  await store.markArchived(ctx, id)
  return find(ctx, id)
}

/**
 * Makes an archived campaign available. Throws if none of its variants are available. Returns undefined if the
 * account has no such campaign.
 */
export async function restore(ctx: TxContext, id: string): Promise<Campaign | undefined> {
  const campaign = await lockCampaign(ctx, id)
  if (campaign === undefined) return undefined
  if (campaign.archived_at !== null) {
    if ((await adminStore.filterAvailable(ctx, campaign.variant_ids)).size === 0)
      throw new ApiError('invalid_transition', {
        message: 'All items of the campaign are archived. Select other items first.',
      })
    await adminStore.update(ctx, campaign.id, { archived_at: null, updated_at: ctx.now })
  }
  return find(ctx, id)
}
