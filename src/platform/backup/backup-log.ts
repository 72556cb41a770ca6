import { newId } from '../lib/ids.ts'
import type { TxContext } from '../postgres/database.ts'
import type { Manifest } from './manifest.ts'

/**
 * Records a finished backup, so that operators see the age of the last backup. Requires
 * a transaction for ALL_ACCOUNTS.
 */
export function recordBackup(ctx: TxContext, { created_at, tables }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  ctx.enqueue('insert into platform.backup (id, created_at, row_count) values ($1, $2, $3)', [
    newId(ctx.real_now),
    new Date(created_at),
    rows,
  ])
}

/**
 * Finds the time of the newest backup that the command line made. Requires a transaction for ALL_ACCOUNTS.
 */
export const findLastBackup = (ctx: TxContext): Promise<Date | undefined> =>
  ctx.queryValue<Date>('select max(created_at) as created_at from platform.backup')
