import {
  type Image,
  type Page,
  type Paginated,
  throwIfAny,
  toPage,
  unknownCursorError,
} from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as deskStore from './desk-store.ts'
import { publishedImages } from './images.ts'

export interface DeskVariant {
  id: string
  sku: string
  name: string
  images: readonly Image[]
  archived_at: Date | null
  shelves: readonly Omit<deskStore.ShelfRow, 'variant_id'>[]
}

/** A product as the people of the account see it, with all its variants, archived ones too. */
export interface DeskProduct extends Omit<deskStore.ProductRow, 'images'> {
  images: readonly Image[]
  variants: readonly DeskVariant[]
}

/** A page of the account's products. */
export async function browseProducts(
  ctx: TxContext,
  filter: deskStore.ProductFilter,
  page: Page,
): Promise<Paginated<DeskProduct>> {
  if (page.after !== undefined && (await findProduct(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  const { data, has_more } = toPage(await deskStore.browse(ctx, filter, page), page)
  return { data: await furnish(ctx, data), has_more }
}

export async function findProduct(ctx: TxContext, id: string): Promise<DeskProduct | undefined> {
  if (!isId(id)) return undefined
  const [product] = await furnish(ctx, await deskStore.findProducts(ctx, [id]))
  return product
}

/** How many products have a variant on offer of which little is left. */
export const countLow = (ctx: TxContext): Promise<number> => deskStore.countLow(ctx)

async function furnish(
  ctx: TxContext,
  rows: readonly deskStore.ProductRow[],
): Promise<DeskProduct[]> {
  if (rows.length === 0) return []
  const { origin } = ctx.deployment
  const variants = await deskStore.variantsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const shelves = await deskStore.shelvesOf(
    ctx,
    variants.map(({ id }) => id),
  )
  const shelvesBy = Map.groupBy(shelves, ({ variant_id }) => variant_id)
  const variantsBy = Map.groupBy(variants, ({ product_id }) => product_id)
  return rows.map((row) => ({
    ...row,
    images: publishedImages(row.images, origin),
    variants: (variantsBy.get(row.id) ?? []).map(({ product_id: _, ...variant }) => ({
      ...variant,
      images: publishedImages(variant.images, origin),
      shelves: (shelvesBy.get(variant.id) ?? []).map(({ variant_id: __, ...shelf }) => shelf),
    })),
  }))
}
