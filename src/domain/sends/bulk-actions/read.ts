import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as actionStore from './bulk-action-store.ts'
import * as resultStore from './gift-result-store.ts'
import type { ListedBulkAction, RejectedGift } from './tables.ts'

const maxReasons = 50
const maxRecent = 20
const recentMs = 24 * 60 * 60 * 1000

export const findBulkAction = async (
  ctx: TxContext,
  id: string,
): Promise<ListedBulkAction | undefined> => (isId(id) ? actionStore.find(ctx, id) : undefined)

/** Returns a page of the account's bulk actions. */
export async function browseBulkActions(
  ctx: TxContext,
  page: Page,
): Promise<Paginated<ListedBulkAction>> {
  await assertKnownCursor(ctx, page.after, (id) => findBulkAction(ctx, id), 'expiring')
  return toPage(await actionStore.list(ctx, page), page)
}

/** Returns the actions of a user that ended in the last 24 hours, the latest first: the last 20. */
export const listRecentlyEnded = (ctx: TxContext, user_id: string): Promise<ListedBulkAction[]> =>
  actionStore.listEndedAfter(ctx, user_id, new Date(ctx.real_now.getTime() - recentMs), maxRecent)

/** Counts the rejected gift requests of an action by reason, most frequent first: the first 50 reasons. */
export const countByReason = (ctx: TxContext, id: string) =>
  resultStore.countByReason(ctx, id, maxReasons)

/** Returns a page of the gift requests that an action did not change, or of those with one reason. */
export async function listRejectedGifts(
  ctx: TxContext,
  id: string,
  page: Page,
  reason?: string,
): Promise<Paginated<RejectedGift>> {
  await assertKnownCursor(ctx, page.after, async () => true)
  return toPage(await resultStore.listRejected(ctx, id, page, reason), page)
}
