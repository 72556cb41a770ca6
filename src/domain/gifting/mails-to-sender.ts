import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import type { Gift } from './tables.ts'

/*
 * Letters to whoever gives, about what a recipient did on their page. Each has a slot, so that pressing
 * twice writes once.
 */

const addressed = (gift: Gift) => ({
  account_id: gift.account_id,
  to: { name: gift.sender_name, email: gift.sender_email },
  gift_request_id: gift.id,
  campaign_id: gift.campaign_id,
})

const about = ({ deployment: installation }: TxContext, gift: Gift) => ({
  recipient: `${gift.first_name} ${gift.last_name}`.trim() || gift.email || gift.reference,
  reference: gift.reference,
  web_url: `${installation.origin}/gift-requests/${gift.id}`,
})

/** The note goes on to the sender, as it was first written. */
export const passThanksOn = (ctx: TxContext, gift: Gift, text: string): void => {
  const facts = { ...about(ctx, gift), text }
  mail.post(ctx, { ...addressed(gift), kind: 'thanks', facts, slot: 'thanks' })
}

export const tellDeclined = (ctx: TxContext, gift: Gift, reason: string | null): void => {
  const facts = { ...about(ctx, gift), reason }
  mail.post(ctx, { ...addressed(gift), kind: 'declined', facts, slot: 'declined' })
}

export const passQuestionOn = (ctx: TxContext, gift: Gift, text: string | null): void => {
  const facts = { ...about(ctx, gift), text }
  mail.post(ctx, { ...addressed(gift), kind: 'asked', facts, slot: 'asked' })
}
