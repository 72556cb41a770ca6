import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  newProductBody,
  parseListQuery,
  productBulkChangeBody,
  productChangeBody,
  productFilters,
} from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import {
  toCharityForm,
  toContentInput,
  toImages,
  toProductView,
  toVariantForm,
  withWireNames,
} from './catalogue-views.ts'
import { assertIfMatch } from './etag.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage, renderWhole } from './pagination.ts'
import { findWarehouses } from './warehouses.ts'

type IdParams = { Params: { id: string } }

/** The operations on products. */
export function productRoutes(app: FastifyInstance, handle: Handle): void {
  readRoutes(app, handle)
  createRoute(app, handle)
  updateRoute(app, handle)
  archiveRoutes(app, handle)
  bulkUpdateRoute(app, handle)
}

function readRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/products', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, productFilters, 50)
      const { state, q: search, stock } = filter
      const criteria = {
        ...(state && { state }),
        ...(search && { search }),
        ...(stock && { is_low: true as const }),
      }
      const { data, has_more } = await products.list(ctx, criteria, page)
      const views = await toViews(ctx, data)
      return {
        status: 200,
        body: await renderPage(ctx, request, 'products', { data: views, has_more }),
      }
    }),
  )

  app.get<IdParams>('/products/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toProductResponse(ctx, request, await products.find(ctx, request.params.id))
    }),
  )
}

function createRoute(app: FastifyInstance, handle: Handle): void {
  app.post('/products', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, newProductBody)
      const { description = '', images = [], charity, variants, ...fields } = members
      const created = await withWireNames(() =>
        products.create(ctx, {
          ...fields,
          ...toCharityForm(charity),
          description,
          images: toImages(images),
          variants: variants.map((each) => ({
            images: [],
            ...toVariantForm(each),
            ...named(each),
          })),
        }),
      )
      const contents = variants.map(({ digital }) => toContentInput(digital))
      await withWireNames(() => products.saveContents(ctx, created.id, contents))
      const product = await products.find(ctx, created.id)
      return { ...(await toProductResponse(ctx, request, product)), status: 201 }
    }),
  )
}

const named = ({ sku, name }: { sku: string; name: string }) => ({ sku, name })

function updateRoute(app: FastifyInstance, handle: Handle): void {
  app.patch<IdParams>('/products/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { images, charity, ...change } = parseOperationBody(request, productChangeBody).members
      const { id } = request.params
      const warehouses = await findWarehouses(ctx)
      const fields = {
        ...change,
        ...toCharityForm(charity),
        ...(images !== undefined && { images: toImages(images) }),
      }
      const product = await withWireNames(() =>
        products.edit(ctx, id, (was) => {
          assertIfMatch(request, () => JSON.stringify(toProductView(ctx, was, warehouses)))
          return { ...was, ...fields, variants: products.toVariantForms(was) }
        }),
      )
      return toProductResponse(ctx, request, product)
    }),
  )
}

function archiveRoutes(app: FastifyInstance, handle: Handle): void {
  for (const [verb, run] of [
    ['archive', products.archive],
    ['restore', products.restore],
  ] as const)
    app.post<IdParams>(`/products/:id/${verb}`, (request, reply) =>
      handle(request, reply, async (ctx) => {
        parseEmptyBody(request)
        const { id } = request.params
        if (!(await run(ctx, id))) throw new ApiError('not_found')
        return toProductResponse(ctx, request, await products.find(ctx, id))
      }),
    )
}

/** Each full group of this many products counts as one additional request. */
const productsPerRequest = 10

function bulkUpdateRoute(app: FastifyInstance, handle: Handle): void {
  app.post('/products/bulk_update', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { ids, change } = parseOperationBody(request, productBulkChangeBody).members
      await request.charge(Math.floor(ids.length / productsPerRequest))
      const { archived, description, destination_mode, destinations, minimum_age, ...shipping } =
        change
      const rules = { archived, description, destination_mode, destinations, minimum_age }
      const given = Object.entries(rules).filter(([, value]) => value !== undefined)
      await withWireNames(() =>
        products.bulkUpdate(ctx, ids, {
          ...Object.fromEntries(given),
          ...toVariantForm(shipping),
        }),
      )
      const found = await Promise.all(ids.map((id) => products.find(ctx, id)))
      const data = await toViews(
        ctx,
        found.flatMap((each) => each ?? []),
      )
      return {
        status: 200,
        body: await renderWhole(request, 'products', data),
      }
    }),
  )
}

async function toViews(ctx: TxContext, found: readonly products.ProductDetail[]) {
  const warehouses = await findWarehouses(ctx)
  return found.map((product) => toProductView(ctx, product, warehouses))
}

async function toProductResponse(
  ctx: TxContext,
  { version }: FastifyRequest,
  product: products.ProductDetail | undefined,
): Promise<ApiResponse> {
  if (product === undefined) throw new ApiError('not_found')
  const [view] = await toViews(ctx, [product])
  return { status: 200, body: version.renderResource('products', JSON.stringify(view)) }
}
