import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as deskStore from './desk-store.ts'

/** Takes a product out of what is given, or puts it back. Answers it as it was. */
export async function shelveProduct(
  work: Work,
  id: string,
  archived_at: Date | null,
): Promise<deskStore.ProductRow | undefined> {
  const was = isId(id) ? await deskStore.holdProduct(work, id) : undefined
  if (was === undefined) return undefined
  if ((was.archived_at === null) !== (archived_at === null))
    await deskStore.updateProduct(work, { ...was, archived_at, updated_at: work.now })
  return was
}

/** The same for one variant of a product. */
export async function shelveVariant(
  work: Work,
  product_id: string,
  id: string,
  archived_at: Date | null,
): Promise<deskStore.DeskVariantRow | undefined> {
  const product = isId(product_id) ? await deskStore.holdProduct(work, product_id) : undefined
  if (product === undefined) return undefined
  const variants = await deskStore.variantsOf(work, [product.id])
  const was = variants.find((variant) => variant.id === id)
  if (was === undefined) return undefined
  if ((was.archived_at === null) !== (archived_at === null)) {
    const position = variants.indexOf(was)
    await deskStore.updateVariants(work, [{ ...was, position, archived_at }])
    await deskStore.updateProduct(work, { ...product, updated_at: work.now })
  }
  return was
}
