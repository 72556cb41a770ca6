import type { Command } from '@commander-js/extra-typings'
import { ApiError } from '#contract'
import {
  type Cursor,
  countWithOldKey,
  type EncryptedColumn,
  reencryptBatch,
} from '#platform/jobs/reencrypt'
import { isRetryable, type TxContext } from '#platform/postgres/database'
import { encryptedColumns } from '../encrypted-columns.ts'
import { formatTable, printResult } from './output.ts'
import { type Service, type Session, withService } from './session.ts'

interface Line {
  column: string
  /** The number of table rows that were read. */
  rows: number
  resealed: number
  /** The number of values that are still encrypted with another key. */
  left: number
}

/**
 * Creates the command that re-encrypts all secrets with the first key. An operator can interrupt it and run
 * it again at any time.
 */
export const reencrypt = (command: Command, session: Session) =>
  command.action(() =>
    withService(session, async (service) => {
      const data: Line[] = []
      for (const column of encryptedColumns) {
        const line = await reencryptColumn(service, column, session)
        data.push({ ...line, left: await countLeft(service, column) })
      }
      const left = data.reduce((sum, each) => sum + each.left, 0)
      const [key] = service.db.deployment.cipher.keyIds
      const rows = data.map((each) => [each.column, each.rows, each.resealed, each.left])
      printResult(session, { key, columns: data, left }, () =>
        formatTable(['COLUMN', 'ROWS', 'RE-ENCRYPTED', 'LEFT'], rows, ''),
      )
      if (left > 0) throw new ApiError('unavailable', { message: remainingMessage(left) })
    }),
  )

const remainingMessage = (left: number) =>
  `${left} values are not encrypted with the first key. Either a process still uses the older key (restart all processes), or a key is missing in BESTOW_SECRET_KEY. Then run this command again.`

async function reencryptColumn(
  { asOperator }: Service,
  column: EncryptedColumn,
  { err, isJson }: Session,
) {
  const line = { column: `${column.table}.${column.column}`, rows: 0, resealed: 0 }
  let after: Cursor | undefined
  do {
    const done = await withRetries(() =>
      asOperator((ctx) => reencryptBatch(ctx, column, { after })),
    )
    line.rows += done.scanned
    line.resealed += done.reencrypted
    if (!isJson && done.reencrypted > 0)
      err(`${line.column}: ${line.resealed} of ${line.rows} rows`)
    after = done.next
  } while (after !== undefined)
  return line
}

export async function countLeft(
  { asOperator }: { asOperator<T>(verb: (ctx: TxContext) => Promise<T>): Promise<T> },
  column: EncryptedColumn,
): Promise<number> {
  let left = 0
  let after: Cursor | undefined
  do {
    const batch = await asOperator((ctx) => countWithOldKey(ctx, column, { after }))
    left += batch.count
    after = batch.next
  } while (after !== undefined)
  return left
}

/** Runs a batch, and retries it after a conflict with the service, because the service has precedence. */
async function withRetries<T>(batch: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await batch()
  } catch (error) {
    if (attempts <= 1 || !isRetryable(error)) throw error
    return withRetries(batch, attempts - 1)
  }
}
