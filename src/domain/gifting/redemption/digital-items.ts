import { ApiError, type LineItem, parseRawJson } from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import { enqueueDigitalNews } from '../lifecycle/recipient-emails.ts'
import type { Gift } from '../lifecycle/tables.ts'

/**
 * Reveals a digital item, and records when. Call this only for a visitor with a valid recipient proof. Returns whether
 * the item is revealed; undefined if the account has no such gift request.
 */
export async function revealItem(
  ctx: TxContext,
  id: string,
  item_id: string,
): Promise<boolean | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (gift.state === 'cancelled') throw invalidStateError(gift, 'its items are no longer available')
  return digital.reveal(ctx, gift.id, item_id)
}

/** A file that a recipient may download. */
export interface Download {
  account_id: string
  id: string
  name: string
  content_type: string
  size: number
}

/**
 * Counts a download of a revealed item. Call this only for a visitor with a valid recipient proof. Returns undefined if
 * the gift request has no such file.
 */
export async function startDownload(
  ctx: TxContext,
  id: string,
  item_id: string,
): Promise<Download | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined || gift.state === 'cancelled') return undefined
  const item = (await digital.findItems(ctx, gift.id)).find((each) => each.id === item_id)
  if (item === undefined || item.delivery !== 'file' || item.revealed_at === null) return undefined
  const file = await digital.findFile(ctx, item.variant_id)
  if (file === undefined) return undefined
  await digital.countDownload(ctx, item.id)
  return file
}

/**
 * Revokes the code of an item and gives the recipient a new one, which the page of the gift shows. Emails the recipient.
 * Returns the last characters of both codes; undefined if the account has no such item.
 */
export async function replaceCode(
  ctx: TxContext,
  id: string,
  item_id: string,
  reason: string,
): Promise<{ gift: Gift; revoked: string | null; given: string | null } | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (gift.state === 'cancelled')
    throw new ApiError('invalid_transition', { message: 'The gift request is cancelled.' })
  const item = (await digital.findItems(ctx, gift.id)).find((each) => each.id === item_id)
  const replaced = await digital.replaceCode(ctx, gift.id, item_id, reason)
  if (item === undefined || replaced === undefined) return undefined
  enqueueDigitalNews(ctx, gift, 'code_replaced', toEmailItems(gift, [item.line_item_id]))
  return { gift, ...replaced }
}

/** Emails the recipient that these line items are on the page of the gift. */
export const emailDigitalItems = (
  ctx: TxContext,
  gift: Gift,
  line_item_ids: readonly string[],
): void => enqueueDigitalNews(ctx, gift, 'ready', toEmailItems(gift, line_item_ids))

function toEmailItems({ line_items }: Gift, line_item_ids: readonly string[]) {
  const items: readonly LineItem[] = line_items === null ? [] : parseRawJson(line_items)
  return items
    .filter(({ id }) => line_item_ids.includes(id))
    .map(({ name, variant_id }) => ({
      name,
      variant_id,
      quantity: 1,
    }))
}
