/** A row of gifting.one_link, and the counts of its placeholders. */
export interface OneLink {
  account_id: string
  id: string
  campaign_id: string
  campaign_name: string
  /** The name that distinguishes the one-links of a campaign. */
  name: string | null
  quantity: number
  allowed_email_domains: readonly string[]
  /**
   * True if a claimant must open the link in an email. Always true for a one-link with allowed domains or
   * with approval.
   */
  require_confirmation: boolean
  /** True if an admin or a sender must approve each claim. */
  require_approval: boolean
  has_waiting_list: boolean
  /** True if the one-link rejects email addresses of disposable domains. */
  refuse_disposable: boolean
  /** The maximum number of claims in an hour from one address, one network and one device. */
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
  /** The number of unclaimed placeholders that open claims have reserved. */
  reserved: number
}

/**
 * The state of a claim:
 *
 * - `unconfirmed`  a place is reserved until the claimant confirms the address
 * - `listing`      the claimant must confirm the address to join the waiting list
 * - `listed`       the claim is on the waiting list
 * - `offered`      a place is reserved for the next claimant on the waiting list
 * - `pending`      the claim has a place and waits for approval
 * - `claimed`      the claim has a gift request
 * - `rejected`     the claim was not approved; only the digest of the mailbox remains
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
  /** True if the claim has a place. An unconfirmed claim without a place has lost it to another claim. */
  has_place: boolean
  mailbox_digest: Buffer
  /**
   * The encrypted data of the claimant. Null for a rejected claim, and after the gift request has the data.
   */
  claimant: Buffer | null
  /** The digest of the network, which is calculated with the key of the day. */
  network_digest: Buffer | null
  gift_request_id: string | null
  /** The ids of the emails about this claim. They are deleted with the claim. */
  email_ids: readonly string[]
  queued_at: Date | null
  /** The time when the claim lapses. */
  until: Date | null
  created_at: Date
}

/** The encrypted data of a claimant. */
export interface Claimant {
  first_name: string
  last_name: string
  email: string
  /** The language of the page where the claim was made. */
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

/**
 * Returns whether a claim requires confirmation. Confirmation also proves that an address is in an allowed
 * domain, and that a claim that needs approval is genuine.
 */
export const requiresConfirmation = (
  link: Pick<OneLink, 'require_confirmation' | 'require_approval' | 'allowed_email_domains'>,
): boolean =>
  link.require_confirmation || link.require_approval || link.allowed_email_domains.length > 0

const minuteMs = 60 * 1000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The duration of each state, in milliseconds. */
export const claimLifetimesMs = {
  /**
   * The time in which the claimant must confirm the claim with the link in the email. After that, the claim
   * ends.
   */
  confirmation: 30 * minuteMs,
  /** The time in which a person on the waiting list can take the offered place. */
  offer: 12 * hourMs,
  /** The time in which an admin or a sender must decide about the claim. After that, the claim ends. */
  approval: 7 * dayMs,
  /** The time in which the recipient must redeem a claimed gift. After that, the gift is free again. */
  redemption: dayMs,
  /**
   * The time in which the recipient must redeem a claimed gift after an approval. It is longer, because the
   * claimant does not watch for the approval.
   */
  approvedRedemption: 3 * dayMs,
} as const

export const unconfirmedClaimMinutes = claimLifetimesMs.confirmation / minuteMs
export const offerHours = claimLifetimesMs.offer / hourMs

/** Returns the earlier of the two times. */
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
