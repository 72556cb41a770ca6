import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as deskStore from './admin-store.ts'

/** Takes a product out of what is given, or puts it back. Answers it as it was. */
export async function setProductArchivedAt(
  ctx: TxContext,
  id: string,
  archived_at: Date | null,
): Promise<deskStore.ProductRow | undefined> {
  const before = isId(id) ? await deskStore.findProductForUpdate(ctx, id) : undefined
  if (before === undefined) return undefined
  if ((before.archived_at === null) !== (archived_at === null))
    await deskStore.updateProduct(ctx, { ...before, archived_at, updated_at: ctx.now })
  return before
}

/** The same for one variant of a product. */
export async function setVariantArchivedAt(
  ctx: TxContext,
  product_id: string,
  id: string,
  archived_at: Date | null,
): Promise<deskStore.AdminVariantRow | undefined> {
  const product = isId(product_id)
    ? await deskStore.findProductForUpdate(ctx, product_id)
    : undefined
  if (product === undefined) return undefined
  const variants = await deskStore.findVariantsByProduct(ctx, [product.id])
  const before = variants.find((variant) => variant.id === id)
  if (before === undefined) return undefined
  if ((before.archived_at === null) !== (archived_at === null)) {
    const position = variants.indexOf(before)
    await deskStore.updateVariants(ctx, [{ ...before, position, archived_at }])
    await deskStore.updateProduct(ctx, { ...product, updated_at: ctx.now })
  }
  return before
}
