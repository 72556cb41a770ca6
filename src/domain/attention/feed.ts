import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as itemStore from './item-store.ts'
import type { ItemRow } from './tables.ts'

/**
 * Returns a page of the account's items.
 *
 * @throws ApiError when `after` is not the id of an item
 */
export async function list(
  ctx: TxContext,
  filter: itemStore.ItemFilter,
  page: Page,
): Promise<Paginated<ItemRow>> {
  await assertKnownCursor(ctx, page.after, (id) => find(ctx, id))
  const { gift_request_id, subject_id } = filter
  if ([gift_request_id, subject_id].some((each) => each !== undefined && !isId(each)))
    return { data: [], has_more: false }
  return toPage(await itemStore.findPage(ctx, filter, { ...page, limit: page.limit + 1 }), page)
}

export const find = async (ctx: TxContext, id: string): Promise<ItemRow | undefined> =>
  isId(id) ? itemStore.find(ctx, id) : undefined

/** The feed counts no further. */
export const openCountCap = 1_000

/** Counts the open items by kind, each up to one more than `openCountCap`. */
export const countOpen = (ctx: TxContext) => itemStore.countOpen(ctx, openCountCap)
