import * as catalogue from '#catalogue'
import type { Page, Paginated } from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import type { SortedPage } from '#platform/postgres/keyset'

/** A variant with its stock and its content. */
export interface VariantDetail extends catalogue.AdminVariant {
  /** Null for a variant of a physical product. */
  content: digital.ContentSummary | null
}

/** A product with all its variants, also the archived ones. */
export interface ProductDetail extends Omit<catalogue.AdminProduct, 'variants'> {
  variants: readonly VariantDetail[]
}

/** Returns a page of the account's products. Throws if `after` is not one of them. */
export async function list(
  ctx: TxContext,
  filter: catalogue.ProductFilter,
  page: Page,
): Promise<SortedPage<ProductDetail>> {
  const found = await catalogue.listProducts(ctx, filter, page)
  return { ...found, data: await withContents(ctx, found.data) }
}

/** Returns a product; undefined if the account has no such product. */
export async function find(ctx: TxContext, id: string): Promise<ProductDetail | undefined> {
  const product = await catalogue.findProduct(ctx, id)
  return product && (await withContents(ctx, [product]))[0]
}

export type ListedVariant = VariantDetail & { product_id: string }

/** Returns a page of the account's variants. Throws if `after` is not one of them. */
export async function listVariants(
  ctx: TxContext,
  filter: catalogue.VariantFilter,
  page: Page,
): Promise<Paginated<ListedVariant>> {
  const { data, has_more } = await catalogue.listVariants(ctx, filter, page)
  return { data: await withVariantContents(ctx, data), has_more }
}

/** Returns a variant; undefined if the account has no such variant. */
export async function findVariant(ctx: TxContext, id: string): Promise<ListedVariant | undefined> {
  const variant = await catalogue.findVariant(ctx, id)
  return variant && (await withVariantContents(ctx, [variant]))[0]
}

/** Returns these variants of the account, in any order. */
export const findVariants = async (
  ctx: TxContext,
  ids: readonly string[],
): Promise<ListedVariant[]> => withVariantContents(ctx, await catalogue.findVariants(ctx, ids))

async function withVariantContents(
  ctx: TxContext,
  variants: readonly catalogue.ListedVariant[],
): Promise<ListedVariant[]> {
  const contents = await describeContents(
    ctx,
    variants.filter(({ kind }) => kind === 'digital'),
  )
  return variants.map(({ kind: _, ...variant }) => ({
    ...variant,
    content: contents.get(variant.id) ?? null,
  }))
}

async function withContents(
  ctx: TxContext,
  products: readonly catalogue.AdminProduct[],
): Promise<ProductDetail[]> {
  const digitalProducts = products.filter(({ kind }) => kind === 'digital')
  const contents = await describeContents(
    ctx,
    digitalProducts.flatMap(({ variants }) => variants),
  )
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      content: contents.get(variant.id) ?? null,
    })),
  }))
}

const describeContents = async (ctx: TxContext, variants: readonly { id: string }[]) =>
  variants.length === 0
    ? new Map<string, digital.ContentSummary>()
    : digital.describeContents(
        ctx,
        variants.map(({ id }) => id),
      )
