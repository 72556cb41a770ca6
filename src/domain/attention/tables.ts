import type { AttentionKind, AttentionSubject } from '#contract'

/** A row of attention.item. */
export interface ItemRow {
  account_id: string
  id: string
  /** The order in which the items of the account were raised. */
  number: number
  kind: AttentionKind
  subject_type: AttentionSubject
  subject_id: string
  gift_request_id: string | null
  /** The user who sent the gift; null if the item is not about a gift. */
  sender_id: string | null
  cause: Cause
  since: Date
  raised_at: Date
  /** Null while the condition is true. */
  cleared_at: Date | null
  /** The user who looks after the item. */
  assignee_id: string | null
  /** When another user assigned the item; null if the assignee took it. */
  assigned_at: Date | null
  /** The item is out of lists and counts until then. */
  snoozed_until: Date | null
}

/** `open` and `snoozed`: the condition is true, and the item is in the lists or out of them for some days. */
export type ItemState = 'open' | 'snoozed' | 'cleared'

/** Why a subject needs attention. `describe.ts` has the sentence of each. */
export type Cause =
  | 'out_of_stock'
  | 'label_refused'
  | 'not_accepted'
  | 'not_dispatched'
  | 'not_delivered'
  | 'mail_rejected'
  | 'not_redeemed'
  | 'few_units'
  | 'no_units'
  | 'few_codes'
  | 'no_codes'
  | 'attempts_failing'
  | 'cannot_sign'
  | 'five_attempts_failed'
  | 'lost'
  | 'returned'
  | 'lost_and_cancelled'
  | 'returned_and_cancelled'
  | 'requests_failing'
  | 'price_above_ceiling'
  | 'code_unusable'
  | 'balance_low'
  | 'orders_differ'
  | 'record_missing'
  | 'host_missing'

/** A condition that is true now. */
export interface Condition {
  subject_type: AttentionSubject
  subject_id: string
  gift_request_id: string | null
  cause: Cause
  since: Date
}

/** The subjects for which one kind of condition is true now. */
export interface Finding {
  kind: AttentionKind
  conditions: readonly Condition[]
  /** The list is complete up to this id; undefined if it is complete. */
  until?: string | undefined
}
