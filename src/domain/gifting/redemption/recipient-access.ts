import type { Address } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import { enqueueContentLink, enqueueRecipientLink } from '../lifecycle/recipient-emails.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { decryptAddress } from '../lifecycle/snapshot.ts'
import { canRequestLink } from './redemption-page.ts'

/** Returns the full address. Call this only for a visitor with a valid recipient proof. */
export async function addressForRecipient(ctx: TxContext, id: string): Promise<Address | null> {
  const gift = await giftStore.find(ctx, ctx.account_id, id)
  return gift === undefined ? null : decryptAddress(ctx.deployment, gift)
}

/**
 * Emails a link with a recipient proof to the recipient's own address, at most once in ten minutes. Throws
 * `invalid_transition` if no address may get the link. Returns undefined if the account has no such gift
 * request.
 */
export async function requestRecipientLink(
  ctx: TxContext,
  id: string,
): Promise<{ sent_at: Date } | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (!canRequestLink(gift, await sessionStore.find(ctx, gift)))
    throw invalidStateError(gift, 'no email address may get the link')
  await mail.assertMayEmail(ctx, gift.email)
  const hasDigitalItems = (await digital.findItems(ctx, gift.id)).length > 0
  if (hasDigitalItems || gift.address === null) enqueueContentLink(ctx, gift)
  else enqueueRecipientLink(ctx, gift)
  return { sent_at: ctx.now }
}
