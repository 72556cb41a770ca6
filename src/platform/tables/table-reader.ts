import { workerModule } from '../lib/project-files.ts'
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
   * Reads a table. Rejects with `TableError` for a file that cannot be read. Rejects with `too_many_requests`
   * if the account already has several files in the thread.
   */
  read(account_id: string, content: Uint8Array | string, options: ReadOptions): Promise<Table>
  close(): Promise<void>
}

export function createTableReader(): TableReader {
  const thread = createWorkerThread<TableRequest, TableReply>({
    module: workerModule('src/platform/tables/table-worker.ts'),
    work: 'reading a file',
    // the largest workbook takes about three seconds on one slow core
    timeoutMs: 30_000,
    maxMemoryMb: 768,
    busyMessage: 'Other files are being read. Retry in a few seconds.',
  })
  return {
    async read(account_id, content, options) {
      const reply = await thread.run(account_id, { content, options })
      if ('table' in reply) return reply.table
      throw new TableError(reply.error.code, reply.error)
    },
    close: () => thread.close(),
  }
}
