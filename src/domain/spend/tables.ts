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

/** A budget belongs to a campaign or to a team. */
export type BudgetKind = 'campaign' | 'team'

/** The budget of a campaign or a team in one currency, whose usage counts. */
export interface UsageKey {
  kind: BudgetKind
  owner_id: string
  currency: string
}

/** The part of a budget that a new gift request takes. */
export interface NewReservation extends UsageKey {
  gift_request_id: string
  amount_minor: number
}
