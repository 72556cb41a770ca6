import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from './gift-store.ts'
import type { Gift } from './tables.ts'

/** Locks a gift request; returns undefined if the account has no such gift request. */
export const lockGift = async (ctx: TxContext, id: string): Promise<Gift | undefined> =>
  isId(id) ? giftStore.findForUpdate(ctx, ctx.account_id, id) : undefined

export const invalidStateError = (gift: Gift, reason: string): ApiError =>
  new ApiError('invalid_transition', { message: `The gift request is ${gift.state}: ${reason}.` })
