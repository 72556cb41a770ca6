import * as audit from '#audit'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { assertReplacementAllowed } from '../approvals/limits.ts'
import type { SendingUser } from '../approvals/save-rows.ts'

/*
 * Actions of a user of the web app on one gift request. Each is recorded in the audit log. They return undefined if the
 * account has no such gift request, and throw if its state does not allow the action.
 */

export async function cancel(
  ctx: TxContext,
  { sender }: SendingUser,
  id: string,
): Promise<gifting.Gift | undefined> {
  const before = await gifting.find(ctx, id)
  const gift = await gifting.cancel(ctx, id, `cancelled by ${sender.name} in the web app`)
  if (gift === undefined || before === undefined) return undefined
  audit.recordGiftChange(ctx, 'gift_request.cancel', gift, {
    before: { state: before.state },
    after: { state: gift.state },
  })
  return gift
}

/** Sends a reminder, at most once an hour. */
export async function remind(ctx: TxContext, id: string): Promise<gifting.Gift | undefined> {
  const gift = await gifting.sendReminder(ctx, id)
  if (gift !== undefined) audit.recordGiftChange(ctx, 'gift_request.remind', gift)
  return gift
}

/**
 * Sends a gift again. A repeated call returns the first replacement, and records no second action. Throws if the gift of a
 * user who is not an admin needs approval; the caller's transaction then creates nothing.
 */
export async function sendAgain(
  ctx: TxContext,
  { sender, isRestricted }: SendingUser,
  id: string,
  input: gifting.ReissueInput,
): Promise<gifting.Reissue | undefined> {
  const old = await gifting.find(ctx, id)
  const sent = await gifting.reissue(ctx, id, input, `sent again by ${sender.name} in the web app`)
  if (sent === undefined || old === undefined || !sent.isNew) return sent
  if (isRestricted) await assertReplacementAllowed(ctx, sent.id, sender)
  audit.recordGiftChange(ctx, 'gift_request.send_again', old, { reissued_as: sent.reference })
  return sent
}

/** Changes the expiry. Returns the gift request before and after the change. */
export async function changeExpiry(
  ctx: TxContext,
  id: string,
  to: gifting.NewExpiry,
): Promise<{ before: gifting.Gift; after: gifting.Gift } | undefined> {
  const changed = await gifting.extendExpiry(ctx, id, to)
  if (changed === undefined) return undefined
  const { before, after } = changed
  audit.recordGiftChange(ctx, 'gift_request.extend', after, {
    before: { expires_at: before.expires_at },
    after: { expires_at: after.expires_at },
  })
  return changed
}
