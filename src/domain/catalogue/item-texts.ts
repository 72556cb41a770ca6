import type { TxContext } from '#platform/postgres/database'
import { toAbsoluteUrl } from './image-urls.ts'
import { findItemTexts, type ItemRef, type ItemTextRow } from './translation-store.ts'

/** The texts of a variant in one language. A text without a translation is absent. */
export interface ItemTexts {
  /** The name for places that do not show the product name next to it. */
  name?: string
  product_name?: string
  variant_name?: string
  description?: string
  /** The alternative texts for screen readers, by the absolute URL of the picture. */
  pictures: ReadonlyMap<string, string>
  /** The current name without translation. A gift that has an older name does not use the translation. */
  default_name: string
}

/**
 * Returns the name of a product with its variant. Does not repeat the product name: 'Hoodie – M', but not
 * 'Hoodie – Hoodie, M'.
 */
export const getDisplayName = (product: string, variant: string): string =>
  repeatsName(product, variant) ? variant : `${product} – ${variant}`

const repeatsName = (product: string, variant: string) =>
  variant.toLowerCase().startsWith(product.toLowerCase())

/**
 * Returns the translated texts of variants by `itemTextKey`. The variants can belong to several accounts; the
 * function returns only those that the transaction can read. Omits variants without a translation.
 */
export async function itemTextsByRef(
  ctx: TxContext,
  refs: readonly ItemRef[],
): Promise<ReadonlyMap<string, ItemTexts>> {
  const rows = refs.length === 0 ? [] : await findItemTexts(ctx, refs)
  const { origin } = ctx.deployment
  return new Map(rows.map((row) => [itemTextKey(row), toItemTexts(row, origin)]))
}

export const itemTextKey = ({ account_id, variant_id, language }: ItemRef): string =>
  `${account_id} ${variant_id} ${language}`

function toItemTexts(row: ItemTextRow, origin: string): ItemTexts {
  const { translation, product_translation } = row
  const { name: product_name, description } = product_translation ?? {}
  const variant_name =
    translation?.name ?? (row.product_name === row.name ? product_name : undefined)
  const name = translateDisplayName(row)
  const pictures = [...(product_translation?.images ?? []), ...(translation?.images ?? [])]
  return {
    default_name: getDisplayName(row.product_name, row.name),
    pictures: new Map(pictures.map((each) => [toAbsoluteUrl(each.url, origin), each.name])),
    ...(name !== undefined && { name }),
    ...(product_name !== undefined && { product_name }),
    ...(variant_name !== undefined && { variant_name }),
    ...(description !== undefined && { description }),
  }
}

/**
 * Returns the translated name of a variant with its product. A variant name that contains the product name
 * needs its own translation. Any other variant name, such as a size, can follow the translated product name.
 */
function translateDisplayName(row: ItemTextRow): string | undefined {
  const product = row.product_translation?.name
  const variant = row.translation?.name
  const isSame = row.product_name === row.name
  const isRepeated = repeatsName(row.product_name, row.name)
  if (variant !== undefined) {
    if (product === undefined && isRepeated) return variant
    return getDisplayName(product ?? row.product_name, variant)
  }
  if (product === undefined || (isRepeated && !isSame)) return undefined
  return isSame ? product : getDisplayName(product, row.name)
}
