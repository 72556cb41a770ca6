/** A row of gifting.one_link with the counts of its placeholders. */
export interface OneLink {
  account_id: string
  id: string
  campaign_id: string
  campaign_name: string
  /** Tells one-links of one campaign apart. */
  name: string | null
  quantity: number
  allowed_email_domains: readonly string[]
  /** Whether a claim needs the link in an email. Always true with allowed domains or with approval. */
  require_confirmation: boolean
  /** Whether an admin or a sender approves each claim. */
  require_approval: boolean
  has_waiting_list: boolean
  /** Rejects claims with an email address of a disposable domain. */
  refuse_disposable: boolean
  /** Claims in an hour from one address, one network and one device. */
  max_claims_per_address: number
  max_claims_per_network: number
  max_claims_per_device: number
  code_digest: Buffer
  code: Buffer
  expires_at: Date
  closed_at: Date | null
  created_at: Date
  updated_at: Date
  claimed: number
  unclaimed: number
  /** Unclaimed placeholders that open claims hold. */
  reserved: number
}

/**
 * The state of a claim:
 *
 * - `unconfirmed`      a place is reserved until the claimant confirms the address
 * - `listing`   the claimant has to confirm the address to join the waiting list
 * - `listed`    on the waiting list
 * - `offered`   a place is reserved for the next on the waiting list
 * - `pending`   waits for approval, with a place
 * - `claimed`   has a gift request
 * - `rejected`  not approved; keeps only the mailbox key
 */
export type ClaimState =
  | 'unconfirmed'
  | 'listing'
  | 'listed'
  | 'offered'
  | 'pending'
  | 'claimed'
  | 'rejected'

/** A row of gifting.one_link_claim. */
export interface Claim {
  account_id: string
  id: string
  one_link_id: string
  state: ClaimState
  /** Whether the claim takes a place. An unconfirmed claim without a place was displaced. */
  has_place: boolean
  mailbox_digest: Buffer
  /** Encrypted; null once the gift request has the data, and for a rejected claim. */
  claimant: Buffer | null
  /** The digest of the network, with the key of the day. */
  network_digest: Buffer | null
  gift_request_id: string | null
  /** The emails about this claim, which are deleted with it. */
  email_ids: readonly string[]
  queued_at: Date | null
  /** When the claim lapses. */
  until: Date | null
  created_at: Date
}

/** The encrypted data of a claimant. */
export interface Claimant {
  first_name: string
  last_name: string
  email: string
  /** The language of the page. */
  locale: string | null
}

/** The rules for claims of one one-link. */
export type ClaimRules = Pick<
  OneLink,
  | 'require_confirmation'
  | 'require_approval'
  | 'has_waiting_list'
  | 'refuse_disposable'
  | 'max_claims_per_address'
  | 'max_claims_per_network'
  | 'max_claims_per_device'
>

/** Confirmation also proves that an address is in an allowed domain, and that a claim to approve is genuine. */
export const requiresConfirmation = (
  link: Pick<OneLink, 'require_confirmation' | 'require_approval' | 'allowed_email_domains'>,
): boolean =>
  link.require_confirmation || link.require_approval || link.allowed_email_domains.length > 0

const minuteMs = 60 * 1000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How long each state lasts, in milliseconds. */
export const claimLifetimesMs = {
  /** A claim ends unless its emailed link is confirmed by then. */
  confirmation: 30 * minuteMs,
  /** The turn of a person on the waiting list. */
  offer: 12 * hourMs,
  /** A claim ends unless an admin or a sender has decided by then. */
  approval: 7 * dayMs,
  /** A claimed gift becomes free again unless it is redeemed by then. */
  redemption: dayMs,
  /** The same after an approval, which the claimant does not wait for. */
  approvedRedemption: 3 * dayMs,
} as const

export const unconfirmedClaimMinutes = claimLifetimesMs.confirmation / minuteMs
export const offerHours = claimLifetimesMs.offer / hourMs

/** Returns the earlier of the two times. */
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
