import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Paginated, ResourceType } from '#contract'
import type { Deployment } from '#platform/deployment'
import { maxPageBytes } from '#platform/postgres/page-budget'
import { appendAppMembers, appendMembers } from './app-members.ts'

/** Returns the URL of the next page, or null after the last page. */
export function nextPageUrl(
  { origin }: Deployment,
  { url }: FastifyRequest,
  lastId: string | undefined,
): string | null {
  if (lastId === undefined) return null
  const next = new URL(origin + url)
  next.searchParams.set('after', lastId)
  return next.href
}

/** A page of a list that signed-in users can sort. In a sorted list, the cursor is not an id. */
export interface SortedPage<Row> extends Paginated<Row> {
  /** The cursor of the next page. Null on the last page. */
  next_after?: string | null
}

/**
 * Renders a page of resources in the version of the request. If the texts exceed the maximum number of bytes,
 * the page ends early.
 */
export async function renderPage<Row extends { id: string }>(
  deployment: Deployment,
  request: FastifyRequest,
  type: ResourceType,
  { data, has_more, next_after }: SortedPage<Row>,
  render: (row: Row) => string = JSON.stringify,
): Promise<string> {
  const renderRow = (row: Row) => appendAppMembers(request, row, render(row))
  if (next_after !== undefined && request.grant.user !== undefined) {
    const texts = await renderRows(data, renderRow, Number.POSITIVE_INFINITY)
    const text = request.version.renderList(type, texts, { has_more, next: null })
    return appendMembers(text, { next_after })
  }
  const items = await renderRows(data, renderRow, maxPageBytes)
  const isCut = items.length < data.length
  const last = has_more || isCut ? data[items.length - 1] : undefined
  return request.version.renderList(type, items, {
    has_more: last !== undefined,
    next: nextPageUrl(deployment, request, last?.id),
  })
}

/** Renders a list that has no pages. */
export async function renderWhole(
  request: FastifyRequest,
  type: ResourceType,
  rows: readonly object[],
): Promise<string> {
  const render = (row: object) => appendAppMembers(request, row, JSON.stringify(row))
  const items = await renderRows(rows, render, Number.POSITIVE_INFINITY)
  return request.version.renderList(type, items, { has_more: false, next: null })
}

/** The bytes of a response after which the server first handles other requests. */
const bytesPerTurn = 64 * 1024

/** Renders rows until their texts reach the maximum number of bytes. Renders at least one row. */
async function renderRows<Row>(
  rows: readonly Row[],
  render: (row: Row) => string,
  maxBytes: number,
): Promise<string[]> {
  const items: string[] = []
  let bytes = 0
  let bytesInTurn = 0
  for (const row of rows) {
    const item = render(row)
    const itemBytes = Buffer.byteLength(item)
    if (bytes > 0 && bytes + itemBytes > maxBytes) break
    items.push(item)
    bytes += itemBytes
    bytesInTurn += itemBytes
    if (bytesInTurn < bytesPerTurn) continue
    bytesInTurn = 0
    await nextTurn()
  }
  return items
}
