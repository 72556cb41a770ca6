import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { lockGift } from '../lifecycle/lock-gift.ts'
import { hashEmail } from '../lifecycle/recipient-proof.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { ReminderTarget } from '../lifecycle/reminder-token.ts'
import type { Gift } from '../lifecycle/tables.ts'

/** Returns whether the gift of a token exists and the token belongs to its current recipient. */
const isCurrent = (gift: Gift | undefined, { owner }: ReminderTarget): gift is Gift =>
  gift !== undefined && gift.email !== '' && hashEmail(gift.email).equals(owner)

/** Finds the gift request of a token. Returns undefined if the gift request has another recipient now. */
export async function findForReminders(
  ctx: TxContext,
  target: ReminderTarget,
): Promise<Gift | undefined> {
  const gift = await giftStore.find(ctx, target.account_id, target.id)
  return isCurrent(gift, target) ? gift : undefined
}

/**
 * Stops the reminders of a gift, and nothing else: the gift is still open, and the recipient of a redeemed
 * gift still receives emails about it. A repeated call changes nothing. Returns undefined if the token
 * belongs to an earlier recipient.
 */
export async function stopReminders(
  ctx: TxContext,
  target: ReminderTarget,
): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, target.id)
  if (!isCurrent(gift, target)) return undefined
  const session = await sessionStore.find(ctx, gift)
  if (session?.reminders_stopped_at == null)
    sessionStore.upsert(ctx, gift, { reminders_stopped_at: ctx.now })
  mail.cancelQueued(ctx, [gift], ['reminder', 'expiring'])
  return gift
}
