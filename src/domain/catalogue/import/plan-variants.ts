import { newId } from '#platform/lib/ids'
import type { ProductRow } from '../admin-store.ts'
import {
  mergeVariantDetails,
  noVariantDetails,
  validateVariantDetails,
  variantDetailNames,
} from '../variant-details.ts'
import type { ProductGroup } from './group-rows.ts'
import type { ImportVariant } from './import-store.ts'
import type { ImportRow } from './parse-rows.ts'
import { type PlanInput, planImages, toArchivedAt } from './plan-product.ts'
import { applyTexts, isProductText } from './translation-columns.ts'

export const maxVariants = 100

/** A variant as the file wants it, and as it is; undefined for a new one. */
export interface PlannedVariant {
  row: ImportRow
  was: ImportVariant | undefined
  is: ImportVariant
}

/** Plans the variants of one product. New ones follow the existing ones, in the order of the file. */
export function planVariants(
  input: PlanInput,
  { rows }: ProductGroup,
  product: ProductRow,
  existing: readonly ImportVariant[],
  firstIndex: number,
): PlannedVariant[] {
  const bySku = new Map(existing.map((variant) => [variant.sku, variant]))
  let position = Math.max(-1, ...existing.map((variant) => variant.position))
  return rows.map((row, index): PlannedVariant => {
    const was = bySku.get(row.sku)
    if (was === undefined) position += 1
    const base = was ?? {
      ...noVariantDetails,
      id: newId(input.ctx.now, firstIndex + index),
      product_id: product.id,
      sku: row.sku,
      name: product.name,
      images: [],
      translations: {},
      archived_at: null,
      position,
    }
    return { row, was, is: planVariant(input, row, base, product.kind, was === undefined) }
  })
}

function planVariant(
  input: PlanInput,
  row: ImportRow,
  base: ImportVariant,
  kind: ProductRow['kind'],
  isNew: boolean,
): ImportVariant {
  const { variant_name: name = base.name, variant_images, variant_archived } = row.variant
  const details = mergeVariantDetails(base, row.variant)
  const isChanged = variantDetailNames.some((field) => details[field] !== base[field])
  if (isChanged || (isNew && kind === 'donation'))
    for (const { param, message } of validateVariantDetails(kind, details))
      input.errors.add(row, param, message)
  const images = planImages(input, row, 'variant_images', variant_images, base.images, name)
  const archived_at = toArchivedAt(input.ctx, base.archived_at, variant_archived)
  const texts = [...row.texts].filter(([column]) => !isProductText(column))
  const translations = applyTexts(base.translations, new Map(texts))
  return { ...base, ...details, name, images, translations, archived_at }
}
