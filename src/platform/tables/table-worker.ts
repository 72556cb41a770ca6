import { answerRequests } from '#platform/lib/answer-requests'
import { readTable } from './read-table.ts'
import { TableError } from './table.ts'
import type { TableReply, TableRequest } from './table-reader.ts'

/* The entry point of the worker thread, which reads one table after another. */

answerRequests(({ content, options }: TableRequest): TableReply => {
  try {
    return { table: readTable(content, options) }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    const { code, line, max } = error
    return { error: { code, line, max } }
  }
})
