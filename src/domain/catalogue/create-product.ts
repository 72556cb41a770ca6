import { ApiError, type Image } from '#contract'
import { newId } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { imageUrls, toRelativeImages } from './image-urls.ts'
import { markPicturesUsed } from './pictures.ts'
import * as store from './store.ts'
import type { ProductKind } from './tables.ts'

export interface NewProduct {
  name: string
  description: string
  kind: ProductKind
  images: readonly Image[]
  /** In the order in which people see them. */
  variants: readonly NewVariant[]
}

export interface NewVariant {
  /** Once in an account. */
  sku: string
  name: string
  images: readonly Image[]
}

/** Adds a product and its variants to the account's catalogue; answers their ids, in the same order. */
export async function createProduct(
  ctx: TxContext,
  product: NewProduct,
): Promise<{ id: string; variants: { id: string; sku: string }[] }> {
  await assertBelowLimit(ctx, {
    name: 'products',
    countedRows: 'select from catalogue.product where account_id = $1',
    param: 'name',
    subject: 'products',
    remedy: 'Change one that is there.',
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

/** For what inserting variants throws. */
export function rejectDuplicateSku(error: unknown): never {
  if (violatedConstraint(error) !== 'variant_account_id_sku_key') throw error
  const message = 'have an SKU that is used already'
  throw new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param: 'variants', message }] })
}
