import * as chatApps from '#chat-apps'
import type * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'

/*
 * Emails and posts to the sender about the recipient's actions. Each has a dedup key, so that a double click sends one.
 */

const emailBase = (gift: Gift) => ({
  account_id: gift.account_id,
  to: { name: gift.sender_name, email: gift.sender_email },
  gift_request_id: gift.id,
  campaign_id: gift.campaign_id,
})

const giftData = ({ deployment }: TxContext, gift: Gift) => ({
  recipient: `${gift.first_name} ${gift.last_name}`.trim() || gift.email || gift.reference,
  reference: gift.reference,
  web_url: `${deployment.origin}/gift-requests/${gift.id}`,
})

/** Emails the sender, and posts the same in the chat of the account. */
const tellSender = (ctx: TxContext, gift: Gift, email: SenderEmail): void => {
  const { kind } = email
  chatApps.enqueueWithEmail(
    ctx,
    { ...emailBase(gift), ...email, dedup_key: kind },
    { key: `${kind} ${gift.id}`, subject_id: gift.id },
  )
}

type SenderEmail = Extract<
  mail.TemplateWithData,
  { kind: 'thank_you_note' | 'declined' | 'renewal_request' }
>

/** Emails the first version of the note to the sender. */
export const emailNoteToSender = (ctx: TxContext, gift: Gift, text: string): void =>
  tellSender(ctx, gift, { kind: 'thank_you_note', data: { ...giftData(ctx, gift), text } })

export const emailDecline = (ctx: TxContext, gift: Gift, reason: string | null): void =>
  tellSender(ctx, gift, { kind: 'declined', data: { ...giftData(ctx, gift), reason } })

export const emailRenewalRequest = (ctx: TxContext, gift: Gift, text: string | null): void =>
  tellSender(ctx, gift, { kind: 'renewal_request', data: { ...giftData(ctx, gift), text } })
