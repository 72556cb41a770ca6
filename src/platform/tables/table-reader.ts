import { ApiError } from '#contract'
import { createWorkerThread } from '../lib/worker-thread.ts'
import type { ReadOptions } from './read-table.ts'
import { type Table, TableError, type TableErrorCode } from './table.ts'

export interface TableRequest {
  content: Uint8Array | string
  options: ReadOptions
}

export type TableReply =
  | { table: Table }
  | { error: { code: TableErrorCode; line: number | null; max: string } }

/** Reads tables in a worker thread, so that no other request waits for a file. */
export interface TableReader {
  /**
   * Rejects with `TableError` for a file that cannot be read, and with `too_many_requests` when the account has several
   * files in the thread already.
   */
  read(account_id: string, content: Uint8Array | string, options: ReadOptions): Promise<Table>
  close(): Promise<void>
}

/** One account cannot occupy the thread. */
const maxPendingOfAccount = 3
const maxPending = 20

export function createTableReader(): TableReader {
  const thread = createWorkerThread<TableRequest, TableReply>({
    module: new URL('./table-worker.ts', import.meta.url),
    work: 'reading a file',
    // the largest workbook takes about three seconds on one slow core
    timeoutMs: 30_000,
    maxMemoryMb: 768,
  })
  const pendingByAccount = new Map<string, number>()
  return {
    async read(account_id, content, options) {
      const pending = pendingByAccount.get(account_id) ?? 0
      if (pending >= maxPendingOfAccount || thread.countPending() >= maxPending) throw tooMany()
      pendingByAccount.set(account_id, pending + 1)
      try {
        const reply = await thread.run({ content, options })
        if ('table' in reply) return reply.table
        throw new TableError(reply.error.code, reply.error)
      } finally {
        const left = (pendingByAccount.get(account_id) ?? 1) - 1
        if (left === 0) pendingByAccount.delete(account_id)
        else pendingByAccount.set(account_id, left)
      }
    },
    close: () => thread.close(),
  }
}

const tooMany = () =>
  new ApiError('too_many_requests', {
    message: 'Other files are being read. Retry in a few seconds.',
  })
