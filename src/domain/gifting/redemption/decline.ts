import { declineValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { assertSelectable, lockGift } from './lock-gift.ts'
import { emailDecline } from './sender-emails.ts'

/**
 * The recipient says no, thank you. The gift waits as before, in case they change their mind: it is
 * the sender who cancels it. A second time changes nothing but the reason. Undefined when there is no
 * such gift.
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

/** They would like it after all. Undefined when there is no such gift. */
export async function withdrawDecline(ctx: TxContext, id: string): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  assertSelectable(ctx, gift)
  sessionStore.upsert(ctx, gift, { declined_at: null, decline_reason: null })
  return gift
}
