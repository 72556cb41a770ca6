import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import { listAssignees, present } from './assignees.ts'
import type { ItemFilter } from './item-filter.ts'
import * as itemStore from './item-store.ts'
import type { ItemRow } from './tables.ts'

/** The filters of the feed as callers pass them. */
export interface FeedFilter extends Omit<ItemFilter, 'assignee'> {
  /** The id of a user, or `none`. */
  assignee_id?: string
}

/**
 * Returns a page of the account's items.
 *
 * @throws ApiError when `after` is not the id of an item
 */
export async function list(
  ctx: TxContext,
  filter: FeedFilter,
  page: Page,
): Promise<Paginated<ItemRow>> {
  await assertKnownCursor(ctx, page.after, (id) => find(ctx, id))
  const itemFilter = await toItemFilter(ctx, filter)
  if (itemFilter === undefined) return { data: [], has_more: false }
  const found = await itemStore.findPage(ctx, itemFilter, { ...page, limit: page.limit + 1 })
  return toPage(await present(ctx, found), page)
}

/** Converts the filters of a caller. Returns undefined if no item can match. */
export async function toItemFilter(
  ctx: TxContext,
  { ids, assignee_id, ...rest }: FeedFilter,
): Promise<ItemFilter | undefined> {
  if ([rest.gift_request_id, rest.subject_id].some((each) => each !== undefined && !isId(each)))
    return undefined
  const filter = ids === undefined ? rest : { ...rest, ids: ids.filter(isId) }
  if (assignee_id === undefined) return filter
  const assignees = await listAssignees(ctx)
  if (assignee_id === 'none') return { ...filter, assignee: { noneOf: assignees } }
  const assignee = assignees.find(({ id }) => id === assignee_id)
  if (assignee === undefined) return undefined
  const hidden = [...(filter.hidden ?? []), ...assignee.hidden]
  return { ...filter, hidden, assignee: { id: assignee.id } }
}

export async function find(ctx: TxContext, id: string): Promise<ItemRow | undefined> {
  const item = isId(id) ? await itemStore.find(ctx, id) : undefined
  return item && (await present(ctx, [item]))[0]
}

/** The feed counts no further. */
export const openCountCap = 1_000

/** Counts the open items by kind, each up to one more than `openCountCap`, without the snoozed ones. */
export const countOpen = (ctx: TxContext) => itemStore.countOpen(ctx, openCountCap)
