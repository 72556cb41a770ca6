/** Why a donation was made: the recipient chose it, the sender sent it, or the gift expired unclaimed. */
export type DonationReason = 'chosen' | 'direct' | 'unclaimed'

/** A row of donations.donation. */
export interface Donation {
  id: string
  gift_request_id: string
  /** Null for the donation of an unclaimed gift. */
  line_item_id: string | null
  variant_id: string
  product_id: string
  /** The name of the charity at the time of the donation. */
  charity_name: string
  registration_number: string | null
  quantity: number
  /** The total of all units. */
  amount_minor: number
  currency: string
  reason: DonationReason
  /** The first day of the month (UTC), as YYYY-MM-DD. */
  month: string
  donated_at: Date
  voided_at: Date | null
  payment_id: string | null
}

/** A row of donations.payment. */
export interface Payment {
  id: string
  product_id: string
  currency: string
  /** The month as YYYY-MM. */
  month: string
  donations: number
  amount_minor: number
  paid_by: string
  paid_at: Date
  reverted_at: Date | null
}
