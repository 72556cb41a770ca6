import * as accounts from '#accounts'
import { recordGiftChange } from '#audit'
import * as fulfilment from '#fulfilment'
import { inTransaction, isRetryable, readTransaction } from '#platform/postgres/database'
import { toFileError } from '#platform/tables/file-error'
import { handleWithoutTx } from '../lib/handle.ts'
import { readImportFile } from '../lib/import-file.ts'
import type { SessionContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/**
 * The routes that import tracking numbers from a file. First the whole file is checked without changes. Then
 * its rows are imported in parts.
 */
export const trackingImportRoutes = [
  handleWithoutTx(contract.checkTracking, async ({ db, member, tables, body }) => {
    const { csv, content, format, ...options } = body
    const file = readImportFile(csv, { content }, 'csv')
    const columns = format as fulfilment.TrackingFormat | undefined
    const rows = await tables
      .read(member.account_id, file, fulfilment.getTrackingReadOptions(columns))
      .then((table) => fulfilment.toImportRows(table, columns))
      .catch((error: unknown) => {
        throw toFileError(error, 'csv')
      })
    const results = await readTransaction(
      db,
      member.account_id,
      (ctx) => fulfilment.checkTrackingRows(ctx, rows, options),
      accounts.accountNow(db, member),
    )
    return { rows: rows.map((row, index) => ({ ...row, ...toReply(results[index]) })) }
  }),

  handleWithoutTx(contract.importTracking, async (context) => {
    const rows = []
    for (const row of context.body.rows) rows.push(toReply(await importRow(context, row)))
    return { rows }
  }),
]

const toReply = (result: fulfilment.ImportResult | undefined) => {
  if (result === undefined) throw new Error('a row has no result')
  const { line, status, errors, warnings } = result
  return { line, status, errors, warnings }
}

const maxAttempts = 3

/**
 * Imports a row in its own transaction. If another transaction causes a conflict, the function tries again.
 */
async function importRow(
  context: Pick<SessionContext<fulfilment.ImportOptions>, 'db' | 'member' | 'actor' | 'body'>,
  row: fulfilment.ImportRow,
): Promise<fulfilment.ImportResult> {
  const { db, member, actor, body } = context
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(
        db,
        member.account_id,
        async (ctx) => {
          const result = await fulfilment.importTrackingRow(ctx, row, body)
          if (result.gift !== undefined && result.change !== undefined)
            recordGiftChange(ctx, 'gift_request.import_tracking', result.gift, {
              parcel: result.change.parcel.number,
              state: result.change.state ?? null,
            })
          return result
        },
        accounts.accountNow(db, member),
        actor,
      )
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
    }
  }
}
