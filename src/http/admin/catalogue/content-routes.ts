import { recordEntry } from '#audit'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as digital from '#digital'
import * as products from '#products'
import { handle } from '../lib/handle.ts'
import { JsonResponse, type TxRouteContext } from '../lib/route.ts'
import * as contract from './content-contract.ts'

/** What digital variants contain: settings, codes and files. */
export const contentRoutes = [
  handle(contract.changeContent, async (context) => {
    const { ctx, params, body } = context
    await digital.saveSettings(ctx, params.id, body)
    const details = { low_stock_threshold: body.low_stock_threshold }
    await auditVariant(context, 'variant.change_content', details)
  }),

  handle(contract.importCodes, async ({ ctx, actor, params, body }) => {
    const result = await products.importCodes(ctx, actor, params.id, body.text, {
      isDryRun: body.dry_run === true,
      skipDuplicates: body.skip_duplicates === true,
    })
    return result.is_dry_run ? result : new JsonResponse(201, result)
  }),

  handle(contract.listCodes, ({ ctx, params, query: { filter, page } }) =>
    digital.listCodes(ctx, params.id, { ...filter, after: page.after, limit: page.limit }),
  ),

  handle(contract.revokeCode, async (context) => {
    const { ctx, params, body } = context
    const code = await digital.revokeFreeCode(ctx, params.id, params.code, body.reason)
    const details = { last_four: code.last_four, reason: body.reason }
    await auditVariant(context, 'variant.revoke_code', details)
  }),

  handle(contract.uploadFile, async (context) => {
    const { ctx, params, query: fileName, request } = context
    if (!Buffer.isBuffer(request.body)) throw notAFile
    const file = await digital.saveFile(ctx, params.id, fileName, request.body)
    const { name, content_type, size, created_at } = file
    await auditVariant(context, 'variant.upload_file', { size })
    return { name, content_type, size, created_at }
  }),
]

const notAFile = new ApiError('invalid', {
  fieldErrors: [
    {
      code: 'invalid',
      param: 'file',
      message: 'must be sent as the body, with the content type application/octet-stream',
    },
  ],
})

async function auditVariant(
  {
    ctx,
    actor,
    params: { id },
  }: Pick<TxRouteContext<unknown>, 'ctx' | 'actor'> & { params: { id: string } },
  action: 'variant.change_content' | 'variant.revoke_code' | 'variant.upload_file',
  details: Record<string, unknown>,
): Promise<void> {
  const name = (await catalogue.variantsById(ctx, [id])).get(id)?.sku ?? ''
  recordEntry(ctx, { actor, action, subject: { kind: 'variant', id, name }, details })
}
