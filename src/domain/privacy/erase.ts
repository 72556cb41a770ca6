import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { isEmail, throwIfAny } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'

/** What was erased, by what is left of it. */
export interface Erasure {
  /** Null when no gift was ever made for this address. */
  contact_id: string | null
  gift_request_ids: readonly string[]
  /** How many of them were cancelled, as they had not left yet. */
  cancelled: number
  /** How many letters lost their address and content. */
  letters: number
}

/**
 * Erases whatever the work's account holds of the person with this e-mail address, in one transaction.
 * A second time finds nothing. Whoever is given something at this address afterwards is somebody new.
 */
export async function erasePersonalData(
  ctx: TxContext,
  email: string,
  actor: audit.Actor,
): Promise<Erasure> {
  rejectUnlessEmail(email)
  const emailedGiftIds = await findEmailedGifts(ctx, email)
  const { contact_id, gift_request_ids, cancelled } = await gifting.erase(ctx, email)
  // A gift whose address was corrected is another's now, but what was told of it names this one.
  const otherGiftIds = emailedGiftIds.filter((id) => !gift_request_ids.includes(id))
  webhooks.eraseEvents(ctx, otherGiftIds)
  const letters =
    (await mail.eraseByGift(ctx, gift_request_ids)) + (await mail.eraseByRecipient(ctx, email))
  fulfilment.eraseTracking(ctx, gift_request_ids)
  await apiKeys.eraseResponses(ctx, [...gift_request_ids, ...otherGiftIds])
  audit.recordEntry(ctx, {
    actor,
    action: 'privacy.erase',
    subject: { kind: 'contact', id: contact_id ?? 'unknown' },
    details: { gift_requests: gift_request_ids.length, cancelled, letters },
  })
  return { contact_id, gift_request_ids, cancelled, letters }
}

/** The gift requests about which somebody with this address was written to as their recipient. */
async function findEmailedGifts(ctx: TxContext, email: string): Promise<string[]> {
  const emails = await mail.listByRecipient(ctx, email)
  const recipientEmails = emails.filter(({ kind }) => !Object.hasOwn(otherTemplates, kind))
  return [...new Set(recipientEmails.flatMap(({ gift_request_id }) => gift_request_id ?? []))]
}

/** Letters to those who give, and to people of the account. */
const otherTemplates: Readonly<
  Record<Exclude<mail.TemplateName, keyof mail.RecipientTemplateData>, true>
> = {
  thanks: true,
  declined: true,
  asked: true,
  bounced: true,
  stalled: true,
  failing_endpoint: true,
  invite_colleague: true,
  reset_password: true,
  verify_address: true,
}

export const rejectUnlessEmail = (email: string): void =>
  isEmail(email)
    ? undefined
    : throwIfAny([{ code: 'invalid_format', param: 'email', message: 'must be an e-mail address' }])
