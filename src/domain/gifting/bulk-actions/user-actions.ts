import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'
import { assertReplacementAllowed } from '../approvals/limits.ts'
import type { SendingUser } from '../approvals/save-rows.ts'
import { cancel as cancelGift } from '../commands/cancel.ts'
import { extendExpiry, type NewExpiry } from '../commands/extend-expiry.ts'
import { type Reissue, type ReissueInput, reissue } from '../commands/reissue.ts'
import { sendReminder } from '../commands/send-reminder.ts'
import { find } from '../lifecycle/read.ts'
import type { Gift } from '../lifecycle/tables.ts'

/*
 * Actions of a user of the web app on one gift request. Each is recorded in the audit log. They return undefined if the
 * account has no such gift request, and throw if its state does not allow the action.
 */

export async function cancel(
  ctx: TxContext,
  { sender }: SendingUser,
  id: string,
): Promise<Gift | undefined> {
  const before = await find(ctx, id)
  const gift = await cancelGift(ctx, id, `cancelled by ${sender.name} in the web app`)
  if (gift === undefined || before === undefined) return undefined
  recordAction(ctx, 'gift_request.cancel', gift, {
    before: { state: before.state },
    after: { state: gift.state },
  })
  return gift
}

/** Sends a reminder, at most once an hour. */
export async function remind(ctx: TxContext, id: string): Promise<Gift | undefined> {
  const gift = await sendReminder(ctx, id)
  if (gift !== undefined) recordAction(ctx, 'gift_request.remind', gift)
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
  input: ReissueInput,
): Promise<Reissue | undefined> {
  const old = await find(ctx, id)
  const sent = await reissue(ctx, id, input, `sent again by ${sender.name} in the web app`)
  if (sent === undefined || old === undefined || !sent.isNew) return sent
  if (isRestricted) await assertReplacementAllowed(ctx, sent.id, sender)
  recordAction(ctx, 'gift_request.send_again', old, { reissued_as: sent.reference })
  return sent
}

/** Changes the expiry. Returns the gift request before and after the change. */
export async function changeExpiry(
  ctx: TxContext,
  id: string,
  to: NewExpiry,
): Promise<{ before: Gift; after: Gift } | undefined> {
  const changed = await extendExpiry(ctx, id, to)
  if (changed === undefined) return undefined
  const { before, after } = changed
  recordAction(ctx, 'gift_request.extend', after, {
    before: { expires_at: before.expires_at },
    after: { expires_at: after.expires_at },
  })
  return changed
}

const recordAction = (
  ctx: TxContext,
  action: string,
  { id, reference }: Gift,
  details: Record<string, unknown> = {},
): void =>
  audit.recordEntry(ctx, {
    action,
    subject: { kind: 'gift_request', id, name: reference },
    details,
  })
