import { ApiError, type FieldError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { noRules } from './destinations.ts'
import {
  mergeCharityDetails,
  noCharityDetails,
  validateCharityDetails,
} from './donation-details.ts'
import { imageUrls, toRelativeImages } from './image-urls.ts'
import { markPicturesUsed } from './pictures.ts'
import { mergeProductDetails, noProductDetails, validateProductDetails } from './product-details.ts'
import { mergeRules, validateRules } from './product-rules.ts'
import * as store from './store.ts'
import type { NewProduct } from './tables.ts'
import { saveProductTranslations, saveVariantTranslations } from './translation-store.ts'
import {
  type ItemTranslationsInput,
  normalizeItemTranslations,
  validateItemTranslations,
} from './translations.ts'
import { mergeVariantDetails, noVariantDetails, validateVariantDetails } from './variant-details.ts'

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
  const rules = mergeRules(noRules, product)
  const charity = mergeCharityDetails(noCharityDetails, product)
  const productDetails = mergeProductDetails(noProductDetails, product)
  const details = product.variants.map((each) => mergeVariantDetails(noVariantDetails, each))
  throwIfAny([
    ...validateRules(rules),
    ...validateCharityDetails(product.kind, charity),
    ...validateProductDetails(productDetails),
    ...validateItemTranslations(product.translations),
    ...product.variants.flatMap((each, index) =>
      validateItemTranslations(each.translations, `variants.${index}.`),
    ),
    ...details.flatMap((each, index) =>
      validateVariantDetails(product.kind, each, `variants.${index}.`),
    ),
  ])
  const variants = product.variants.map((variant, position) => ({
    ...variant,
    ...(details[position] ?? noVariantDetails),
    images: toRelativeImages(variant.images, origin),
    id: newId(ctx.now, position),
    position,
  }))
  const images = toRelativeImages(product.images, origin)
  await store.insertProduct(ctx, {
    ...{ ...product, ...rules, ...charity, ...productDetails },
    ...{ images, id },
  })
  await rejectDuplicateSkus(ctx, product.variants)
  await store.insertVariants(ctx, id, variants).catch(rejectDuplicateSku)
  await saveTranslations(ctx, { ...product, id, images }, variants)
  markPicturesUsed(ctx, imageUrls([...images, ...variants.flatMap((each) => each.images)]))
  return { id, variants: variants.map(({ id, sku }) => ({ id, sku })) }
}

interface TranslatedItem {
  id: string
  images: readonly { url: string }[]
  translations?: ItemTranslationsInput
}

/** Saves the translations of a product and of these variants. Absent translations do not change. */
export async function saveTranslations(
  ctx: TxContext,
  product: TranslatedItem,
  variants: readonly TranslatedItem[],
): Promise<void> {
  const { origin } = ctx.deployment
  const toRows = (items: readonly TranslatedItem[]) =>
    items.flatMap(({ id, images, translations }) =>
      translations === undefined
        ? []
        : [{ id, translations: normalizeItemTranslations(translations, images, origin) }],
    )
  await saveProductTranslations(ctx, toRows([product]))
  await saveVariantTranslations(ctx, toRows(variants))
}

/** Throws for each variant whose SKU occurs twice, or belongs to another variant of the account. */
export async function rejectDuplicateSkus(
  ctx: TxContext,
  variants: readonly { id?: string; sku: string }[],
): Promise<void> {
  const owners = await store.findSkuOwners(
    ctx,
    variants.map(({ sku }) => sku),
  )
  const seen = new Set<string>()
  throwIfAny(
    variants.flatMap(({ id, sku }, index): FieldError[] => {
      const owner = owners.get(sku)
      const isRepeated = seen.has(sku)
      seen.add(sku)
      const param = `variants.${index}.sku`
      if (isRepeated)
        return [{ code: 'invalid', param, message: 'is already used by another variant here' }]
      if (owner === undefined || owner.variant_id === id?.toLowerCase()) return []
      // Two variants of one product may swap their SKUs.
      if (variants.some((each) => each.id?.toLowerCase() === owner.variant_id)) return []
      const message = `is already used by “${owner.variant_name}” of “${owner.product_name}”; enter another one`
      return [{ code: 'invalid', param, message }]
    }),
  )
}

/** Converts a unique violation of a concurrent change to a validation error. */
export function rejectDuplicateSku(error: unknown): never {
  if (violatedConstraint(error) !== 'variant_account_id_sku_key') throw error
  const message = 'have an SKU that is already in use'
  throw new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param: 'variants', message }] })
}
