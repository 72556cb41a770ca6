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
 * Corrects the email address of the recipient. The contact of the new address becomes the recipient. The link
 * is still valid. The service sends the email for the current state again, even if the address has not
 * changed. Returns undefined if the account has no such gift request.
 *
 * @throws ApiError if the address received many emails within an hour
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

/**
 * Corrects the email address for one of several gift requests of a recipient. The caller has already checked
 * the address and its limit.
 */
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
