import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'

/** Archives or restores a product. Returns the product before the change. */
export async function setProductArchivedAt(
  ctx: TxContext,
  id: string,
  archived_at: Date | null,
): Promise<adminStore.ProductRow | undefined> {
  const before = isId(id) ? await adminStore.findProductForUpdate(ctx, id) : undefined
  if (before === undefined) return undefined
  if ((before.archived_at === null) !== (archived_at === null))
    await adminStore.updateProduct(ctx, { ...before, archived_at, updated_at: ctx.now })
  return before
}

/** Archives or restores one variant of a product. Returns the variant before the change. */
export async function setVariantArchivedAt(
  ctx: TxContext,
  product_id: string,
  id: string,
  archived_at: Date | null,
): Promise<adminStore.AdminVariantRow | undefined> {
  const product = isId(product_id)
    ? await adminStore.findProductForUpdate(ctx, product_id)
    : undefined
  if (product === undefined) return undefined
  const variants = await adminStore.findVariantsByProduct(ctx, [product.id])
  const before = variants.find((variant) => variant.id === id)
  if (before === undefined) return undefined
  if ((before.archived_at === null) !== (archived_at === null)) {
    const position = variants.indexOf(before)
    await adminStore.updateVariants(ctx, [{ ...before, position, archived_at }])
    await adminStore.updateProduct(ctx, { ...product, updated_at: ctx.now })
  }
  return before
}
