import { type Image, Refusal } from '#contract'
import { newId } from '#platform/ids'
import { brokenConstraint, type Work } from '#platform/postgres'
import * as store from './store.ts'
import type { Kind } from './tables.ts'

export interface NewProduct {
  name: string
  description: string
  kind: Kind
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
  work: Work,
  product: NewProduct,
): Promise<{ id: string; variants: { id: string; sku: string }[] }> {
  const id = newId(work.now)
  const variants = product.variants.map((variant, position) => ({
    ...variant,
    id: newId(work.now, position),
    position,
  }))
  await store.insertProduct(work, { ...product, id })
  await store.insertVariants(work, id, variants).catch((error: unknown) => {
    throw brokenConstraint(error) === 'variant_account_id_sku_key' ? taken() : error
  })
  return { id, variants: variants.map(({ id, sku }) => ({ id, sku })) }
}

const taken = () =>
  new Refusal('invalid', {
    problems: [{ code: 'invalid', param: 'variants', message: 'have an SKU that is used already' }],
  })
