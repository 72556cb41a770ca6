import { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { imageUrls, toRelativeImages } from './image-urls.ts'
import { markPicturesUsed } from './pictures.ts'
import * as store from './store.ts'
import type { NewProduct } from './tables.ts'

/**
 * Adds a product and its variants to the account's catalogue. Returns their ids, with the variants in
 * input order.
 */
export async function createProduct(
  ctx: TxContext,
  product: NewProduct,
): Promise<{ id: string; variants: { id: string; sku: string }[] }> {
  await assertBelowLimit(ctx, {
    name: 'products',
    countedRows: 'select from catalogue.product where account_id = $1',
    param: 'name',
    subject: 'products',
    remedy: 'Change an existing one.',
  })
  const id = newId(ctx.now)
  const { origin } = ctx.deployment
  const variants = product.variants.map((variant, position) => ({
    ...variant,
    images: toRelativeImages(variant.images, origin),
    id: newId(ctx.now, position),
    position,
  }))
  const images = toRelativeImages(product.images, origin)
  await store.insertProduct(ctx, { ...product, images, id })
  await store.insertVariants(ctx, id, variants).catch(rejectDuplicateSku)
  markPicturesUsed(ctx, imageUrls([...images, ...variants.flatMap((each) => each.images)]))
  return { id, variants: variants.map(({ id, sku }) => ({ id, sku })) }
}

/** Converts a unique violation of an inserted variant to a validation error. */
export function rejectDuplicateSku(error: unknown): never {
  if (violatedConstraint(error) !== 'variant_account_id_sku_key') throw error
  const message = 'have an SKU that is already in use'
  throw new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param: 'variants', message }] })
}
