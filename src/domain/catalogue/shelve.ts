import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as deskStore from './desk-store.ts'

/** Takes a product out of what is given, or puts it back. Answers it as it was. */
export async function shelveProduct(
  ctx: TxContext,
  id: string,
  archived_at: Date | null,
): Promise<deskStore.ProductRow | undefined> {
  const was = isId(id) ? await deskStore.holdProduct(ctx, id) : undefined
  if (was === undefined) return undefined
  if ((was.archived_at === null) !== (archived_at === null))
    await deskStore.updateProduct(ctx, { ...was, archived_at, updated_at: ctx.now })
  return was
}

/** The same for one variant of a product. */
export async function shelveVariant(
  ctx: TxContext,
  product_id: string,
  id: string,
  archived_at: Date | null,
): Promise<deskStore.DeskVariantRow | undefined> {
  const product = isId(product_id) ? await deskStore.holdProduct(ctx, product_id) : undefined
  if (product === undefined) return undefined
  const variants = await deskStore.variantsOf(ctx, [product.id])
  const was = variants.find((variant) => variant.id === id)
  if (was === undefined) return undefined
  if ((was.archived_at === null) !== (archived_at === null)) {
    const position = variants.indexOf(was)
    await deskStore.updateVariants(ctx, [{ ...was, position, archived_at }])
    await deskStore.updateProduct(ctx, { ...product, updated_at: ctx.now })
  }
  return was
}
