import type { ScanState } from '../carriers/carrier.ts'
import type { ParcelState } from './parcel-states.ts'

/** A row of fulfilment.parcel. */
export interface ParcelRow {
  account_id: string
  id: string
  gift_request_id: string
  number: number
  label_attempt: number
  state: ParcelState
  has_left: boolean
  replaces: string | null
  warehouse_id: string | null
  carrier: string
  /** The connection with which the label is bought. Null for a carrier of the installation. */
  connection_id: string | null
  carrier_ref: string | null
  carrier_name: string | null
  tracking_code: string | null
  tracking_url: string | null
  label_url: string | null
  estimated_at: Date | null
  /** The price of the label. Null without a label, and if the carrier does not report the price. */
  label_price_minor: number | null
  label_price_currency: string | null
  problem_reason: string | null
  problem_remedy: string | null
  /**
   * The action that is pending. With `relabel`, the label is cancelled, and then a new label is bought for
   * the changed gift.
   */
  pending_action: 'place' | 'cancel' | 'relabel' | null
  attempts: number
  due_at: Date | null
  leased_until: Date | null
  scenario: string | null
  simulated_steps: number
  next_simulated_at: Date | null
  /** The minimum age in years of the adult who signs for the parcel. Null without a restriction. */
  minimum_age: number | null
  /**
   * True if the packing station replaced the parcel with other parcels before it left. A retired parcel has
   * no lines, and its label is refunded.
   */
  is_retired: boolean
  created_at: Date
  updated_at: Date
}

/** The columns of a parcel that has no label, no carrier task and no problem. */
export const noLabel = {
  carrier_ref: null,
  carrier_name: null,
  tracking_code: null,
  tracking_url: null,
  label_url: null,
  estimated_at: null,
  label_price_minor: null,
  label_price_currency: null,
  problem_reason: null,
  problem_remedy: null,
  pending_action: null,
  attempts: 0,
  due_at: null,
  leased_until: null,
  next_simulated_at: null,
} as const satisfies Partial<ParcelRow>

/** The part of a line item that a parcel contains. */
export interface ParcelLine {
  line_item_id: string
  variant_id: string
  sku: string
  name: string
  quantity: number
}

/** A row of fulfilment.scan. */
export interface ScanRow {
  parcel_id: string
  carrier: string
  message_id: string
  carrier_ref: string
  state: ScanState
  occurred_at: Date
  received_at: Date
  description: string
  location: string | null
}

/**
 * A row of fulfilment.packing. A parcel is being packed until its lease ends. It counts as packed from the
 * time `packed_at`. A parcel without a row was never taken. Code that changes a row must lock the gift
 * request first.
 */
export interface PackingRow {
  account_id: string
  parcel_id: string
  /** The user who leases the parcel. */
  leased_by: string | null
  leased_until: Date | null
  packed_at: Date | null
  packed_by: string | null
  handed_over_at: Date | null
  /** The digest of the encrypted address at the beginning of the lease. */
  address_digest: Buffer | null
  /** True if the user who leases the parcel has seen this address. */
  address_shown: boolean
  /** When a card was last printed for the parcel. */
  card_printed_at: Date | null
}

/** A row of fulfilment.label_purchase: a label that a user is buying. */
export interface LabelPurchaseRow {
  account_id: string
  id: string
  parcel_id: string
  carrier: string
  connection_id: string | null
  carrier_ref: string
  attempts: number
  /** The time when the result of the purchase is overdue, or when the label must be refunded. */
  due_at: Date
  leased_until: Date | null
  created_at: Date
}

/** Returns the packing row of a parcel that no packer has taken. */
export const toUntouchedPacking = ({
  account_id,
  id,
}: Pick<ParcelRow, 'account_id' | 'id'>): PackingRow => ({
  account_id,
  parcel_id: id,
  leased_by: null,
  leased_until: null,
  packed_at: null,
  packed_by: null,
  handed_over_at: null,
  address_digest: null,
  address_shown: false,
  card_printed_at: null,
})
