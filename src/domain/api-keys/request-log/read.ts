import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/lib/ids'
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
  if (page.after !== undefined && (await findRequest(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  return toPage(await store.findPage(ctx, filter, { ...page, limit: page.limit + 1 }), page)
}

export const findRequest = async (
  ctx: TxContext,
  id: string,
): Promise<RequestLogEntry | undefined> => (isId(id) ? store.find(ctx, id) : undefined)
