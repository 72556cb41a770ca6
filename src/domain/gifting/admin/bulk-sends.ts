import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { BulkSend } from '../bulk-send/bulk-send-tables.ts'
import * as bulkSendListStore from './bulk-send-list-store.ts'

/** Returns a page of the account's bulk sends, newest first. */
export async function browseBulkSends(ctx: TxContext, page: Page): Promise<Paginated<BulkSend>> {
  if (page.after !== undefined && (await findBulkSend(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  return toPage(await bulkSendListStore.browse(ctx, page), page)
}

export const findBulkSend = async (ctx: TxContext, id: string): Promise<BulkSend | undefined> =>
  isId(id) ? bulkSendListStore.find(ctx, id) : undefined
