import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountNow } from '#accounts'
import {
  donationExportFilters,
  giftExportFilters,
  parcelExportFilters,
  parseFilters,
  stockExportFilters,
} from '#contract'
import * as gifting from '#gifting'
import { formatFile, formatRows } from '#platform/lib/csv'
import { createStopwatch } from '#platform/lib/request-cost'
import type { Database, TxContext } from '#platform/postgres/database'
import { retryWhileBusy } from '#platform/postgres/list-reads'
import { readFromReplica } from '#platform/postgres/replica-reads'
import * as products from '#products'
import { findWarehouses, toStockViews } from './catalogue-views.ts'
import {
  donationColumns,
  type ExportPage,
  parcelColumns,
  readDonations,
  readParcels,
  settledBefore,
  toPageQuery,
} from './export-pages.ts'
import { giftColumns, prepareUserExport, toGiftRow } from './gift-export.ts'
import { toVisibleViews } from './gift-views.ts'
import { handleRaw } from './kernel/handle.ts'

/** The additional requests that an export counts as. */
const exportWeight = 20

type ReadPage = (ctx: TxContext, after: string | undefined) => Promise<ExportPage>

/**
 * The operations that download data. They read the data page by page, as fast as the client receives it. Each
 * page has its own transaction.
 */
export const exportRoutes = [
  handleRaw('exportGiftRequests', async (request, reply, { db }) => {
    const { after, query } = splitCursor(request)
    const { user } = request.grant
    if (user !== undefined) {
      const { readPage, ...file } = await prepareUserExport(db, request.grant, user, query)
      const options = { ...file, name: 'gift-requests', format: 'csv' as const, after }
      return sendExport(db, request, reply, options, readPage)
    }
    const { format = 'csv', ...filter } = parseFilters(query, giftExportFilters)
    const options = { name: 'gift-requests', format, after, columns: giftColumns }
    const hasOfferings = format === 'jsonl'
    const readPage: ReadPage = (ctx, cursor) =>
      readGifts(ctx, request, filter, cursor, hasOfferings)
    return sendExport(db, request, reply, options, readPage)
  }),

  handleRaw('exportStockLevels', (request, reply, { db }) => {
    const { after, query } = splitCursor(request)
    const { format = 'csv' } = parseFilters(query, stockExportFilters)
    const options = { name: 'stock-levels', format, after, columns: stockColumns }
    return sendExport(db, request, reply, options, readStock)
  }),

  handleRaw('exportParcels', (request, reply, { db }) => {
    const { after, query } = splitCursor(request)
    const { format = 'csv', ...filter } = parseFilters(query, parcelExportFilters)
    const options = { name: 'parcels', format, after, columns: parcelColumns }
    const readPage: ReadPage = (ctx, cursor) => readParcels(ctx, filter, cursor)
    return sendExport(db, request, reply, options, readPage)
  }),

  handleRaw('exportDonations', (request, reply, { db }) => {
    const { after, query } = splitCursor(request)
    const { format = 'csv', ...filter } = parseFilters(query, donationExportFilters)
    const options = { name: 'donations', format, after, columns: donationColumns }
    const readPage: ReadPage = (ctx, cursor) => readDonations(ctx, filter, cursor)
    return sendExport(db, request, reply, options, readPage)
  }),
]

/**
 * The maximum number of rows on a page with offerings. Usually the size in bytes ends the page, so more rows
 * would be read without use.
 */
const maxRowsWithOfferings = 100

async function readGifts(
  ctx: TxContext,
  request: FastifyRequest,
  { created_before, ...filter }: Parameters<typeof gifting.list>[1],
  after: string | undefined,
  hasOfferings: boolean,
): Promise<ExportPage> {
  const bounded = { ...filter, created_before: settledBefore(ctx, created_before) }
  const page = toPageQuery(after, hasOfferings ? maxRowsWithOfferings : undefined)
  const { data, has_more } = await gifting.list(ctx, bounded, page, { hasOfferings })
  const views = toVisibleViews(ctx, request, data)
  return {
    rows: () => views.map((view) => toGiftRow(giftColumns, { view })),
    lines: () => views.map((view) => request.version.renderGiftRequest(view)),
    next: has_more ? data.at(-1)?.id : undefined,
  }
}

