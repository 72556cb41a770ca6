import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'

/*
 * Emails to the sender about the recipient's actions. Each has a dedup key, so that a double click sends one
 * email.
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

/** Emails the first version of the note to the sender. */
export const emailNoteToSender = (ctx: TxContext, gift: Gift, text: string): void => {
  const data = { ...giftData(ctx, gift), text }
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'thank_you_note',
    data,
    dedup_key: 'thank_you_note',
  })
}

export const emailDecline = (ctx: TxContext, gift: Gift, reason: string | null): void => {
  const data = { ...giftData(ctx, gift), reason }
  mail.enqueue(ctx, { ...emailBase(gift), kind: 'declined', data, dedup_key: 'declined' })
}

export const emailRenewalRequest = (ctx: TxContext, gift: Gift, text: string | null): void => {
  const data = { ...giftData(ctx, gift), text }
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'renewal_request',
    data,
    dedup_key: 'renewal_request',
  })
}
