import type { GiftRequestView } from '../gift-request.ts'
import type { PayloadVersion } from './index.ts'

/** Flat JSON, members in the order of the tables of interface §2, `metadata` last (decisions §2). */
export const flat: PayloadVersion = {
  contentType: 'application/json',
  giftRequest: (gift) => JSON.stringify(flatGiftRequest(gift)),
}

const flatGiftRequest = (gift: GiftRequestView) => ({
  id: gift.id,
  reference: gift.reference,
  status: gift.status,
  campaign: gift.campaign,
  redemption_url: gift.redemption_url,
  web_url: gift.web_url,
  recipient: gift.recipient,
  sender: gift.sender,
  shipping_address: gift.shipping_address,
  offering: gift.offering,
  line_items: gift.line_items,
  email_message: gift.email_message,
  created_at: gift.created_at.toISOString(),
  updated_at: gift.updated_at.toISOString(),
  metadata: gift.metadata,
})
