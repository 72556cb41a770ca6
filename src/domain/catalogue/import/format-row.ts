import type { Image } from '#contract'
import { languages } from '#platform/lib/languages'
import type { AdminVariantRow, ProductRow } from '../admin-store.ts'
import { toAbsoluteUrl } from '../image-urls.ts'
import { type ProductCells, productColumns, type VariantCells, variantColumns } from './columns.ts'
import { formatTranslations } from './translation-columns.ts'

/** Formats the cells of a variant and its product, as an export has them. An import compares these texts. */
export function formatRow(
  product: ProductRow,
  variant: AdminVariantRow,
  origin: string,
): Record<keyof ProductCells | keyof VariantCells, string> & Record<string, string> {
  const urls = (images: readonly Image[]) => images.map(({ url }) => toAbsoluteUrl(url, origin))
  return {
    ...formatCells(productColumns, {
      ...product,
      product_name: product.name,
      product_images: urls(product.images),
      product_archived: product.archived_at !== null,
    }),
    ...formatCells(variantColumns, {
      ...variant,
      variant_name: variant.name,
      variant_images: urls(variant.images),
      variant_archived: variant.archived_at !== null,
    }),
    ...formatTranslations(product.translations, variant.translations, languages),
  }
}

function formatCells<Cells extends object>(
  columns: { [Name in keyof Cells]: { format(value: Cells[Name]): string } },
  values: NoInfer<Cells>,
): Record<keyof Cells, string> {
  const names = Object.keys(columns) as (keyof Cells)[]
  return Object.fromEntries(
    names.map((name) => [name, columns[name].format(values[name])]),
  ) as Record<keyof Cells, string>
}
