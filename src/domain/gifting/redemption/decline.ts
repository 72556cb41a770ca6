import { declineValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { assertSelectable } from './assert-selectable.ts'
import { emailDecline } from './sender-emails.ts'

/**
 * Records that the recipient declines. The gift keeps its state, so that the recipient can change their mind;
 * only the sender cancels. A repeated decline only updates the reason. Returns undefined if the account has no
 * such gift request.
 */
export async function decline(
  ctx: TxContext,
  id: string,
  { reason }: { reason?: string | undefined } = {},
): Promise<Gift | undefined> {
  const nonEmptyReason = reason?.trim() === '' ? undefined : reason
  throwIfAny(declineValidator(nonEmptyReason === undefined ? {} : { reason: nonEmptyReason }))
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  assertSelectable(ctx, gift)
  const session = await sessionStore.find(ctx, gift)
  const decline_reason = nonEmptyReason ?? session?.decline_reason ?? null
  sessionStore.upsert(ctx, gift, {
    declined_at: session?.declined_at ?? ctx.now,
    decline_reason,
  })
  emailDecline(ctx, gift, decline_reason)
  return gift
}

/** Withdraws a decline. Returns undefined if the account has no such gift request. */
export async function withdrawDecline(ctx: TxContext, id: string): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  assertSelectable(ctx, gift)
  sessionStore.upsert(ctx, gift, { declined_at: null, decline_reason: null })
  return gift
}
