import { declineValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { atTheDoor, refuseUnlessChoosing } from './at-the-door.ts'
import { tellDeclined } from './mails-to-sender.ts'
import type { Gift } from './tables.ts'
import * as visitStore from './visit-store.ts'

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
  const told = reason?.trim() === '' ? undefined : reason
  throwIfAny(declineValidator(told === undefined ? {} : { reason: told }))
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  refuseUnlessChoosing(ctx, gift)
  const before = await visitStore.find(ctx, gift)
  const decline_reason = told ?? before?.decline_reason ?? null
  visitStore.note(ctx, gift, {
    declined_at: before?.declined_at ?? ctx.now,
    decline_reason,
  })
  tellDeclined(ctx, gift, decline_reason)
  return gift
}

/** They would like it after all. Undefined when there is no such gift. */
export async function undecline(ctx: TxContext, id: string): Promise<Gift | undefined> {
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  refuseUnlessChoosing(ctx, gift)
  visitStore.note(ctx, gift, { declined_at: null, decline_reason: null })
  return gift
}
