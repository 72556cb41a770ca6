import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import type { ListedBulkSend } from './bulk-send-list-store.ts'
import * as bulkSendListStore from './bulk-send-list-store.ts'
import type { ApprovalState } from './tables.ts'

/** Returns a page of the account's bulk sends, newest first. */
export async function browse(
  ctx: TxContext,
  page: Page,
  filter: { approval?: ApprovalState | undefined },
): Promise<Paginated<ListedBulkSend>> {
  await assertKnownCursor(ctx, page.after, (id) => find(ctx, id), 'expiring')
  return toPage(await bulkSendListStore.browse(ctx, page, filter), page)
}

export { findByGift } from './bulk-send-list-store.ts'

export const find = async (ctx: TxContext, id: string): Promise<ListedBulkSend | undefined> =>
  isId(id) ? bulkSendListStore.find(ctx, id) : undefined
