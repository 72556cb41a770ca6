import { ApiError } from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { mayChoose } from './redeem.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'

/** Holds a gift request for its recipient; undefined when the work's account has none by that id. */
export const atTheDoor = async (ctx: TxContext, id: string): Promise<Gift | undefined> =>
  isId(id) ? store.hold(ctx, ctx.account_id, id) : undefined

/** Refuses what only somebody can do who has still to choose. */
export function refuseUnlessChoosing(ctx: TxContext, gift: Gift): void {
  if (!mayChoose(ctx, gift)) throw tooLate(gift, 'its recipient has nothing left to choose')
}

export const tooLate = (gift: Gift, why: string): ApiError =>
  new ApiError('invalid_transition', { message: `The gift request is ${gift.state}: ${why}.` })
