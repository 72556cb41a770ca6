import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, TxContext } from '#platform/postgres/database'
import { retryWhileBusy } from '#platform/postgres/list-reads'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { HANDLED } from './route.ts'

interface CsvPages<Cursor> {
  db: Database
  account_id: string
  /** The time that all pages use. By default, each page uses its own present time. */
  now?: Date
  /** The first line of the file, including its line break. */
  header: string
  /** Returns a page as CSV, and the cursor of the next page. After the last page, the cursor is undefined. */
  readPage: (
    ctx: TxContext,
    after: Cursor | undefined,
  ) => Promise<{ csv: string; next: Cursor | undefined }>
}

/**
 * Yields a CSV file in chunks. Each page has its own transaction, so that a slow download does not need a
 * long transaction.
 */
export async function* streamCsv<Cursor>({
  db,
  account_id,
  now,
  header,
  readPage,
}: CsvPages<Cursor>): AsyncGenerator<string> {
  yield header
  for (let after: Cursor | undefined; ; ) {
    const read = () => readFromReplica(db, account_id, (ctx) => readPage(ctx, after), now)
    const { csv, next } = await (after === undefined ? read() : retryWhileBusy(read))
    if (csv !== '') yield csv
    if (next === undefined) return
    after = next
  }
}

/** Sends a CSV file as a download. `name` is the file name without an extension. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  content: string | AsyncIterable<string>,
): Promise<typeof HANDLED> {
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
  const { request } = reply
  if (typeof content === 'string') await request.chargeCost({ bytes: Buffer.byteLength(content) })
  await reply.send(
    typeof content === 'string' ? content : Readable.from(slowDown(request, content)),
  )
  return HANDLED
}

/**
 * Yields chunks, and waits between them to respect the rate limit of the user. A download cannot be refused
 * after its first page.
 */
async function* slowDown(
  { chargeCost }: FastifyRequest,
  chunks: AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    yield chunk
    await sleep((await chargeCost({ bytes: Buffer.byteLength(chunk) })) * 1000)
  }
}
