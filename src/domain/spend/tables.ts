import type { costKinds } from '#contract/gift-app-members'

export type CostKind = (typeof costKinds)[number]

/** An amount in the smallest unit of its currency: 2500 is 25.00 EUR. */
export interface Amount {
  amount_minor: number
  /** ISO 4217. */
  currency: string
}

/** One cost of a gift request. */
export interface GiftCost extends Amount {
  kind: CostKind
  occurred_at: Date
}

/** The limit of a campaign. */
export interface Budget extends Amount {
  /** Whether new gifts are rejected when they could exceed the budget. */
  stops: boolean
}

/** The part of a budget that a new gift request takes. */
export interface NewReservation {
  gift_request_id: string
  campaign_id: string
  currency: string
  amount_minor: number
}
