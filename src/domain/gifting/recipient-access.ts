import type { Address } from '#contract'
import type { TxContext } from '#platform/postgres'
import { atTheDoor, tooLate } from './at-the-door.ts'
import { mailRecipientLink } from './mails.ts'
import { openAddress } from './snapshot.ts'
import * as store from './store.ts'
import { canRequestLink } from './visit.ts'
import * as visitStore from './visit-store.ts'

/** Returns the full address. Call it only for a visitor with a valid recipient proof. */
export async function addressForRecipient(ctx: TxContext, id: string): Promise<Address | null> {
  const gift = await store.find(ctx, ctx.account_id, id)
  return gift === undefined ? null : openAddress(ctx.deployment, gift)
}

/**
 * Sends a link with a recipient proof to the recipient's own email address, at most once in ten minutes.
 * Throws `invalid_transition` when there is no address that may get it. Undefined when there is no such gift.
 */
export async function requestRecipientLink(
  ctx: TxContext,
  id: string,
): Promise<{ sent_at: Date } | undefined> {
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  if (!canRequestLink(gift, await visitStore.find(ctx, gift)))
    throw tooLate(gift, 'there is no email address that may get the link')
  mailRecipientLink(ctx, gift)
  return { sent_at: ctx.now }
}
