import { emailCorrectionValidator, throwIfAny } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as recipientStore from './recipient-store.ts'

/** The gift requests that one correction can change. */
const maxCorrected = 100

/** The recipient with the new address, and the gift requests that have it. */
export interface RecipientCorrection {
  recipient_id: string
  gift_request_ids: readonly string[]
}

/**
 * Corrects the email address of a recipient: of all gift requests that are on their way, in the order of their ids.
 * Ended gift requests keep the address. Returns undefined if the account has no such recipient.
 *
 * @throws ApiError if there are more than a hundred of them, or if the address got many emails within an hour
 */
export async function correctRecipientEmail(
  ctx: TxContext,
  id: string,
  email: string,
): Promise<RecipientCorrection | undefined> {
  const recipient = isId(id) ? await recipientStore.find(ctx, id) : undefined
  if (recipient === undefined) return undefined
  const ids = await recipientStore.listOpenGifts(ctx, recipient.email_key, maxCorrected + 1)
  if (ids.length > maxCorrected)
    throwIfAny([{ code: 'not_allowed', param: 'email', message: tooManyMessage }])
  throwIfAny(emailCorrectionValidator({ email }))
  await mail.assertMayEmail(ctx, email)
  let recipient_id = recipient.id
  for (const giftId of ids) {
    const gift = await gifting.correctWithoutLimit(ctx, giftId, email)
    recipient_id = gift?.contact_id ?? recipient_id
  }
  return { recipient_id, gift_request_ids: ids }
}

const tooManyMessage = `cannot change for more than ${maxCorrected} gift requests at once; correct each of them`
