import type { Address, EmailMessage, LineItem, Offering, RawJson, Status } from '#contract'
import type { State } from './state-machine.ts'

/** A row of gifting.gift_request, with what its snapshot needs from beside it. */
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
  /** Null while a placeholder is unclaimed, and when no e-mail address was given. */
  contact_id: string | null
  email_key: string
  first_name: string
  last_name: string
  email: string
  address: Buffer | null
  /** Of the address, once that is known; it stays when the rest is forgotten. */
  country: string | null
  offering: Buffer | null
  line_items: RawJson<readonly LineItem[]> | null
  email_message: RawJson<EmailMessage>
  metadata: RawJson<Record<string, string>>
  link_digest: Buffer | null
  link_code: Buffer | null
  send_at: Date | null
  expires_at: Date
  /** When the recipient is reminded next; null when they will not be. */
  remind_at: Date | null
  /** Of a placeholder: the one-link it belongs to. */
  one_link_id: string | null
  /** When the claim of a placeholder lapses, unless it is finished by then. */
  claimed_until: Date | null
  delivered_emitted: boolean
  created_at: Date
  updated_at: Date
  /** From the contact; 0 without one. */
  thank_you_count: number
  /** From the offering; null for direct-send. */
  offered: RawJson<Offering> | null
}

/** Characters in the parts of a gift request that may be large: about what one body of it takes. */
export const payloadSize = (
  gift: Pick<Gift, 'offered' | 'line_items' | 'email_message' | 'metadata'>,
): number =>
  (gift.offered ?? gift.line_items ?? '').length +
  (gift.line_items ?? '').length +
  gift.email_message.length +
  gift.metadata.length

/** What the world is shown of a gift request is made of these alone. */
export type PublicGift = Omit<
  Gift,
  | 'account_id'
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
>

/** What a move may change besides the state; set once, when the items lock. */
export interface LockedItems {
  line_items: RawJson<readonly LineItem[]>
  shipping_address: Address | null
}

/** What the recipient did on their page: a row of gifting.redemption_session. */
export interface RedemptionSession {
  opened_at: Date | null
  /** Variants they picked and have not confirmed. */
  chosen: readonly string[] | null
  locale: string | null
  declined_at: Date | null
  decline_reason: string | null
  renewal_requested_at: Date | null
  renewal_message: string | null
  /** Of the email address at redemption; null for direct-send and for older rows. */
  confirmed_email_digest: Buffer | null
}

/** A thank-you note. */
export interface ThankYouNote {
  text: string
  written_at: Date
  changed_at: Date | null
}

/** One move of a gift request's life, as its history shows it. */
export interface Transition {
  created_at: Date
  from_state: State | null
  to_state: State
  cause: string
  events: readonly string[]
}

/** A row of gifting.one_link, with what has become of its placeholders. */
export interface OneLink {
  account_id: string
  id: string
  campaign_id: string
  campaign_name: string
  quantity: number
  allowed_email_domains: readonly string[]
  code_digest: Buffer
  code: Buffer
  expires_at: Date
  closed_at: Date | null
  created_at: Date
  updated_at: Date
  claimed: number
  unclaimed: number
}
