import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Reason } from './diagnose.ts'
import * as store from './store.ts'

export interface RequestLogEntry {
  id: string
  at: Date
  request_id: string
  method: string
  path: string
  /** Names of query parameters. */
  query: string[]
  status: number
  ms: number
  version: string | null
  reason: Reason | null
  errors: string[]
  /** One for each of the errors; empty for requests from before there were any. */
  messages: string[]
  /** A short digest of the Idempotency-Key; null without one. */
  idempotency: string | null
  /** Product and version, such as `python-requests/2.31.0`. */
  user_agent: string | null
  created_id: string | null
  token_id: string | null
  /** Of an API token. */
  token_name: string | null
  token_last_four: string | null
  client_id: string | null
  client_name: string | null
}

export interface RequestFilter {
  status?: keyof typeof store.statusConditions
  method?: string
  /** A part of it. */
  path?: string
  token_id?: string
  request_id?: string
  /** In the path, or created by the request. */
  resource_id?: string
  idempotency_key?: string
  since?: Date
  until?: Date
}

/** A page of the account's requests of the last three days. */
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
