import type { TxContext } from '../postgres/database.ts'
import { type EncryptedColumn, fromTable } from './reencrypt.ts'

/** The result of trying the configured keys with values of one column. */
export interface ColumnKeyCheck {
  /** The name of the table and the column. */
  column: string
  checked: number
  /** The number of values that no configured key decrypts. */
  unreadable: number
}

/**
 * The number of rows at each end of a table whose values are tried. It is small, so
 * that every start can do the check.
 */
const maxRows = 50

/**
 * Tries the configured keys with values of every encrypted column, from the first and the last rows of its
 * table. Requires a transaction for ALL_ACCOUNTS.
 */
export async function checkKeys(
  ctx: TxContext,
  columns: readonly EncryptedColumn[],
): Promise<ColumnKeyCheck[]> {
  const checks: ColumnKeyCheck[] = []
  for (const column of columns) {
    const rows = await readSample(ctx, column)
    const unreadable = rows.filter(({ id, sealed }) => !isReadable(ctx, column, id, sealed)).length
    checks.push({ column: `${column.table}.${column.column}`, checked: rows.length, unreadable })
  }
  return checks
}

/**
 * Returns whether the keys belong to another database: there are encrypted values, and
 * the keys decrypt none of them.
 */
export const areForeignKeys = (checks: readonly ColumnKeyCheck[]): boolean => {
  const checked = checks.reduce((sum, each) => sum + each.checked, 0)
  return checked > 0 && checks.every((each) => each.unreadable === each.checked)
}

interface SampledValue {
  id: string
  sealed: Buffer
}

function readSample(ctx: TxContext, encrypted: EncryptedColumn) {
  const { column, batchSize = maxRows } = encrypted
  const limit = Math.min(maxRows, batchSize)
  const endSql = (order: string) =>
    `(select account_id, id, ${column} as sealed from ${fromTable(encrypted)} order by account_id ${order}, id ${order} limit $1)`
  return ctx.query<SampledValue>(
    `select id, sealed from (${endSql('asc')} union ${endSql('desc')}) s where sealed is not null`,
    [limit],
  )
}

function isReadable(ctx: TxContext, { context }: EncryptedColumn, id: string, sealed: Buffer) {
  try {
    ctx.deployment.cipher.decrypt(sealed, context(id))
    return true
  } catch {
    return false
  }
}
