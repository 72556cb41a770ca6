import { type Reaction, reactions } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'

export const isReaction = (text: unknown): text is Reaction =>
  reactions.some((reaction) => reaction === text)

/** Returns whether the recipient can react to the gift: it must have arrived. */
export const canReact = ({ status, state }: Pick<Gift, 'status' | 'state'>): boolean =>
  status === 'delivered' && state !== 'redelivering'

/**
 * Saves the recipient's reaction to a delivered gift. A later reaction replaces it, and the same reaction has
 * no effect. Emits no event and sends no email. Returns undefined if the account has no such gift request.
 */
export async function saveReaction(
  ctx: TxContext,
  id: string,
  reaction: Reaction,
): Promise<{ reaction: Reaction; reacted_at: Date } | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (!canReact(gift)) throw invalidStateError(gift, 'it is not delivered')
  const session = await sessionStore.find(ctx, gift)
  if (session?.reaction === reaction && session.reacted_at !== null)
    return { reaction, reacted_at: session.reacted_at }
  sessionStore.upsert(ctx, gift, { reaction, reacted_at: ctx.now })
  return { reaction, reacted_at: ctx.now }
}
