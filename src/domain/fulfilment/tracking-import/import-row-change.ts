import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { recordScan, saveTracking } from '../parcels/manual-tracking.ts'
import { type CheckedRow, checkRows, type RowChange } from './check-rows.ts'
import type { ImportOptions, ImportRow } from './import-row.ts'

/** The result of a row, with its gift request for the audit log when the row has changed it. */
export interface ImportedRow extends CheckedRow {
  gift?: gifting.Gift
}

/**
 * Imports one row; a repeated call changes nothing. Call it in a transaction of its own, so that a rejected row leaves
 * the others as they are.
 */
export async function importRow(
  ctx: TxContext,
  row: ImportRow,
  options: ImportOptions,
): Promise<ImportedRow> {
  const [found] = await checkRows(ctx, [row], options)
  if (found?.change === undefined)
    return found ?? { line: row.line, status: 'unchanged', errors: [], warnings: [] }
  const { gift_request_id } = found.change.parcel
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  // The parcel could have changed before the lock.
  const [checked] = await checkRows(ctx, [row], options)
  if (checked?.change === undefined || gift === undefined) return checked ?? found
  await applyChange(ctx, checked.change)
  return { ...checked, gift }
}

async function applyChange(
  ctx: TxContext,
  { parcel, tracking, state, occurred_at, message_id }: RowChange,
): Promise<void> {
  if (tracking !== undefined) await saveTracking(ctx, parcel, tracking)
  if (state === undefined) return
  const scan = { state, message_id, ...(occurred_at !== undefined && { occurred_at }) }
  await recordScan(ctx, parcel.id, scan)
}
