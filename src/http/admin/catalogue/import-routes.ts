import type * as accounts from '#accounts'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as digital from '#digital'
import { byteOrderMark } from '#platform/lib/csv'
import type { Database, TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { sendCsv, streamCsv } from '../lib/csv.ts'
import { handlePrepared, handleWithoutTx } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import type { SessionContext, TxRouteContext } from '../lib/route.ts'
import * as contract from './import-contract.ts'

/** The routes that import the catalogue from a file and export it to a file. */
export const catalogueImportRoutes = [
  handlePrepared(contract.checkCatalogueImport, readFile, async ({ ctx, prepared: file }) =>
    toReport(await campaigns.checkCatalogueImport(ctx, file)),
  ),

  handlePrepared(contract.importCatalogue, readFile, async (context) => {
    const { ctx, body, prepared: file } = context
    const plan = await campaigns.importCatalogue(ctx, file, body.digest)
    rejectInvalidPlan(plan)
    await digital.saveDeliveries(ctx, 'digital', await listNewDigitalVariants(ctx, plan))
    if (plan.changes.length > 0) recordImport(context, plan)
    return toReport(plan)
  }),

  handleWithoutTx(contract.exportCatalogue, ({ db, member, reply }) =>
    sendCsv(reply, 'catalogue', streamCatalogue(db, member)),
  ),
]

/** Reads the file before the transaction. The work runs outside the event loop. */
async function readFile({ tables, member, body }: FileContext): Promise<catalogue.CsvFile> {
  const content = Buffer.from(body.content, 'base64')
  const format = body.format as catalogue.ImportFormat | undefined
  const options = catalogue.getReadOptions(format)
  try {
    return catalogue.toCsvFile(await tables.read(member.account_id, content, options), format)
  } catch (error) {
    return catalogue.toInvalidFile(error)
  }
}

type FileContext = Pick<SessionContext<unknown>, 'tables' | 'member'> & {
  body: Body<typeof contract.checkCatalogueImport>
}

/**
 * Lists the digital variants that an import creates. At first these variants give codes, like new variants in
 * the product form.
 */
async function listNewDigitalVariants(ctx: TxContext, { newVariants }: catalogue.ImportPlan) {
  const ids = newVariants.map(({ id }) => id)
  const variants = await catalogue.variantsById(ctx, ids)
  return ids
    .filter((id) => variants.get(id)?.product.kind === 'digital')
    .map((id) => ({ id, is_new: true }))
}

async function* streamCatalogue(
  db: Database,
  { account_id }: accounts.SessionUser,
): AsyncGenerator<string> {
  const header = byteOrderMark + (await readFromReplica(db, account_id, catalogue.exportHeader))
  yield* streamCsv({ db, account_id, header, readPage: catalogue.exportPage })
}

const maxReported = { errors: 200, changes: 100, pictures: 500 }

/**
 * Converts the plan of an import to a report. The report counts everything, and has the first entries of each
 * list.
 */
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

/** Rejects a file that has errors or pictures that are not loaded. At this time, nothing has been written. */
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
  { ctx, member }: Pick<TxRouteContext<unknown>, 'ctx' | 'member'>,
  { rows, products, variants, stock }: catalogue.ImportPlan,
): void {
  const { account_id: id, account_name: name } = member
  recordEntry(ctx, {
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
