import { ApiError, orNotFound } from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import {
  findWarehouses,
  toContentInput,
  toVariantForm,
  toVariantView,
  withWireNames,
} from './catalogue-views.ts'
import { handle } from './kernel/handle.ts'

/** The size of a group of codes. Each full group counts as one additional request. */
const codesPerRequest = 100

/** The operations on variants, and on the codes of digital variants. */
export const variantRoutes = [
  handle('listVariants', async ({ ctx, query: { filter, page } }) => {
    const { data, has_more } = await products.listVariants(ctx, filter, page)
    const warehouses = await findWarehouses(ctx)
    return { data: data.map((variant) => toVariantView(variant, warehouses)), has_more }
  }),

  handle('getVariant', async ({ ctx, params }) =>
    toView(ctx, await products.findVariant(ctx, params.id)),
  ),

  handle('createVariant', async ({ ctx, params, body }) => {
    const { sku, name, digital } = body
    const form = { images: [], ...toVariantForm(body), sku, name }
    const variant = await withWireNames(() =>
      products.addVariant(ctx, params.id, form, toContentInput(digital)),
    )
    return toView(ctx, variant)
  }),

  handle('updateVariant', async ({ ctx, params, body, assertUnchanged }) => {
    const warehouses = await findWarehouses(ctx)
    const check = (was: products.ListedVariant) =>
      assertUnchanged(() => toVariantView(was, warehouses))
    const content = toContentInput(body.digital)
    const variant = await withWireNames(() =>
      products.updateVariant(ctx, params.id, toVariantForm(body), { content, check }),
    )
    return toView(ctx, variant)
  }),

  handle('archiveVariant', ({ ctx, params }) => changeState(ctx, products.archive, params.id)),
  handle('restoreVariant', ({ ctx, params }) => changeState(ctx, products.restore, params.id)),

  handle('importCodes', async ({ ctx, request, params, body, isDryRun }) => {
    const { codes, skip_duplicates = false, include_similar = false } = body
    await request.charge(Math.floor(codes.length / codesPerRequest))
    const variant = orNotFound(await products.findVariant(ctx, params.id))
    if (variant.content === null)
      throw new ApiError('not_allowed', { message: 'Only digital variants have codes.' })
    const result = await products.importCodes(ctx, variant.id, digital.fromList(codes), {
      isDryRun,
      skipDuplicates: skip_duplicates,
      includeSimilar: include_similar,
    })
    return {
      variant_id: variant.id,
      is_dry_run: isDryRun,
      imported: result.new_count,
      duplicates: result.duplicate_count + (include_similar ? 0 : result.similar_count),
      invalid: result.invalid_count,
      problems: [...result.invalid, ...result.duplicates, ...result.similar].map(toProblem),
    }
  }),
]

/**
 * Converts a problem of a code for the response. It names the position of the code in the body instead of its
 * line.
 */
const toProblem = ({ line, message }: { line: number; message: string }) => ({
  param: `codes.${line - 1}`,
  message: message.replace(/line (\d+)/, (_all, at: string) => `codes.${Number(at) - 1}`),
})

async function changeState(ctx: TxContext, change: typeof products.archive, id: string) {
  const found = orNotFound(await products.findVariant(ctx, id))
  await change(ctx, found.product_id, found.id)
  return toView(ctx, await products.findVariant(ctx, found.id))
}

const toView = async (ctx: TxContext, variant: products.ListedVariant | undefined) =>
  toVariantView(orNotFound(variant), await findWarehouses(ctx))
