import { Type } from 'typebox'
import { recordEntry } from '#audit'
import * as catalogue from '#catalogue'
import { ApiError, parseListQuery } from '#contract'
import * as digital from '#digital'
import * as products from '#products'
import { anyText, oneOf } from '../lib/filters.ts'
import { JsonResponse, route, type TxRouteContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const Settings = Type.Object(
  {
    instructions: Type.String({ maxLength: 2_000 }),
    low_stock_threshold: Type.Integer({ minimum: 0, maximum: 100_000 }),
  },
  strict,
)
const Import = Type.Object(
  {
    text: Type.String({ maxLength: digital.importLimits.maxBytes }),
    dry_run: Type.Optional(Type.Boolean()),
    skip_duplicates: Type.Optional(Type.Boolean()),
  },
  strict,
)
const codeFilters = { state: oneOf('free', 'given', 'revoked'), last_four: anyText }

/** What digital variants contain: settings, codes and files. */
export const contentRoutes = [
  route(
    'PUT',
    '/catalogue/variants/:id/content',
    {
      requiredRole: 'admin',
      summary: 'change the instructions and the low-stock level',
      body: Settings,
    },
    async (context) => {
      const { ctx, params, body } = context
      await digital.saveSettings(ctx, params.id ?? '', body)
      const details = { low_stock_threshold: body.low_stock_threshold }
      await auditVariant(context, 'variant.change_content', details)
    },
  ),

  route(
    'POST',
    '/catalogue/variants/:id/codes/import',
    {
      requiredRole: 'admin',
      summary: 'import codes from CSV or lines, or check them',
      body: Import,
      bodySize: 'import',
    },
    async (context) => {
      const { ctx, actor, params, body } = context
      const result = await products.importCodes(ctx, actor, params.id ?? '', body.text, {
        isDryRun: body.dry_run === true,
        skipDuplicates: body.skip_duplicates === true,
      })
      return result.is_dry_run ? result : new JsonResponse(201, result)
    },
  ),

  route(
    'GET',
    '/catalogue/variants/:id/codes',
    { requiredRole: 'admin', summary: 'list the codes of a variant, with their last characters' },
    async ({ ctx, params, query }) => {
      const { page, filter } = parseListQuery(query, codeFilters, 50)
      return digital.listCodes(ctx, params.id ?? '', {
        ...filter,
        after: page.after,
        limit: page.limit,
      })
    },
  ),

  route(
    'POST',
    '/catalogue/variants/:id/codes/:code/revoke',
    {
      requiredRole: 'admin',
      summary: 'revoke a code that no gift has',
      body: Type.Object({ reason: boundedText(500) }, strict),
    },
    async (context) => {
      const { ctx, params, body } = context
      const code = await digital.revokeFreeCode(
        ctx,
        params.id ?? '',
        params.code ?? '',
        body.reason,
      )
      const details = { last_four: code.last_four, reason: body.reason }
      await auditVariant(context, 'variant.revoke_code', details)
    },
  ),

  route(
    'PUT',
    '/catalogue/variants/:id/file',
    {
      requiredRole: 'admin',
      summary: 'upload the file of a variant; the body is the file, `name` its name',
      bodySize: 'binary',
    },
    async (context) => {
      const { ctx, params, query, request } = context
      if (!Buffer.isBuffer(request.body)) throw notAFile
      const { name } = (query ?? {}) as { name?: unknown }
      const fileName = typeof name === 'string' ? name.slice(0, 255) : ''
      const file = await digital.saveFile(ctx, params.id ?? '', fileName, request.body)
      const { content_type, size, created_at } = file
      await auditVariant(context, 'variant.upload_file', { size })
      return { name: file.name, content_type, size, created_at }
    },
  ),
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
  { ctx, actor, params }: TxRouteContext<unknown>,
  action: 'variant.change_content' | 'variant.revoke_code' | 'variant.upload_file',
  details: Record<string, unknown>,
): Promise<void> {
  const id = params.id ?? ''
  const name = (await catalogue.variantsById(ctx, [id])).get(id)?.sku ?? ''
  recordEntry(ctx, { actor, action, subject: { kind: 'variant', id, name }, details })
}
