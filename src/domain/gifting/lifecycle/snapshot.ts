import {
  type Address,
  type GiftRequestView,
  type Offering,
  parseRawJson,
  type RawJson,
  type Status,
} from '#contract'
import type { Deployment } from '#platform/deployment'
import { redemptionUrl } from './link.ts'
import { messageJson } from './message.ts'
import { getRecipientId } from './recipient-fields.ts'
import type { Gift, PublicGift } from './tables.ts'

/**
 * Builds the public view of a gift request. The view in an event has the status of the event. All other views
 * have the status of the gift request.
 */
export function buildSnapshot(
  deployment: Deployment,
  gift: PublicGift,
  status: Status = gift.status,
): GiftRequestView {
  const { origin } = deployment
  return {
    id: gift.id,
    reference: gift.reference,
    status,
    campaign:
      gift.campaign_id === null || gift.campaign_name === null
        ? null
        : {
            id: gift.campaign_id,
            name: gift.campaign_name,
            web_url: `${origin}/campaigns/${gift.campaign_id}`,
          },
    redemption_url: redemptionUrl(deployment, gift),
    web_url: `${origin}/gift-requests/${gift.id}`,
    recipient: {
      id: getRecipientId(gift),
      thank_you_count: gift.thank_you_count,
      first_name: gift.first_name,
      last_name: gift.last_name,
      name: `${gift.first_name} ${gift.last_name}`.trim(),
      email: gift.email,
    },
    sender: { id: gift.sender_id, name: gift.sender_name, email: gift.sender_email },
    shipping_address: gift.is_direct ? decryptAddress(deployment, gift) : null,
    offering: offeringJson(gift),
    line_items: gift.line_items,
    email_message: messageJson(gift),
    created_at: gift.created_at,
    updated_at: gift.updated_at,
    metadata: gift.metadata,
  }
}

/**
 * Returns the offering as JSON. Direct-send has no offering, so its line items replace the offering
 * (decisions §2).
 */
const offeringJson = (gift: PublicGift): RawJson<Offering> =>
  gift.offered ??
  (`{"selection_mode":"all","visible_at_redemption":false,"line_items":${gift.line_items ?? '[]'}}` as RawJson<Offering>)

export const addressContext = (id: string) => `gifting.address ${id}`

/** Encrypts the shipping address. The sender of a gift in choice mode never sees this address. */
export const encryptAddress = ({ cipher }: Deployment, id: string, address: Address): Buffer =>
  cipher.encrypt(JSON.stringify(address, addressFields), addressContext(id))

/** The members of an address, in the order that all responses use. */
const addressFields = [
  'name',
  'line_1',
  'line_2',
  'city',
  'region',
  'postal_code',
  'country',
  'phone',
]

export const decryptAddress = (
  { cipher }: Deployment,
  gift: Pick<Gift, 'id' | 'address'>,
): Address | null =>
  gift.address === null
    ? null
    : parseRawJson(cipher.decrypt(gift.address, addressContext(gift.id)) as RawJson<Address>)
