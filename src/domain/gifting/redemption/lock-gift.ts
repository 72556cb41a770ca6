import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { canSelect } from './redeem.ts'

/** Locks a gift request; returns undefined if the account has no such gift request. */
export const lockGift = async (ctx: TxContext, id: string): Promise<Gift | undefined> =>
  isId(id) ? giftStore.findForUpdate(ctx, ctx.account_id, id) : undefined

/** Throws unless the recipient can still select items. */
export function assertSelectable(ctx: TxContext, gift: Gift): void {
  if (!canSelect(ctx, gift))
    throw invalidStateError(gift, 'its recipient can no longer select items')
}

export const invalidStateError = (gift: Gift, reason: string): ApiError =>
  new ApiError('invalid_transition', { message: `The gift request is ${gift.state}: ${reason}.` })
