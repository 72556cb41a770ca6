import { renewalRequestValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { emailRenewalRequest } from './sender-emails.ts'

/**
 * Emails the sender that the recipient of an expired gift asks for a new one. A repeated request has no effect.
 * Returns undefined if the account has no such gift request.
 */
export async function requestRenewal(
  ctx: TxContext,
  id: string,
  { text }: { text?: string | undefined } = {},
): Promise<{ renewal_requested_at: Date } | undefined> {
  const message = text?.trim() === '' ? undefined : text
  throwIfAny(renewalRequestValidator(message === undefined ? {} : { text: message }))
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (gift.state !== 'expired') throw invalidStateError(gift, 'it has not expired')
  const previous = (await sessionStore.find(ctx, gift))?.renewal_requested_at
  if (previous !== undefined && previous !== null) return { renewal_requested_at: previous }
  sessionStore.upsert(ctx, gift, {
    renewal_requested_at: ctx.now,
    renewal_message: message ?? null,
  })
  emailRenewalRequest(ctx, gift, message ?? null)
  return { renewal_requested_at: ctx.now }
}
