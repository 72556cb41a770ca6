import * as audit from '#audit'
import * as campaigns from '#campaigns'
import type { TxContext } from '#platform/postgres/database'

/** Stops offering a product, or one of its variants. Returns false if the account has no such product or variant. */
export const archive = (
  ctx: TxContext,
  product_id: string,
  variant_id?: string,
): Promise<boolean> => changeOffer(ctx, 'archive', campaigns.archiveProduct, product_id, variant_id)

/** Offers a product, or one of its variants, again. Returns false if the account has no such product or variant. */
export const restore = (
  ctx: TxContext,
  product_id: string,
  variant_id?: string,
): Promise<boolean> => changeOffer(ctx, 'restore', campaigns.restoreProduct, product_id, variant_id)

async function changeOffer(
  ctx: TxContext,
  verb: 'archive' | 'restore',
  run: typeof campaigns.archiveProduct,
  product_id: string,
  variant_id: string | undefined,
): Promise<boolean> {
  const name = await run(ctx, product_id, variant_id)
  if (name === undefined) return false
  const kind = variant_id === undefined ? 'product' : 'variant'
  const subject = { kind, id: variant_id ?? product_id, name }
  audit.recordEntry(ctx, { action: `${kind}.${verb}`, subject })
  return true
}

/** Changes several products: all or none. Returns their ids. */
export async function bulkUpdate(
  ctx: TxContext,
  ids: readonly string[],
  change: campaigns.ProductBulkChange,
): Promise<string[]> {
  const names = await campaigns.bulkUpdateProducts(ctx, ids, change)
  for (const [id, name] of names)
    audit.recordEntry(ctx, {
      action: 'product.change',
      subject: { kind: 'product', id, name },
      details: { after: change },
    })
  return [...names.keys()]
}
