import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { RequestFilter, RequestLogEntry } from './tables.ts'

/** Returns a page of the account's recent requests. */
export async function listRequests(
  ctx: TxContext,
  filter: RequestFilter,
  page: Page,
): Promise<Paginated<RequestLogEntry>> {
  const ids = [filter.token_id, filter.request_id, filter.resource_id].filter(
    (id) => id !== undefined,
  )
  if (!ids.every(isId)) return { data: [], has_more: false }
  await assertKnownCursor(ctx, page.after, (id) => findRequest(ctx, id), 'expiring')
  return toPage(await store.findPage(ctx, filter, { ...page, limit: page.limit + 1 }), page)
}

export const findRequest = async (
  ctx: TxContext,
  id: string,
): Promise<RequestLogEntry | undefined> => (isId(id) ? store.find(ctx, id) : undefined)
