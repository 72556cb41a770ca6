import * as campaigns from '#campaigns'
import { type NewVariant, orNotFound } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import {
  findWarehouses,
  toCharityForm,
  toContentInput,
  toImages,
  toProductView,
  toVariantForm,
  withWireNames,
} from './catalogue-views.ts'
import { withAppMembers } from './kernel/app-members.ts'
import { handle } from './kernel/handle.ts'

/** The size of a group of products. Each full group counts as one additional request. */
const productsPerRequest = 10

/** The operations on products. */
export const productRoutes = [
  handle('listProducts', async ({ ctx, query: { filter, page } }) => {
    const { state, q: search, stock, sort } = filter
    const criteria = {
      ...(state && { state }),
      ...(search && { search }),
      ...(stock && { is_low: true as const }),
      ...(sort === 'name' && { sort }),
    }
    const found = await products.list(ctx, criteria, page)
    return { ...found, data: await toViews(ctx, found.data) }
  }),

  handle('getProduct', async ({ ctx, params, request }) => {
    const product = orNotFound(await products.find(ctx, params.id))
    const view = await toView(ctx, product)
    return request.grant.user === undefined
      ? view
      : withAppMembers(view, await findUse(ctx, product))
  }),

  handle('createProduct', async ({ ctx, body }) => {
    const { description = '', images = [], charity, variants, ...fields } = body
    const created = await withWireNames(() =>
      products.create(ctx, {
        ...fields,
        ...toCharityForm(charity),
        description,
        images: toImages(images),
        variants: variants.map(changing([])),
      }),
    )
    await saveContents(ctx, created.id, variants)
    return toView(ctx, orNotFound(await products.find(ctx, created.id)))
  }),

  handle('updateProduct', async ({ ctx, params, body, assertUnchanged }) => {
    const { images, charity, variants, ...change } = body
    const warehouses = await findWarehouses(ctx)
    const fields = {
      ...change,
      ...toCharityForm(charity),
      ...(images !== undefined && { images: toImages(images) }),
    }
    const product = await withWireNames(() =>
      products.edit(ctx, params.id, (was) => {
        assertUnchanged(() => toProductView(ctx, was, warehouses))
        const { destinations: _, ...product } = was // the stored destinations do not fit another mode
        const stored = products.toVariantForms(was)
        return { ...product, ...fields, variants: variants?.map(changing(stored)) ?? stored }
      }),
    )
    if (variants === undefined) return toView(ctx, orNotFound(product))
    await saveContents(ctx, params.id, variants)
    return toView(ctx, orNotFound(await products.find(ctx, params.id)))
  }),

  handle('archiveProduct', ({ ctx, params }) => changeState(ctx, products.archive, params.id)),
  handle('restoreProduct', ({ ctx, params }) => changeState(ctx, products.restore, params.id)),

  handle('bulkUpdateProducts', async ({ ctx, request, body: { ids, change } }) => {
    await request.charge(Math.floor(ids.length / productsPerRequest))
    const { archived, description, destination_mode, destinations, minimum_age, ...shipping } =
      change
    const rules = { archived, description, destination_mode, destinations, minimum_age }
    const given = Object.entries(rules).filter(([, value]) => value !== undefined)
    await withWireNames(() =>
      products.bulkUpdate(ctx, ids, { ...Object.fromEntries(given), ...toVariantForm(shipping) }),
    )
    const found = await Promise.all(ids.map((id) => products.find(ctx, id)))
    return toViews(
      ctx,
      found.flatMap((each) => each ?? []),
    )
  }),
]

const saveContents = (ctx: TxContext, id: string, variants: readonly NewVariant[]) =>
  withWireNames(() =>
    products.saveContents(
      ctx,
      id,
      variants.map(({ digital }) => toContentInput(digital)),
    ),
  )

type VariantForm = ReturnType<typeof products.toVariantForms>[number]

/**
 * Returns a function that merges the change of a variant with the stored variant. Members that are absent in
 * the change stay as they are.
 */
const changing =
  (stored: readonly VariantForm[]) =>
  ({ sku, name, ...variant }: NewVariant & { id?: string }): VariantForm => ({
    images: [],
    ...stored.find(({ id }) => id === variant.id),
    ...toVariantForm(variant),
    sku,
    name,
  })

/** Finds the campaigns that offer a product, and counts how often its files were downloaded. */
async function findUse(ctx: TxContext, { variants }: products.ProductDetail) {
  const ids = variants.map(({ id }) => id)
  const offers = await campaigns.findActiveCampaignsWith(ctx, ids)
  return {
    campaigns: offers.map(({ id, name }) => ({ id, name })),
    downloads: Object.fromEntries(
      variants.flatMap(({ id, content }) =>
        content === null ? [] : [[id, content.counts.downloads]],
      ),
    ),
  }
}

async function changeState(ctx: TxContext, change: typeof products.archive, id: string) {
  const isFound = await change(ctx, id)
  return toView(ctx, orNotFound(isFound ? await products.find(ctx, id) : undefined))
}

async function toViews(ctx: TxContext, found: readonly products.ProductDetail[]) {
  const warehouses = await findWarehouses(ctx)
  return found.map((product) => toProductView(ctx, product, warehouses))
}

const toView = async (ctx: TxContext, product: products.ProductDetail) =>
  toProductView(ctx, product, await findWarehouses(ctx))
