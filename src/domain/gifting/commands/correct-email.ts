import { emailCorrectionValidator, throwIfAny, toEmailKey } from '#contract'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { resendToNewAddress } from '../lifecycle/transition-emails.ts'
import { findDonationDetails } from '../redemption/donation-details.ts'

/**
 * Corrects the recipient's email address. The contact of the new address becomes the recipient. The link stays
 * valid, and the email that fits the current state is sent again, even if the address is unchanged. Returns
 * undefined if the account has no such gift request.
 *
 * @throws ApiError if the address got many emails within an hour
 */
export async function correctEmail(
  ctx: TxContext,
  id: string,
  email: string,
): Promise<Gift | undefined> {
  throwIfAny(emailCorrectionValidator({ email }))
  await mail.assertMayEmail(ctx, email)
  return correctWithoutLimit(ctx, id, email)
}

/** The same for one of several gift requests of a recipient, whose address has been checked. */
export async function correctWithoutLimit(
  ctx: TxContext,
  id: string,
  email: string,
): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (gift.state === 'unclaimed' || gift.status === 'cancelled')
    throw invalidStateError(gift, 'no emails are sent about it')
  const details = await findDonationDetails(ctx, gift.id, gift.line_items)
  if (gift.email === email) {
    resendToNewAddress(ctx, gift, details)
    return gift
  }
  const email_key = toEmailKey(email)
  const contacts = await giftStore.upsertContacts(ctx, [{ id: newId(ctx.now), email_key }])
  const contact = contacts.get(email_key)
  if (contact === undefined) throw new Error('the contact was neither found nor created')
  const corrected: Gift = {
    ...gift,
    email,
    email_key,
    contact_id: contact.id,
    thank_you_count: contact.thank_you_count,
    updated_at: new Date(Math.max(ctx.now.getTime(), gift.updated_at.getTime())),
  }
  await giftStore.updateEmail(ctx, corrected).catch((error: unknown) => {
    if (violatedConstraint(error) === 'gift_request_claim') throwIfAny([emailAlreadyClaimed])
    throw error
  })
  resendToNewAddress(ctx, corrected, details)
  return corrected
}

const emailAlreadyClaimed = {
  code: 'not_allowed',
  param: 'email',
  message: 'already has a gift of the same one-link',
} as const
