import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { canSelect } from './redeem.ts'

/** Holds a gift request for its recipient; undefined when the work's account has none by that id. */
export const lockGift = async (ctx: TxContext, id: string): Promise<Gift | undefined> =>
  isId(id) ? giftStore.findForUpdate(ctx, ctx.account_id, id) : undefined

/** Refuses what only somebody can do who has still to choose. */
export function assertSelectable(ctx: TxContext, gift: Gift): void {
  if (!canSelect(ctx, gift))
    throw invalidStateError(gift, 'its recipient has nothing left to choose')
}

export const invalidStateError = (gift: Gift, reason: string): ApiError =>
  new ApiError('invalid_transition', { message: `The gift request is ${gift.state}: ${reason}.` })
