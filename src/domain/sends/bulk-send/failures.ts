import type { TxContext } from '#platform/postgres/database'
import type { BulkSendFailure } from './bulk-send-tables.ts'
import * as rowStore from './row-store.ts'
import type { BulkSendInput } from './send-rows.ts'

export const failureTable: rowStore.RowTable<Record<string, string>> = {
  name: 'gifting.bulk_send_failure',
  hasErrors: true,
  parse: JSON.parse,
}

/** Days until the failed rows of a bulk send are deleted. */
const retentionDays = 30
const dayMs = 24 * 60 * 60 * 1000

const maxFailures = 10_000
/** A longer cell is cut: no field of a gift request is longer, except its message. */
const maxCellLength = 500
const maxErrors = 20

interface FailedRow {
  row: BulkSendInput
  problems: BulkSendFailure['errors']
}

/** Saves rows that became no gift. A row without a line, or beyond 10,000 rows, is not saved. */
export async function saveFailures(
  ctx: TxContext,
  bulk_send_id: string,
  failed: readonly FailedRow[],
): Promise<void> {
  const free = maxFailures - (await rowStore.count(ctx, failureTable, bulk_send_id))
  const byLine = new Map(
    failed.flatMap((each) => (each.row.line === undefined ? [] : [[each.row.line, each] as const])),
  )
  const rows = [...byLine].slice(0, Math.max(0, free)).map(([line, { row, problems }]) => ({
    ...{ line, email: row.recipient.email, content: toCells(row) },
    errors: problems
      .slice(0, maxErrors)
      .map(({ code, param, message }) => ({ code, param, message })),
  }))
  if (rows.length > 0) rowStore.save(ctx, failureTable, bulk_send_id, rows)
}

/** Returns the texts of a row by the name of its field. */
export function toCells({
  recipient,
  shipping_address,
  phone,
  item,
  fields,
}: BulkSendInput): Record<string, string> {
  const { name: _, ...address } = shipping_address ?? { name: '' }
  const members = { ...recipient, ...address, phone, item }
  const cells = Object.fromEntries(
    Object.entries(members).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text.slice(0, maxCellLength)]] : [],
    ),
  )
  return { ...fields, ...cells }
}

/** Returns the failures of a bulk send, in the order of their lines. */
export const listFailures = async (
  ctx: TxContext,
  bulk_send_id: string,
  page: { limit: number },
): Promise<BulkSendFailure[]> =>
  (await rowStore.list(ctx, failureTable, bulk_send_id, page)).map(({ line, errors, content }) => ({
    ...{ line, errors, cells: content },
  }))

/** Deletes a batch of failed rows after 30 days, in all accounts. Returns how many. */
export const purgeFailures = (ctx: TxContext): Promise<number> =>
  rowStore.deleteBefore(ctx, failureTable, new Date(ctx.real_now.getTime() - retentionDays * dayMs))
