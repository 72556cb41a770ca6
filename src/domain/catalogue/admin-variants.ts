import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import type { AdminVariant } from './admin-products.ts'
import * as adminStore from './admin-store.ts'
import { toAbsoluteImages } from './image-urls.ts'
import type { ProductKind } from './product-kind.ts'
import { findVariantPage, type VariantFilter } from './variant-store.ts'

export type { VariantFilter } from './variant-store.ts'

/** A variant with the id and the kind of its product. */
export interface ListedVariant extends AdminVariant {
  product_id: string
  kind: ProductKind
}

/** Returns a page of the account's variants. Throws if `after` is not one of them. */
export async function listVariants(
  ctx: TxContext,
  filter: VariantFilter,
  page: Page,
): Promise<Paginated<ListedVariant>> {
  await assertKnownCursor(ctx, page.after, (id) => findVariant(ctx, id))
  if (filter.product_id !== undefined && !isId(filter.product_id))
    return { data: [], has_more: false }
  return read(ctx, filter, page)
}

/** Returns a variant; undefined if the account has no such variant. */
export async function findVariant(ctx: TxContext, id: string): Promise<ListedVariant | undefined> {
  if (!isId(id)) return undefined
  const { data } = await read(ctx, { ids: [id] }, { limit: 1, order: 'asc' })
  return data[0]
}

/** Returns these variants of the account, in any order. */
export async function findVariants(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ListedVariant[]> {
  const known = ids.filter(isId)
  const page = { limit: known.length + 1, order: 'asc' } as const
  return known.length === 0 ? [] : (await read(ctx, { ids: known }, page)).data
}

async function read(
  ctx: TxContext,
  filter: VariantFilter,
  page: Page,
): Promise<Paginated<ListedVariant>> {
  const { data, has_more } = toPage(await findVariantPage(ctx, filter, page), page)
  const ids = data.map(({ id }) => id)
  const stock = Map.groupBy(
    await adminStore.findStockByVariant(ctx, ids),
    (each) => each.variant_id,
  )
  const { origin } = ctx.deployment
  const variants = data.map((row) => ({
    ...row,
    images: toAbsoluteImages(row.images, origin),
    stock_levels: (stock.get(row.id) ?? []).map(({ variant_id: _, ...level }) => level),
  }))
  return { data: variants, has_more }
}