const readStock: ReadPage = async (ctx, after) => {
  const warehouses = await findWarehouses(ctx)
  const { data, has_more } = await products.listVariants(ctx, {}, toPageQuery(after))
  const levels = data.flatMap((variant) =>
    toStockViews(variant, warehouses).map((level) => ({
      variant_id: variant.id,
      sku: variant.sku,
      ...level,
    })),
  )
  return {
    rows: () =>
      levels.map(({ variant_id, sku, warehouse, available, reserved }) => [
        ...[variant_id, sku, warehouse.id, warehouse.name],
        ...[available, reserved],
      ]),
    lines: () => levels.map((level) => JSON.stringify(level)),
    next: has_more ? data.at(-1)?.id : undefined,
  }
}

function splitCursor({ query }: FastifyRequest) {
  const { after, ...rest } = query as { after?: unknown }
  return { after: after === undefined ? undefined : String(after), query: rest }
}

interface ExportOptions {
  name: string
  format: 'csv' | 'jsonl'
  after: string | undefined
  columns: readonly string[]
  /** The number of rows, for the progress in the web app. */
  count?: number | undefined
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' }

/**
 * Sends an export. It reads the first page before it sends the headers, so that an invalid request gets an
 * error.
 */
async function sendExport(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format, after, columns, count }: ExportOptions,
  readPage: ReadPage,
): Promise<FastifyReply> {
  const { account_id, user } = request.grant
  if (user === undefined) await request.charge(exportWeight) // The download of a user was already charged.
  // All pages use the same time, so that the export ends even if new rows arrive.
  const now = accountNow(db, request.grant)
  async function read(cursor: string | undefined): Promise<RenderedPage> {
    const stopwatch = createStopwatch()
    const page = await readFromReplica(
      db,
      account_id,
      stopwatch.measure(async (ctx) => renderExportPage(await readPage(ctx, cursor), format)),
      now,
    )
    const cost = { bytes: Buffer.byteLength(page.text), ms: stopwatch.ms() }
    return { ...page, pauseSeconds: await request.chargeCost(cost) }
  }
  const first = await read(after)
  const formatHeader = user === undefined ? formatRows : formatFile
  const header = format === 'csv' && after === undefined ? formatHeader([columns]) : ''
  if (count !== undefined) reply.header('bestow-row-count', count)
  reply.headers({
    'content-type': mediaTypes[format],
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${name}.${format}"`,
  })
  return reply.send(Readable.from(streamPages(header, first, read)))
}

interface RenderedPage {
  text: string
  next: string | undefined
  /**
   * The seconds to wait before the next page is read. The value is above 0 if the caller is above the rate
   * limit.
   */
  pauseSeconds: number
}

const renderExportPage = ({ rows, lines, next }: ExportPage, format: ExportOptions['format']) => ({
  text:
    format === 'csv'
      ? formatRows(rows())
      : lines()
          .map((line) => `${line}\n`)
          .join(''),
  next,
})

/**
 * Yields pages, and waits between them to respect the rate limit of the caller. A download cannot be refused
 * after its first page.
 */
async function* streamPages(
  header: string,
  first: RenderedPage,
  read: (cursor: string) => Promise<RenderedPage>,
): AsyncGenerator<string> {
  yield header
  for (let page = first; ; ) {
    const { text, next, pauseSeconds } = page
    yield text
    if (next === undefined) return
    await sleep(pauseSeconds * 1000)
    page = await retryWhileBusy(() => read(next))
  }
}

const stockColumns = ['variant_id', 'sku', 'warehouse_id', 'warehouse', 'available', 'reserved']
