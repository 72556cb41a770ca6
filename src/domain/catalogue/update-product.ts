import { type FieldError, type Image, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { rejectDuplicateSku, rejectDuplicateSkus, saveTranslations } from './create-product.ts'
import type { ProductRules } from './destinations.ts'
import {
  type CharityDetails,
  mergeCharityDetails,
  validateCharityDetails,
} from './donation-details.ts'
import { imageUrls, toRelativeImages } from './image-urls.ts'
import { markPicturesUsed } from './pictures.ts'
import {
  mergeProductDetails,
  type ProductDetails,
  validateProductDetails,
} from './product-details.ts'
import type { ProductKind } from './product-kind.ts'
import { mergeRules, validateRules } from './product-rules.ts'
import * as store from './store.ts'
import {
  type ItemTranslationsInput,
  normalizeItemTranslations,
  validateItemTranslations,
} from './translations.ts'
import {
  mergeVariantDetails,
  noVariantDetails,
  type VariantDetails,
  validateVariantDetails,
} from './variant-details.ts'

export interface VariantInput extends Partial<VariantDetails> {
  /** The id of an existing variant. A new variant has no id. */
  id?: string
  sku: string
  name: string
  images: readonly Image[]
  translations?: ItemTranslationsInput
}

/** The new values of a product. Missing rules, details and translations do not change. */
export interface ProductInput extends Partial<ProductRules & CharityDetails & ProductDetails> {
  name: string
  description: string
  kind: ProductKind
  images: readonly Image[]
  translations?: ItemTranslationsInput
  /** All variants, in the order in which they are displayed. */
  variants: readonly VariantInput[]
}

/**
 * Replaces the fields and variants of a product. The input must contain all existing variants, because gifts
 * in progress may contain them. Returns the product before and after; undefined if the account has no such
 * product.
 */
export async function updateProduct(
  ctx: TxContext,
  id: string,
  input: ProductInput,
): Promise<{ was: adminStore.ProductRow; is: adminStore.ProductRow } | undefined> {
  const was = isId(id) ? await adminStore.findProductForUpdate(ctx, id) : undefined
  if (was === undefined) return undefined
  const existing = await adminStore.findVariantsByProduct(ctx, [id])
  const rules = mergeRules(was, input)
  const charity = mergeCharityDetails(was, input)
  const details = mergeProductDetails(was, input)
  const variants = withDetails(existing, input.variants)
  throwIfAny([
    ...kindErrors(was, input),
    ...variantErrors(existing, input),
    ...validateRules(rules),
    ...validateCharityDetails(was.kind, charity),
    ...validateProductDetails(details),
    ...translationErrors(input),
    ...variants.flatMap((each, index) =>
      validateVariantDetails(was.kind, each, `variants.${index}.`),
    ),
  ])
  await rejectDuplicateSkus(ctx, variants)
  const { origin } = ctx.deployment
  const { name, description, kind } = input
  const images = toRelativeImages(input.images, origin)
  const translations =
    input.translations === undefined
      ? was.translations
      : normalizeItemTranslations(input.translations, images, origin)
  const fields = { name, description, kind, images, translations }
  const is = { ...was, ...rules, ...charity, ...details, ...fields, updated_at: ctx.now }
  await adminStore.updateProduct(ctx, is)
  const saved = await saveVariants(ctx, id, existing, variants).catch(rejectDuplicateSku)
  await saveTranslations(ctx, is, saved)
  markPicturesUsed(ctx, imageUrls([...images, ...input.variants.flatMap((each) => each.images)]))
  return { was, is }
}

/** Locks a product until the transaction ends. Returns false if the account has no such product. */
export const lockProduct = async (ctx: TxContext, id: string): Promise<boolean> =>
  isId(id) && (await adminStore.findProductForUpdate(ctx, id)) !== undefined

/**
 * Returns an error if the kind of a product changes. Existing gifts depend on the kind: the service ships
 * physical products, but not digital ones.
 */
const kindErrors = (was: adminStore.ProductRow, { kind }: ProductInput): FieldError[] =>
  was.kind === kind
    ? []
    : [{ code: 'not_allowed', param: 'kind', message: 'cannot change after creation' }]

function variantErrors(
  existing: readonly adminStore.AdminVariantRow[],
  { variants }: ProductInput,
): FieldError[] {
  const wantedIds = new Set(variants.flatMap(({ id }) => id ?? []))
  const unknown = variants.flatMap(({ id }, index): FieldError[] =>
    id === undefined || existing.some((each) => each.id === id)
      ? []
      : [
          {
            code: 'invalid_reference',
            param: `variants.${index}.id`,
            message: 'does not name a variant of this product',
          },
        ],
  )
  const removed = existing.filter(({ id }) => !wantedIds.has(id))
  return removed.length === 0
    ? unknown
    : [
        ...unknown,
        { code: 'required', param: 'variants', message: 'cannot be removed; archive them instead' },
      ]
}

const withDetails = (
  existing: readonly adminStore.AdminVariantRow[],
  wanted: readonly VariantInput[],
): (VariantInput & VariantDetails)[] =>
  wanted.map((variant) => {
    const was = existing.find(({ id }) => id === variant.id)
    return { ...variant, ...mergeVariantDetails(was ?? noVariantDetails, variant) }
  })

const translationErrors = ({ translations, variants }: ProductInput): FieldError[] => [
  ...validateItemTranslations(translations),
  ...variants.flatMap((each, index) =>
    validateItemTranslations(each.translations, `variants.${index}.`),
  ),
]

type WithId<Each> = Each & { id: string }

async function saveVariants(
  ctx: TxContext,
  product_id: string,
  existing: readonly adminStore.AdminVariantRow[],
  wanted: readonly (VariantInput & VariantDetails)[],
): Promise<WithId<VariantInput>[]> {
  const { origin } = ctx.deployment
  const positioned = wanted.map(({ images, ...variant }, position) => ({
    ...variant,
    images: toRelativeImages(images, origin),
    position,
  }))
  const archived = new Map(existing.map(({ id, archived_at }) => [id, archived_at]))
  const updated = positioned.flatMap((variant) => {
    const { id } = variant
    return id === undefined ? [] : [{ ...variant, id, archived_at: archived.get(id) ?? null }]
  })
  await adminStore.updateVariants(ctx, updated)
  const added = positioned
    .filter(({ id }) => id === undefined)
    .map((variant, index) => ({ ...variant, id: newId(ctx.now, index) }))
  await store.insertVariants(ctx, product_id, added)
  return [...updated, ...added]
}
