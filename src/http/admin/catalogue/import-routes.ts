import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type * as accounts from '#accounts'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as digital from '#digital'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { HANDLED, JsonResponse, route, routeWithoutTx, type TxRouteContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { productRules, shippingDetails } from './product-schemas.ts'

/** The file as base64. */
const content = Type.String({ maxLength: Math.ceil(catalogue.importLimits.maxBytes / 3) * 4 + 4 })

/** The catalogue at scale: import, export, changes of many products, and pictures of other servers. */
export const catalogueImportRoutes = [
  route(
    'POST',
    '/catalogue/import/check',
    {
      requiredRole: 'admin',
      summary: 'check a CSV file and list the changes of its import',
      body: Type.Object({ content }, strict),
      bodySize: 'file',
    },
    async ({ ctx, body }) =>
      toReport(await campaigns.checkCatalogueImport(ctx, Buffer.from(body.content, 'base64'))),
  ),

  route(
    'POST',
    '/catalogue/import',
    {
      requiredRole: 'admin',
      summary: 'import a CSV file: products, variants and stock',
      body: Type.Object({ content, digest: Type.Optional(boundedText(64)) }, strict),
      bodySize: 'file',
    },
    async (context) => {
      const { ctx, body } = context
      const file = Buffer.from(body.content, 'base64')
      const plan = await campaigns.importCatalogue(ctx, file, body.digest)
      rejectInvalidPlan(plan)
      await digital.saveDeliveries(ctx, 'digital', await listNewDigitalVariants(ctx, plan))
      if (plan.changes.length > 0) recordImport(context, plan)
      return toReport(plan)
    },
  ),

  routeWithoutTx(
    'GET',
    '/catalogue/export.csv',
    { requiredRole: 'sender', summary: 'download products, variants and stock' },
    async ({ db, member, reply }) => {
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="catalogue.csv"')
      await reply.send(Readable.from(streamCsv(db, member)))
      return HANDLED
    },
  ),

  routeWithoutTx(
    'POST',
    '/catalogue/images/load',
    {
      requiredRole: 'admin',
      summary: 'load an image from another server, once',
      body: Type.Object({ url: boundedText(500) }, strict),
    },
    async ({ db, member, allowPrivate, ports, body }) => {
      const options = { allowPrivate, ports }
      const path = await catalogue.loadPicture(db, member.account_id, body.url, options)
      return new JsonResponse(201, { url: `${db.deployment.origin}${path}` })
    },
  ),

  route(
    'POST',
    '/catalogue/products/bulk',
    {
      requiredRole: 'admin',
      summary: 'change, archive or restore several products: all or none',
      body: Type.Object(
        {
          ids: Type.Array(boundedText(64), { minItems: 1, maxItems: 100 }),
          change: Type.Object(
            {
              archived: Type.Optional(Type.Boolean()),
              description: Type.Optional(Type.String({ maxLength: 5_000 })),
              ...productRules,
              ...shippingDetails,
            },
            { ...strict, minProperties: 1 },
          ),
        },
        strict,
      ),
    },
    async (context) => {
      const { ids, change } = context.body
      const changed = await products.bulkUpdate(context.ctx, context.actor, ids, change)
      return { changed: changed.length }
    },
  ),
]

/** A digital variant that a file creates gives codes, as in the form. */
async function listNewDigitalVariants(ctx: TxContext, { newVariants }: catalogue.ImportPlan) {
  const ids = newVariants.map(({ id }) => id)
  const variants = await catalogue.variantsById(ctx, ids)
  return ids
    .filter((id) => variants.get(id)?.product.kind === 'digital')
    .map((id) => ({ id, is_new: true }))
}

async function* streamCsv(
  db: Database,
  { account_id }: accounts.SessionUser,
): AsyncGenerator<string> {
  yield `\ufeff${await readTransaction(db, account_id, catalogue.exportHeader)}`
  for (let after: catalogue.ExportCursor | undefined; ; ) {
    const cursor: catalogue.ExportCursor | undefined = after
    const { csv, next } = await readTransaction(db, account_id, (ctx) =>
      catalogue.exportPage(ctx, cursor),
    )
    yield csv
    if (next === undefined) return
    after = next
  }
}

const maxReported = { errors: 200, changes: 100, pictures: 500 }

/** The report of a plan: counts of everything, and the first entries of each list. */
function toReport({ rows, products, variants, changes, errors, ...plan }: catalogue.ImportPlan) {
  return {
    rows,
    products,
    variants,
    stock_changed: plan.stock.length,
    error_count: errors.length,
    errors: errors.slice(0, maxReported.errors),
    change_count: changes.length,
    changes: changes.slice(0, maxReported.changes).map((change) => ({
      ...change,
      columns: change.columns.map(({ column, from, to }) => ({
        column,
        from: catalogue.truncate(from),
        to: catalogue.truncate(to),
      })),
    })),
    missing_picture_count: plan.missing_pictures.length,
    missing_pictures: plan.missing_pictures.slice(0, maxReported.pictures),
    digest: plan.digest,
  }
}

/** Rejects a file with errors, or with pictures that are not loaded. Nothing was written. */
function rejectInvalidPlan({ errors, missing_pictures }: catalogue.ImportPlan): void {
  const messages = [
    ...errors.map(({ line, column, message }) =>
      [line === null ? undefined : `line ${line}`, column, message]
        .filter((part) => part !== undefined && part !== null)
        .join(': '),
    ),
    ...missing_pictures.map((url) => `the picture ${url} is not loaded yet`),
  ]
  if (messages.length === 0) return
  throw new ApiError('invalid', {
    fieldErrors: messages
      .slice(0, maxReported.errors)
      .map((message) => ({ code: 'invalid', param: 'content', message })),
  })
}

function recordImport(
  { ctx, actor, member }: TxRouteContext<unknown>,
  { rows, products, variants, stock }: catalogue.ImportPlan,
): void {
  const { account_id: id, account_name: name } = member
  recordEntry(ctx, {
    actor,
    action: 'catalogue.import',
    subject: { kind: 'account', id, name },
    details: {
      rows,
      products_created: products.created,
      products_changed: products.changed,
      variants_created: variants.created,
      variants_changed: variants.changed,
      stock_levels_changed: stock.length,
    },
  })
}
