import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as codeStore from '../codes/code-store.ts'
import { findVisibleEnd } from '../codes/list-codes.ts'
import * as itemStore from './item-store.ts'

/** Records the first reveal of an item of a locked gift request. Returns whether the item is revealed now. */
export const reveal = async (ctx: TxContext, gift_request_id: string, id: string) =>
  isId(id) && (await itemStore.markRevealed(ctx, gift_request_id, id))

/**
 * Revokes the code of an item of a locked gift request, and gives the item a new one. Returns the last characters of
 * both. Throws without another code, and for items that give no code.
 */
export async function replaceCode(
  ctx: TxContext,
  gift_request_id: string,
  id: string,
  reason: string,
): Promise<{ revoked: string | null; given: string | null } | undefined> {
  const items = await itemStore.findByGift(ctx, gift_request_id)
  const item = items.find((each) => each.id === id)
  if (item === undefined) return undefined
  if (item.code_id === null)
    throw new ApiError('invalid_transition', { message: 'This item has no code to replace.' })
  const [code_id] = await codeStore.take(ctx, item.variant_id, gift_request_id, 1)
  if (code_id === undefined)
    throw new ApiError('out_of_stock', { message: 'No code is left. Import codes, then retry.' })
  await codeStore.revoke(ctx, item.code_id, reason)
  await itemStore.setCodes(ctx, [{ id, code_id }], { replaced_at: ctx.now })
  const codes = await codeStore.findByIds(ctx, [item.code_id, code_id])
  const endOf = (wanted: string | null) => {
    const code = codes.find((each) => each.id === wanted)
    return code === undefined ? null : findVisibleEnd(ctx, code)
  }
  return { revoked: endOf(item.code_id), given: endOf(code_id) }
}

/**
 * Makes the unrevealed codes of a cancelled gift request free again. The statement is not awaited. Revealed codes stay
 * given: their recipient knows them.
 */
export const releaseCodes = (
  ctx: TxContext,
  gift_request_id: string,
  account_id = ctx.account_id,
): void => itemStore.release(ctx, account_id, gift_request_id)

/** Erases what these gift requests contain. Given codes stay counted. The statement is not awaited. */
export const eraseItems = (ctx: TxContext, gift_request_ids: readonly string[]): void =>
  itemStore.erase(ctx, gift_request_ids)

/** Counts a download of an item by its recipient. */
export const countDownload = itemStore.countDownload
