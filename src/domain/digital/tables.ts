import type { RunRow } from '#connections'

/** How a digital item reaches its recipient. */
export type Delivery = 'code' | 'link' | 'file'

/** A row of digital.content: what a digital variant gives. */
export interface ContentRow {
  account_id: string
  /** The id of the variant. */
  id: string
  delivery: Delivery
  /** Whether each gift gets a link of its own, from imported codes. */
  is_link_per_gift: boolean
  /** The link that all gifts share. */
  encrypted_link: Buffer | null
  file_id: string | null
  /** Plain text that the recipient sees with the content. */
  instructions: string
  low_stock_threshold: number
  /** The level of the last low-stock alert; null after an import. */
  alerted_level: 'low' | 'empty' | null
  created_at: Date
  updated_at: Date
}

/** A row of digital.file, without its chunks. */
export interface FileRow {
  account_id: string
  id: string
  variant_id: string
  name: string
  content_type: string
  size: number
  created_at: Date
}

/** A row of digital.code. An imported link is stored as a code, too. */
export interface CodeRow {
  account_id: string
  id: string
  variant_id: string
  /** Null after the erasure of its recipient. */
  encrypted_code: Buffer | null
  encrypted_pin: Buffer | null
  /** The last day on which the code works, as YYYY-MM-DD. */
  expires_on: string | null
  gift_request_id: string | null
  given_at: Date | null
  revoked_at: Date | null
  revoked_reason: string | null
  created_at: Date
}

/** A row of digital.item: one unit of a digital line item of a gift request. */
export interface ItemRow {
  account_id: string
  id: string
  gift_request_id: string
  line_item_id: string
  /** From 1, for line items with a quantity. */
  number: number
  variant_id: string
  delivery: Delivery
  needs_code: boolean
  code_id: string | null
  /** Null while the item waits for a code. */
  given_at: Date | null
  revealed_at: Date | null
  /** When a user of the account replaced the code. */
  replaced_at: Date | null
  downloads: number
  created_at: Date
}

export const codeContext = (id: string) => `digital.code ${id}`
export const pinContext = (id: string) => `digital.pin ${id}`
export const linkContext = (id: string) => `digital.link ${id}`
export const chunkContext = (id: string) => `digital.file_chunk ${id}`
export const digestKeyContext = (id: string) => `digital.digest_key ${id}`

/** A row of digital.source: a supplier of which a variant buys its codes. */
export interface SourceRow {
  account_id: string
  variant_id: string
  /** From 1: the order in which the suppliers are asked. */
  position: number
  connection_id: string
  /** The supplier's id of the product. */
  product_id: string
  product_name: string
  /** The value of a code, in the smallest unit of the currency. */
  amount_minor: number
  currency: string
  /** What an order may cost, with fees. */
  ceiling_minor: number
  ceiling_currency: string
  /** Where the recipients live who get this product; empty for all countries. */
  countries: string[]
  /** Why the source buys nothing until a person saves the sources again. */
  stopped_reason: StopReason | null
  stopped_at: Date | null
}

/** Why a source stops: its last order cost more than the ceiling, or gave no code that can be used. */
export type StopReason = 'price_above_ceiling' | 'code_unusable'

/** A row of digital.purchase: an order of one code at a supplier. */
export interface PurchaseRow
  extends Omit<SourceRow, 'product_name' | 'countries' | 'stopped_reason' | 'stopped_at'> {
  /** The key of the order at the supplier. */
  id: string
  gift_request_id: string
  item_id: string
  /** Where the recipient lives; null if it is not known. */
  country: string | null
  state: 'open' | 'bought' | 'failed'
  /** The supplier's id of the order. */
  order_ref: string | null
  price_minor: number | null
  price_currency: string | null
  problem: string | null
  code_id: string | null
  /** The number of requests; 0 before the first one. */
  attempts: number
  due_at: Date | null
  leased_until: Date | null
  settled_at: Date | null
  created_at: Date
}

/** A row of digital.reconciliation: the daily comparison of a connection that sells codes. */
export interface ReconciliationRow extends RunRow {
  /** The time since which the last complete comparison has compared all purchases; null before the first. */
  compared_since: Date | null
  compared_at: Date | null
  /** Why the last run is not complete. */
  problem: string | null
  balance_minor: number | null
  balance_currency: string | null
  /** Since when the balance is low. */
  low_since: Date | null
}

/**
 * How an order differs:
 *
 * - paid_there_only  the supplier was paid for it, and no purchase here is paid
 * - paid_here_only   the purchase here is paid, and the supplier has no such order, or has cancelled it
 * - other_amount     both are paid, with different amounts
 * - other_currency   both are paid, in different currencies
 * - paid_twice       another order of a purchase is paid, too
 */
export type DifferenceKind =
  | 'paid_there_only'
  | 'paid_here_only'
  | 'other_amount'
  | 'other_currency'
  | 'paid_twice'

/** A row of digital.difference. */
export interface DifferenceRow {
  account_id: string
  connection_id: string
  kind: DifferenceKind
  order_ref: string
  /** Null if the account has no such purchase. */
  purchase_id: string | null
  here_minor: number | null
  here_currency: string | null
  there_minor: number | null
  there_currency: string | null
  ordered_at: Date
  found_at: Date
  accepted_at: Date | null
}
