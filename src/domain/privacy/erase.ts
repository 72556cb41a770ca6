import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import * as contacts from '#contacts'
import { isEmail, throwIfAny } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as occasions from '#occasions'
import * as oneLinks from '#one-links'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import * as webhooks from '#webhooks'

/** The result of an erasure. */
export interface Erasure {
  /** Null if no gift was created for this address. */
  contact_id: string | null
  gift_request_ids: readonly string[]
  /** The number of gift requests that were cancelled because they were not dispatched yet. */
  cancelled: number
  /** The number of emails whose address and content were erased. */
  emails: number
}

/**
 * Erases all data that the account stores about the person with this email address, in one transaction. A
 * repeated erasure finds nothing. A later gift to this address creates a new contact. A later import of
 * contacts skips the person.
 */
export async function erasePersonalData(ctx: TxContext, email: string): Promise<Erasure> {
  rejectUnlessEmail(email)
  await occasions.erasePerson(ctx, email)
  await contacts.erase(ctx, email)
  const emailedGiftIds = await findEmailedGifts(ctx, email)
  const { contact_id, gift_request_ids, cancelled } = await gifting.erase(
    ctx,
    email,
    async (ids) => {
      await oneLinks.eraseClaims(ctx, email, ids)
      sends.eraseRows(ctx, email)
    },
  )
  // The address of these gifts was corrected to another recipient's, but earlier events contain this address.
  const otherGiftIds = emailedGiftIds.filter((id) => !gift_request_ids.includes(id))
  webhooks.eraseEvents(ctx, otherGiftIds)
  const emails =
    (await mail.eraseByGift(ctx, gift_request_ids)) + (await mail.eraseByRecipient(ctx, email))
  mail.eraseDigests(ctx)
  accounts.eraseViewsAbout(ctx, email)
  fulfilment.eraseTracking(ctx, gift_request_ids)
  await apiKeys.eraseResponses(ctx, [...gift_request_ids, ...otherGiftIds])
  audit.recordEntry(ctx, {
    action: 'privacy.erase',
    subject: { kind: 'contact', id: contact_id ?? 'unknown' },
    details: { gift_requests: gift_request_ids.length, cancelled, emails },
  })
  return { contact_id, gift_request_ids, cancelled, emails }
}

/** Returns the gift requests about which this address got emails as the recipient. */
async function findEmailedGifts(ctx: TxContext, email: string): Promise<string[]> {
  const emails = await mail.listByRecipient(ctx, email)
  const recipientEmails = emails.filter(({ kind }) => !Object.hasOwn(otherTemplates, kind))
  return [...new Set(recipientEmails.flatMap(({ gift_request_id }) => gift_request_id ?? []))]
}

/** Templates of emails to senders and users of the account, not to recipients. */
const otherTemplates: Readonly<
  Record<Exclude<mail.TemplateName, keyof mail.RecipientTemplateData>, true>
> = {
  thank_you_note: true,
  declined: true,
  renewal_request: true,
  problem_report: true,
  gift_comment: true,
  bounced: true,
  claims_waiting: true,
  approval_request: true,
  approval_result: true,
  attention_digest: true,
  low_codes: true,
  expiring_keys: true,
  failing_endpoint: true,
  invite_colleague: true,
  invite_packer: true,
  invite_member: true,
  reset_password: true,
  verify_address: true,
  address_changed: true,
  account_ending: true,
  account_end_revoked: true,
}

export const rejectUnlessEmail = (email: string): void =>
  isEmail(email)
    ? undefined
    : throwIfAny([{ code: 'invalid_format', param: 'email', message: 'must be an email address' }])
