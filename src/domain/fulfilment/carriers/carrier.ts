import type { RateRule } from '#campaigns'
import type { ShippingDetails } from '#catalogue'
import { type Address, scanStateNames } from '#contract'
import type { PaidGifts } from './paid-gift.ts'
import type { ShopReading } from './shop.ts'

/**
 * The interface that every carrier implements. No other code depends on a particular carrier.
 *
 * A connector (packages/connectors) builds carriers for one service; docs/connectors/carriers.md describes how to write
 * one. The kit in test/support/carrier-kit attacks the guarantees below.
 */
export interface Carrier {
  readonly name: string
  /** Whether the account's own people pack these parcels at the packing station. */
  readonly packedHere: boolean
  /**
   * Buys a label for a parcel. Idempotent by `reference`: repeated calls with one reference ship one
   * parcel, even when an earlier response was lost.
   */
  place(request: ShipmentRequest): Promise<PlaceResult>
  /** Whether cancelling always succeeds without a request to another system. */
  readonly cancelsLocally?: true
  /** Cancels a parcel. Cancelling a cancelled parcel succeeds. */
  cancel(carrier_ref: string): Promise<CancelResult>
  /** Receives the carrier's webhook messages; absent for carriers that send none. */
  readonly inbox?: WebhookInbox
  /** Compares rates and buys one of them; absent for carriers with one rate. */
  readonly rates?: RateChoice
  /** The products of a shop, which ships only these; absent for other carriers. */
  readonly shop?: Shop
}

/** The products of a carrier that is a shop: docs/connectors/shops.md. */
export interface Shop {
  /**
   * Reads all products that the connection names. Waits when the shop asks for it. Never throws, ends soon after the
   * signal, and returns no credential. A list that changes while it is read is a failure, because a product that is left
   * out counts as deleted.
   */
  read(signal: AbortSignal): Promise<ShopReading>
  /** Reads how far an order is. The kind is `other` for an order that does not exist. */
  track(carrier_ref: string): Promise<Exclude<ParsedMessage, { kind: 'forged' }>>
  /** The gifts that buyers pay in its checkout. */
  readonly gifts?: PaidGifts
}

/** Rates of a placed parcel whose label is not bought yet. */
export interface RateChoice {
  /** Returns the rates, cheapest first. */
  list(carrier_ref: string): Promise<RateList>
  /** Buys the label at a rate. Idempotent: a bought label is returned, whatever the rate. */
  buy(carrier_ref: string, rate_id: string): Promise<PlaceResult>
}

export interface Rate {
  id: string
  /** The delivering carrier, such as UPS. */
  carrier_name: string
  /** The service of the carrier, such as Ground. */
  service: string
  /** In the smallest unit of the currency: 758 is 7.58 USD. */
  amount_minor: number
  currency: string
  /** Days in transit; null when the carrier does not say. */
  delivery_days: number | null
}

export type RateList =
  | { kind: 'rates'; rates: readonly Rate[] }
  /** The label is bought already. */
  | { kind: 'bought'; label: ShippingLabel }
  | { kind: 'unreachable'; reason: string }

export interface WebhookInbox {
  /** The last path segment of the webhook URL; unguessable. */
  key: string
  /** Verifies and parses a message that claims to come from the carrier. */
  parse(message: CarrierMessage): Promise<ParsedMessage>
}

/** The contents and destination of a parcel. */
export interface ShipmentRequest {
  /** Unique for the parcel and its label attempt. */
  reference: string
  address: Address
  lines: readonly ShipmentLine[]
  /** The warehouse that ships the goods; null when unknown. Its address is null when it has none. */
  warehouse: { name: string; country: string; address: Address | null } | null
  rate_rule: RateRule
  /** Of the recipient. Null when anyone may accept the parcel. */
  minimum_age: number | null
  /** The name of the person or company who signs the customs declaration. */
  customs_signer: string
  /**
   * The URL of the card that is printed for the parcel, as PDF. Null if none is printed. It is the same in each repetition.
   */
  card_url: string | null
  /**
   * The order of a shop that a buyer has paid. The shop ships it in place of a new order: `place` sets its item and address,
   * and releases it. Null for all other parcels.
   */
  paid_order: string | null
  /** 1 for the first attempt with this reference. */
  attempt: number
  /** The scenario that the simulator plays. Other carriers ignore it. */
  scenario: string | null
}

/** The details are those of one unit. */
export interface ShipmentLine extends ShippingDetails {
  sku: string
  name: string
  quantity: number
}

/** Carrier failures are data, not exceptions. */
export type PlaceResult =
  | { kind: 'placed'; label: ShippingLabel }
  /** The parcel must be corrected; reason and remedy are phrased for the person who can do so. */
  | { kind: 'refused'; reason: string; remedy: string }
  /** A retry can succeed. */
  | { kind: 'unreachable'; reason: string }

export interface ShippingLabel {
  /** The carrier's identifier of the parcel. */
  carrier_ref: string
  /** The name of the delivering carrier, for display; null while it is not known. */
  carrier_name: string | null
  tracking_code: string | null
  tracking_url: string | null
  label_url: string | null
  estimated_at: Date | null
  /** What the label costs, in the smallest unit of the currency; absent when the carrier does not say. */
  label_price_minor?: number
  label_price_currency?: string
}

export type CancelResult =
  | { kind: 'cancelled' }
  | { kind: 'too_late'; reason: string }
  | { kind: 'unreachable'; reason: string }

export interface CarrierMessage {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export type ParsedMessage =
  | { kind: 'forged' }
  /** Genuine, but not about a parcel. */
  | { kind: 'other' }
  /** Genuine, and the products of a shop have changed. */
  | { kind: 'products' }
  /** Genuine, but the service did not confirm it. The service sends it again. */
  | { kind: 'unreachable'; reason: string }
  /** Genuine, but it cannot be read; the problem names the field. */
  | { kind: 'invalid'; problem: string }
  | { kind: 'tracking'; tracking: Tracking }

/** Scans of one parcel as reported by a carrier; can include scans that are stored already. */
export interface Tracking {
  carrier: string
  carrier_ref: string
  scans: readonly Scan[]
  /** The name of the delivering carrier, for display. */
  carrier_name?: string
  tracking_code?: string
  estimated_at?: Date | null
  tracking_url?: string | null
}

export interface Scan {
  /** Identifies the scan; equal in every message that repeats the scan. */
  message_id: string
  state: ScanState
  /** The time of the scan by the carrier's clock. */
  occurred_at: Date
  description: string
  location: string | null
}

/**
 * The states that a carrier can report, in the order that applies to scans with equal timestamps.
 * `ordered` refers to the label, not to the parcel.
 */
export const scanStates = scanStateNames
export type ScanState = (typeof scanStates)[number]

export const isScanState = (text: string): text is ScanState =>
  scanStates.some((state) => state === text)
