import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { measureOfferings, rejectEnlargedOfferings } from './offering-size.ts'

/** Returns the available campaigns that offer one of these variants. */
export const findActiveCampaignsWith = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<adminStore.OfferingCampaign[]> =>
  variant_ids.length === 0
    ? Promise.resolve([])
    : adminStore.findActiveCampaignsWith(ctx, variant_ids)

/**
 * Archives a product, or one of its variants: no campaign offers it for new gifts. Campaigns keep its position
 * for a later restore. Throws if a campaign would offer nothing else. Returns the product name; undefined if
 * the account has no such product.
 */
export async function archiveProduct(
  ctx: TxContext,
  product_id: string,
  variant_id?: string,
): Promise<string | undefined> {
  const product = await catalogue.findProduct(ctx, product_id)
  if (product === undefined) return undefined
  const variantIds = variant_id === undefined ? product.variants.map(({ id }) => id) : [variant_id]
  // serializes archiving of different variants of one campaign, so that the check below sees the other change
  await adminStore.lockCampaignsWith(ctx, variantIds)
  const emptiedCampaigns = (await findActiveCampaignsWith(ctx, variantIds)).filter(
    ({ others }) => others === 0,
  )
  if (emptiedCampaigns.length > 0) {
    const names = emptiedCampaigns.map(({ name }) => `“${name}”`).join(', ')
    throw new ApiError('invalid_transition', {
      message: `No items would be left in ${names}. Archive the campaign or add other items first.`,
    })
  }
  return (await setArchivedAt(ctx, product_id, variant_id, ctx.now))?.name
}

/** Restores a product or a variant, also in the campaigns that still list it. */
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
