import type { GiftRequestView } from '#contract'
import type { PayloadVersion } from './index.ts'

/** A JSON:API document (decisions §2, 'Older payload version'). */
export const jsonApi: PayloadVersion = {
  contentType: 'application/vnd.api+json',
  giftRequest: (gift) => JSON.stringify(giftRequestDocument(gift)),
}

const giftRequestDocument = (gift: GiftRequestView) => ({
  data: {
    type: 'gift_requests',
    id: gift.id,
    attributes: {
      reference: gift.reference,
      state: gift.status,
      redemption_url: gift.redemption_url,
      web_url: gift.web_url,
      created_at: gift.created_at.toISOString(),
      updated_at: gift.updated_at.toISOString(),
    },
    relationships: {
      campaign: {
        data: gift.campaign === null ? null : { type: 'campaigns', id: gift.campaign.id },
      },
      recipient: { data: { type: 'recipients', id: gift.recipient.id } },
      sender: { data: { type: 'senders', id: gift.sender.id } },
    },
  },
  included: included(gift),
  jsonapi: { version: '1.0' },
})

const included = ({ campaign, recipient, sender }: GiftRequestView) => [
  ...(campaign === null ? [] : [resource('campaigns', campaign)]),
  resource('recipients', recipient),
  resource('senders', sender),
]

function resource<Of extends { id: string }>(type: string, { id, ...attributes }: Of) {
  return { type, id, attributes }
}
