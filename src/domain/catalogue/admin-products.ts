import type { Image, Page } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type SortedPage, throwUnknownCursor, toSortedPage } from '#platform/postgres/keyset'
import * as adminStore from './admin-store.ts'
import { toAbsoluteImages } from './image-urls.ts'
import {
  type ItemTranslations,
  toAbsoluteTranslations,
  type VariantTranslation,
} from './translations.ts'
import type { VariantDetails } from './variant-details.ts'

export interface AdminVariant extends VariantDetails {
  id: string
  sku: string
  name: string
  images: readonly Image[]
  translations: ItemTranslations<VariantTranslation>
  archived_at: Date | null
  stock_levels: readonly Omit<adminStore.StockRow, 'variant_id'>[]
}

/** A product in the admin area, with all its variants, including archived ones. */
export interface AdminProduct extends Omit<adminStore.ProductRow, 'images'> {
  images: readonly Image[]
  variants: readonly AdminVariant[]
}

/** Returns a page of the account's products. */
export async function listProducts(
  ctx: TxContext,
  filter: adminStore.ProductFilter,
  page: Page,
): Promise<SortedPage<AdminProduct>> {
  const { after } = page
  if (after !== undefined && !filter.sort && (await findProduct(ctx, after)) === undefined)
    throwUnknownCursor()
  const found = toSortedPage(await adminStore.findPage(ctx, filter, page), page)
  return { ...found, data: await withDetails(ctx, found.data) }
}

export async function findProduct(ctx: TxContext, id: string): Promise<AdminProduct | undefined> {
  if (!isId(id)) return undefined
  const [product] = await withDetails(ctx, await adminStore.findProducts(ctx, [id]))
  return product
}

/** Counts the products with a variant that is available and low in stock. */
export const countLowStock = (ctx: TxContext): Promise<number> => adminStore.countLowStock(ctx)

async function withDetails(
  ctx: TxContext,
  rows: readonly adminStore.ProductRow[],
): Promise<AdminProduct[]> {
  if (rows.length === 0) return []
  const { origin } = ctx.deployment
  const variants = await adminStore.findVariantsByProduct(
    ctx,
    rows.map(({ id }) => id),
  )
  const stockRows = await adminStore.findStockByVariant(
    ctx,
    variants.map(({ id }) => id),
  )
  const stockByVariant = Map.groupBy(stockRows, ({ variant_id }) => variant_id)
  const variantsByProduct = Map.groupBy(variants, ({ product_id }) => product_id)
  return rows.map((row) => ({
    ...row,
    images: toAbsoluteImages(row.images, origin),
    translations: toAbsoluteTranslations(row.translations, origin),
    variants: (variantsByProduct.get(row.id) ?? []).map(({ product_id: _, ...variant }) => ({
      ...variant,
      images: toAbsoluteImages(variant.images, origin),
      translations: toAbsoluteTranslations(variant.translations, origin),
      stock_levels: (stockByVariant.get(variant.id) ?? []).map(
        ({ variant_id: __, ...stock }) => stock,
      ),
    })),
  }))
}
