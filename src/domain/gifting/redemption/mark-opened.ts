import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'

/**
 * Records the first time the recipient opens the gift. Returns undefined if the account has no such gift
 * request.
 */
export async function markOpened(
  ctx: TxContext,
  id: string,
): Promise<{ opened_at: Date } | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  const previous = (await sessionStore.find(ctx, gift))?.opened_at
  if (previous !== undefined && previous !== null) return { opened_at: previous }
  sessionStore.markOpened(ctx, gift)
  return { opened_at: ctx.now }
}
