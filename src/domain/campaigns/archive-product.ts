import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { measureOfferings, rejectEnlargedOfferings } from './offering-size.ts'

/** The available campaigns that put one of these variants in front of people. */
export const findActiveCampaignsWith = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<adminStore.OfferingCampaign[]> =>
  variant_ids.length === 0
    ? Promise.resolve([])
    : adminStore.findActiveCampaignsWith(ctx, variant_ids)

/**
 * Archives a product, or one of its variants: no campaign puts it in front of anybody new, and the
 * campaigns keep its place in case it comes back. Refuses where a campaign would have nothing left.
 * Answers its name, and undefined when the account has none by that id.
 */
export async function archiveProduct(
  ctx: TxContext,
  product_id: string,
  variant_id?: string,
): Promise<string | undefined> {
  const product = await catalogue.findProduct(ctx, product_id)
  if (product === undefined) return undefined
  const variantIds = variant_id === undefined ? product.variants.map(({ id }) => id) : [variant_id]
  // whoever archives the other half of what a campaign offers waits here, and then sees that this half is gone
  await adminStore.lockCampaignsWith(ctx, variantIds)
  const emptiedCampaigns = (await findActiveCampaignsWith(ctx, variantIds)).filter(
    ({ others }) => others === 0,
  )
  if (emptiedCampaigns.length > 0) {
    const names = emptiedCampaigns.map(({ name }) => `“${name}”`).join(', ')
    throw new ApiError('invalid_transition', {
      message: `Nothing else is offered by ${names}. Archive the campaign, or let it offer something else, first.`,
    })
  }
  return (await setArchivedAt(ctx, product_id, variant_id, ctx.now))?.name
}

/** Puts it back into what is given: also in all campaigns that kept its place. */
export async function restoreProduct(
  ctx: TxContext,
  product_id: string,
  variant_id?: string,
): Promise<string | undefined> {
  const product = await catalogue.findProduct(ctx, product_id)
  if (product === undefined) return undefined
  const ids = variant_id === undefined ? product.variants.map(({ id }) => id) : [variant_id]
  const sizesBefore = await measureOfferings(ctx, ids)
  const restored = await setArchivedAt(ctx, product_id, variant_id, null)
  await rejectEnlargedOfferings(ctx, ids, sizesBefore)
  return restored?.name
}

const setArchivedAt = (
  ctx: TxContext,
  product_id: string,
  variant_id: string | undefined,
  archivedAt: Date | null,
) =>
  variant_id === undefined
    ? catalogue.setProductArchivedAt(ctx, product_id, archivedAt)
    : catalogue.setVariantArchivedAt(ctx, product_id, variant_id, archivedAt)
