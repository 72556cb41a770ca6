import { orNotFound } from '#contract'
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
import { handle } from './kernel/handle.ts'

/** Each full group of this many products counts as one additional request. */
const productsPerRequest = 10

/** The operations on products. */
export const productRoutes = [
  handle('listProducts', async ({ ctx, query: { filter, page } }) => {
    const { state, q: search, stock } = filter
    const criteria = {
      ...(state && { state }),
      ...(search && { search }),
      ...(stock && { is_low: true as const }),
    }
    const { data, has_more } = await products.list(ctx, criteria, page)
    return { data: await toViews(ctx, data), has_more }
  }),

  handle('getProduct', async ({ ctx, params }) =>
    toView(ctx, orNotFound(await products.find(ctx, params.id))),
  ),

  handle('createProduct', async ({ ctx, body }) => {
    const { description = '', images = [], charity, variants, ...fields } = body
    const created = await withWireNames(() =>
      products.create(ctx, {
        ...fields,
        ...toCharityForm(charity),
        description,
        images: toImages(images),
        variants: variants.map((each) => ({ images: [], ...toVariantForm(each), ...named(each) })),
      }),
    )
    const contents = variants.map(({ digital }) => toContentInput(digital))
    await withWireNames(() => products.saveContents(ctx, created.id, contents))
    return toView(ctx, orNotFound(await products.find(ctx, created.id)))
  }),

  handle('updateProduct', async ({ ctx, params, body, assertUnchanged }) => {
    const { images, charity, ...change } = body
    const warehouses = await findWarehouses(ctx)
    const fields = {
      ...change,
      ...toCharityForm(charity),
      ...(images !== undefined && { images: toImages(images) }),
    }
    const product = await withWireNames(() =>
      products.edit(ctx, params.id, (was) => {
        assertUnchanged(() => toProductView(ctx, was, warehouses))
        return { ...was, ...fields, variants: products.toVariantForms(was) }
      }),
    )
    return toView(ctx, orNotFound(product))
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

const named = ({ sku, name }: { sku: string; name: string }) => ({ sku, name })

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
