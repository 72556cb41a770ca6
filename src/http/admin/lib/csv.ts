import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Database, TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { HANDLED } from './route.ts'

interface CsvPages<Cursor> {
  db: Database
  account_id: string
  /** The time of all pages. By default, each page has the present time. */
  now?: Date
  /** The first line, with its line break. */
  header: string
  /** Returns a page as CSV, and the cursor of the next page; undefined after the last one. */
  readPage: (
    ctx: TxContext,
    after: Cursor | undefined,
  ) => Promise<{ csv: string; next: Cursor | undefined }>
}

/** Yields a CSV file in chunks. Each page has its own transaction, so a slow download does not keep one open. */
export async function* streamCsv<Cursor>({
  db,
  account_id,
  now,
  header,
  readPage,
}: CsvPages<Cursor>): AsyncGenerator<string> {
  yield header
  for (let after: Cursor | undefined; ; ) {
    const { csv, next } = await readFromReplica(db, account_id, (ctx) => readPage(ctx, after), now)
    if (csv !== '') yield csv
    if (next === undefined) return
    after = next
  }
}

/** Sends a CSV file as a download. `name` has no extension. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  content: string | AsyncIterable<string>,
): Promise<typeof HANDLED> {
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
  await reply.send(typeof content === 'string' ? content : Readable.from(content))
  return HANDLED
}
