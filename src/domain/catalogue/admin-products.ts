import {
  type Image,
  type Page,
  type Paginated,
  throwIfAny,
  toPage,
  unknownCursorError,
} from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as deskStore from './admin-store.ts'
import { toAbsoluteImages } from './image-urls.ts'

export interface AdminVariant {
  id: string
  sku: string
  name: string
  images: readonly Image[]
  archived_at: Date | null
  shelves: readonly Omit<deskStore.StockRow, 'variant_id'>[]
}

/** A product as the people of the account see it, with all its variants, archived ones too. */
export interface AdminProduct extends Omit<deskStore.ProductRow, 'images'> {
  images: readonly Image[]
  variants: readonly AdminVariant[]
}

/** A page of the account's products. */
export async function listProducts(
  ctx: TxContext,
  filter: deskStore.ProductFilter,
  page: Page,
): Promise<Paginated<AdminProduct>> {
  if (page.after !== undefined && (await findProduct(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  const { data, has_more } = toPage(await deskStore.findPage(ctx, filter, page), page)
  return { data: await withDetails(ctx, data), has_more }
}

export async function findProduct(ctx: TxContext, id: string): Promise<AdminProduct | undefined> {
  if (!isId(id)) return undefined
  const [product] = await withDetails(ctx, await deskStore.findProducts(ctx, [id]))
  return product
}

/** How many products have a variant on offer of which little is left. */
export const countLowStock = (ctx: TxContext): Promise<number> => deskStore.countLowStock(ctx)

async function withDetails(
  ctx: TxContext,
  rows: readonly deskStore.ProductRow[],
): Promise<AdminProduct[]> {
  if (rows.length === 0) return []
  const { origin } = ctx.deployment
  const variants = await deskStore.findVariantsByProduct(
    ctx,
    rows.map(({ id }) => id),
  )
  const stockRows = await deskStore.findStockByVariant(
    ctx,
    variants.map(({ id }) => id),
  )
  const stockByVariant = Map.groupBy(stockRows, ({ variant_id }) => variant_id)
  const variantsByProduct = Map.groupBy(variants, ({ product_id }) => product_id)
  return rows.map((row) => ({
    ...row,
    images: toAbsoluteImages(row.images, origin),
    variants: (variantsByProduct.get(row.id) ?? []).map(({ product_id: _, ...variant }) => ({
      ...variant,
      images: toAbsoluteImages(variant.images, origin),
      shelves: (stockByVariant.get(variant.id) ?? []).map(({ variant_id: __, ...stock }) => stock),
    })),
  }))
}
