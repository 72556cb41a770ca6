import {
  type Address,
  type GiftRequestView,
  type Offering,
  parseRawJson,
  type RawJson,
  type Status,
} from '#contract'
import type { Deployment } from '#platform/installation'
import { redemptionUrl } from './link.ts'
import { recipientId } from './recipient.ts'
import type { Gift, Shown } from './tables.ts'

/**
 * What the world may know of a gift request at this moment. `status` is the one that the event
 * being told is about, and the gift request's own otherwise.
 */
export function snapshot(
  installation: Deployment,
  gift: Shown,
  status: Status = gift.status,
): GiftRequestView {
  const { origin } = installation
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
    redemption_url: redemptionUrl(installation, gift),
    web_url: `${origin}/gift-requests/${gift.id}`,
    recipient: {
      id: recipientId(gift),
      thank_you_count: gift.thank_you_count,
      first_name: gift.first_name,
      last_name: gift.last_name,
      name: `${gift.first_name} ${gift.last_name}`.trim(),
      email: gift.email,
    },
    sender: { id: gift.sender_id, name: gift.sender_name, email: gift.sender_email },
    shipping_address: gift.is_direct ? openAddress(installation, gift) : null,
    offering: offeringOf(gift),
    line_items: gift.line_items,
    email_message: gift.email_message,
    created_at: gift.created_at,
    updated_at: gift.updated_at,
    metadata: gift.metadata,
  }
}

/** Direct-send puts nothing but its own items in front of anybody (decisions §2). */
const offeringOf = (gift: Shown): RawJson<Offering> =>
  gift.offered ??
  (`{"selection_mode":"all","visible_at_redemption":false,"line_items":${gift.line_items ?? '[]'}}` as RawJson<Offering>)

export const contextOfAddress = (id: string) => `gifting.address ${id}`

/** Where the gift goes, readable for us alone. The sender of a gift in choice mode never sees it. */
export const sealAddress = ({ cipher: sealer }: Deployment, id: string, address: Address): Buffer =>
  sealer.encrypt(JSON.stringify(address, members), contextOfAddress(id))

/** The members of an address, in the order in which every answer has them. */
const members = ['name', 'line_1', 'line_2', 'city', 'region', 'postal_code', 'country', 'phone']

export const openAddress = (
  { cipher: sealer }: Deployment,
  gift: Pick<Gift, 'id' | 'address'>,
): Address | null =>
  gift.address === null
    ? null
    : parseRawJson(sealer.decrypt(gift.address, contextOfAddress(gift.id)) as RawJson<Address>)
