import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  newCodesBody,
  newVariantBody,
  parseListQuery,
  variantChangeBody,
  variantFilters,
} from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import { toContentInput, toVariantForm, toVariantView, withWireNames } from './catalogue-views.ts'
import { assertIfMatch } from './etag.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage } from './pagination.ts'
import { findWarehouses } from './warehouses.ts'

type IdParams = { Params: { id: string } }

/** The operations on variants, and on the codes of digital ones. */
export function variantRoutes(app: FastifyInstance, handle: Handle): void {
  readRoutes(app, handle)
  changeRoutes(app, handle)
  archiveRoutes(app, handle)
  codeRoute(app, handle)
}

function readRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/variants', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, variantFilters)
      const { data, has_more } = await products.listVariants(ctx, filter, page)
      const warehouses = await findWarehouses(ctx)
      const views = data.map((variant) => toVariantView(variant, warehouses))
      return {
        status: 200,
        body: await renderPage(ctx, request, 'variants', { data: views, has_more }),
      }
    }),
  )

  app.get<IdParams>('/variants/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toVariantResponse(ctx, request, await products.findVariant(ctx, request.params.id))
    }),
  )
}

function changeRoutes(app: FastifyInstance, handle: Handle): void {
  app.post<IdParams>('/products/:id/variants', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, newVariantBody)
      const { sku, name, digital } = members
      const form = { images: [], ...toVariantForm(members), sku, name }
      const content = toContentInput(digital)
      const variant = await withWireNames(() =>
        products.addVariant(ctx, request.params.id, form, content),
      )
      return { ...(await toVariantResponse(ctx, request, variant)), status: 201 }
    }),
  )

  app.patch<IdParams>('/variants/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, variantChangeBody)
      const warehouses = await findWarehouses(ctx)
      const check = (was: products.ListedVariant) =>
        assertIfMatch(request, () => JSON.stringify(toVariantView(was, warehouses)))
      const variant = await withWireNames(() =>
        products.updateVariant(ctx, request.params.id, toVariantForm(members), {
          content: toContentInput(members.digital),
          check,
        }),
      )
      return toVariantResponse(ctx, request, variant)
    }),
  )
}

function archiveRoutes(app: FastifyInstance, handle: Handle): void {
  for (const [verb, run] of [
    ['archive', products.archive],
    ['restore', products.restore],
  ] as const)
    app.post<IdParams>(`/variants/:id/${verb}`, (request, reply) =>
      handle(request, reply, async (ctx) => {
        parseEmptyBody(request)
        const found = await products.findVariant(ctx, request.params.id)
        if (found === undefined) throw new ApiError('not_found')
        await run(ctx, found.product_id, found.id)
        return toVariantResponse(ctx, request, await products.findVariant(ctx, found.id))
      }),
    )
}

/** Each full group of this many codes counts as one additional request. */
const codesPerRequest = 100

function codeRoute(app: FastifyInstance, handle: Handle): void {
  app.post<IdParams>('/variants/:id/codes', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members, isDryRun } = parseOperationBody(request, newCodesBody)
      const { codes, skip_duplicates = false, include_similar = false } = members
      await request.charge(Math.floor(codes.length / codesPerRequest))
      const options = {
        isDryRun,
        skipDuplicates: skip_duplicates,
        includeSimilar: include_similar,
      }
      const variant = await products.findVariant(ctx, request.params.id)
      if (variant === undefined) throw new ApiError('not_found')
      if (variant.content === null)
        throw new ApiError('not_allowed', { message: 'Only digital variants have codes.' })
      const result = await products.importCodes(ctx, variant.id, digital.fromList(codes), options)
      const view = {
        variant_id: variant.id,
        is_dry_run: isDryRun,
        imported: result.new_count,
        duplicates: result.duplicate_count + (include_similar ? 0 : result.similar_count),
        invalid: result.invalid_count,
        problems: [...result.invalid, ...result.duplicates, ...result.similar].map(
          ({ line, message }) => ({
            param: `codes.${line - 1}`,
            message: message.replace(/line (\d+)/, (_all, at: string) => `codes.${Number(at) - 1}`),
          }),
        ),
      }
      const body = request.version.renderResource('code_imports', JSON.stringify(view))
      return { status: isDryRun ? 200 : 201, body }
    }),
  )
}

async function toVariantResponse(
  ctx: TxContext,
  { version }: FastifyRequest,
  variant: products.ListedVariant | undefined,
): Promise<ApiResponse> {
  if (variant === undefined) throw new ApiError('not_found')
  const view = toVariantView(variant, await findWarehouses(ctx))
  return { status: 200, body: version.renderResource('variants', JSON.stringify(view)) }
}
