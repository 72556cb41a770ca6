import type {
  Address,
  EmailMessage,
  LineItem,
  Offering,
  RawJson,
  Reaction,
  Status,
} from '#contract'
import type * as mail from '#email'
import type { State } from './state-machine.ts'

/** A row of gifting.gift_request with the columns of the contact and the offering that the snapshot needs. */
export interface Gift {
  account_id: string
  id: string
  reference: string
  state: State
  status: Status
  version: number
  is_direct: boolean
  campaign_id: string | null
  campaign_name: string | null
  sender_id: string
  sender_name: string
  sender_email: string
  /** Null for an unclaimed placeholder, and without an email address. */
  contact_id: string | null
  email_key: string
  first_name: string
  last_name: string
  email: string
  address: Buffer | null
  /** Of the shipping address, once it is known; not deleted with the address. */
  country: string | null
  offering: Buffer | null
  line_items: RawJson<readonly LineItem[]> | null
  email_message: RawJson<EmailMessage>
  metadata: RawJson<Record<string, string>>
  link_digest: Buffer | null
  link_code: Buffer | null
  send_at: Date | null
  expires_at: Date
  /** When the next reminder is due; null if there is none. */
  remind_at: Date | null
  /** The one-link of a placeholder. */
  one_link_id: string | null
  /** When the claim of a placeholder lapses unless the recipient redeems it. */
  claimed_until: Date | null
  delivered_emitted: boolean
  /** How many items the recipient may choose, each of another product. */
  max_choices: number
  /** What the gift request is charged to; of the send, the campaign, the team or the account at its creation. */
  cost_centre: string | null
  purchase_order_number: string | null
  /** The team that the gift request was sent for. */
  team_id: string | null
  /** Whether the gift request takes a part of a budget. */
  has_budget: boolean
  created_at: Date
  updated_at: Date
  /** The count of the contact; 0 without a contact. */
  thank_you_count: number
  /** From the offering; null for direct-send. */
  offered: RawJson<Offering> | null
}

/**
 * Returns the number of characters in the parts of a gift request that can be large: an estimate of the size of
 * one event body.
 */
export const payloadSize = (
  gift: Pick<Gift, 'offered' | 'line_items' | 'email_message' | 'metadata'>,
): number =>
  (gift.offered ?? gift.line_items ?? '').length +
  (gift.line_items ?? '').length +
  gift.email_message.length +
  gift.metadata.length

/** The columns that the public snapshot of a gift request is built from. */
export type PublicGift = Omit<
  Gift,
  | 'state'
  | 'version'
  | 'email_key'
  | 'country'
  | 'link_digest'
  | 'send_at'
  | 'expires_at'
  | 'remind_at'
  | 'one_link_id'
  | 'claimed_until'
  | 'delivered_emitted'
  | 'max_choices'
  | 'cost_centre'
  | 'purchase_order_number'
  | 'team_id'
  | 'has_budget'
>

/** Set once, by the transition that locks the items. */
export interface LockedItems {
  line_items: RawJson<readonly LineItem[]>
  shipping_address: Address | null
}

/** The recipient's actions on the page: a row of gifting.redemption_session. */
export interface RedemptionSession {
  opened_at: Date | null
  /** Variants that are selected but not confirmed. */
  chosen: readonly string[] | null
  locale: string | null
  declined_at: Date | null
  decline_reason: string | null
  renewal_requested_at: Date | null
  renewal_message: string | null
  /** Of the email address at redemption; null for direct-send and for older rows. */
  confirmed_email_digest: Buffer | null
  /** Of the token in the form that redeemed the gift. */
  confirmation_digest: Buffer | null
  /** The age that the recipient stated to have, and when; null if no item requires one. */
  age_confirmed: number | null
  age_confirmed_at: Date | null
  reaction: Reaction | null
  reacted_at: Date | null
  /** When the recipient stopped the reminders of the gift. */
  reminders_stopped_at: Date | null
}

export interface ThankYouNote {
  text: string
  written_at: Date
  changed_at: Date | null
}

/** A transition in the history of a gift request. */
export interface Transition {
  created_at: Date
  from_state: State | null
  to_state: State
  cause: string
  events: readonly string[]
}

/** Data for the email about a transition that the gift request does not contain. */
export interface TransitionDetails {
  /** Why the gift cannot be shipped, for the recipient. */
  reason?: string
  tracking?: readonly mail.ParcelTracking[]
  /** The content of the parcel that is on its way; by default all items of the gift. */
  items?: readonly mail.EmailItem[]
  /** True if the recipient already gets an email about the failed parcel. */
  isParcelFailure?: true
  /** True if the recipient gets no email about it: they declined the gift, or another email says more. */
  isSilent?: true
  /** True if no item ships, because all are digital or donations. */
  isUnshipped?: true
  /** The donations of a gift whose items are all donations. */
  donations?: readonly mail.EmailDonation[]
}
