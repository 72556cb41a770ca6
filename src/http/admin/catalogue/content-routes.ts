import { recordEntry } from '#audit'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as digital from '#digital'
import { toFileError } from '#platform/tables/file-error'
import * as products from '#products'
import { handle, handlePrepared } from '../lib/handle.ts'
import { readImportFile } from '../lib/import-file.ts'
import type { Body } from '../lib/operation.ts'
import { JsonResponse, type SessionContext, type TxRouteContext } from '../lib/route.ts'
import * as contract from './content-contract.ts'

/** The routes of the codes and files of digital variants. */
export const contentRoutes = [
  handlePrepared(contract.importCodes, readCodes, async (context) => {
    const { ctx, params, body, prepared: rows } = context
    const result = await products.importCodes(ctx, params.id, digital.fromRows(rows), {
      isDryRun: body.dry_run === true,
      skipDuplicates: body.skip_duplicates === true,
      includeSimilar: body.include_similar === true,
    })
    return result.is_dry_run ? result : new JsonResponse(201, result)
  }),

  handle(contract.listCodeImports, async ({ ctx, params }) => ({
    data: await digital.listImports(ctx, params.id),
  })),

  handle(contract.revokeCodeImport, async (context) => {
    const { ctx, params, body } = context
    const counts = await digital.revokeImport(ctx, params.id, params.import, body.reason)
    const details = { ...counts, reason: body.reason }
    if (counts.revoked > 0) await auditVariant(context, 'variant.revoke_import', details)
    return counts
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

type CodesContext = Pick<SessionContext<unknown>, 'tables' | 'member'> & {
  body: Body<typeof contract.importCodes>
}

/** Reads the codes before the transaction. The work runs outside of the event loop. */
async function readCodes({ tables, member, body }: CodesContext) {
  const file = readImportFile(body.text, body, 'text')
  const format = body.format as digital.CodeFormat | undefined
  try {
    const table = await tables.read(member.account_id, file, digital.getCodeReadOptions(format))
    return digital.toCodeRows(table, format)
  } catch (error) {
    throw toFileError(error, 'text')
  }
}

async function auditVariant(
  { ctx, params: { id } }: Pick<TxRouteContext<unknown>, 'ctx'> & { params: { id: string } },
  action: 'variant.revoke_code' | 'variant.revoke_import' | 'variant.upload_file',
  details: Record<string, unknown>,
): Promise<void> {
  const name = (await catalogue.variantsById(ctx, [id])).get(id)?.sku ?? ''
  recordEntry(ctx, { action, subject: { kind: 'variant', id, name }, details })
}
