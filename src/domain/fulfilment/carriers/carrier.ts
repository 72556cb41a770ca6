import type { Address } from '#contract'

/**
 * What every carrier promises. We say what has to go where, and it says what became of that, in the
 * words below. Nothing else in the house knows which carrier it is talking to.
 *
 * To add a carrier: a file beside this one that makes a `Carrier`, a case in `index.ts`, its settings,
 * and a line in `conformance.test.ts`, which holds it to the promise. If it sends messages, its inbox
 * is at `POST /carriers/{name}/{key}` without another line.
 */
export interface Carrier {
  readonly name: string
  /**
   * Takes a parcel on. Our reference is what makes it safe to ask again: the same reference is the same
   * parcel, however often it is placed, and whatever became of the answers before.
   */
  place(request: ShipmentRequest): Promise<PlaceResult>
  /** Calls a parcel off. Asking again for one that is called off already succeeds again. */
  cancel(carrier_ref: string): Promise<CancelResult>
  /** Where its messages come in; left out by carriers that send none. */
  readonly inbox?: WebhookInbox
}

export interface WebhookInbox {
  /** The end of the address they are sent to, which nobody can guess. */
  key: string
  /** Reads a message that somebody sent in the carrier's name. */
  parse(message: CarrierMessage): Promise<ParsedMessage>
}

/** What has to go where. */
export interface ShipmentRequest {
  /** Ours, of this parcel and this attempt at a label. */
  reference: string
  address: Address
  lines: readonly { sku: string; name: string; quantity: number }[]
  /** Where the goods lie; null when nobody knows. */
  warehouse: { name: string; country: string } | null
  /** 1 for the first attempt with this reference. */
  attempt: number
  /** What the simulator shall let happen. No other carrier looks at it. */
  scenario: string | null
}

/** The world outside failing is not an error of ours: it is data. */
export type PlaceResult =
  | { kind: 'placed'; label: ShippingLabel }
  /** Somebody has to mend something; in words for that somebody. */
  | { kind: 'refused'; reason: string; remedy: string }
  /** It may well work later. */
  | { kind: 'unreachable'; reason: string }

export interface ShippingLabel {
  /** What the carrier knows the parcel by. */
  carrier_ref: string
  /** Who drives it, in people's words. */
  carrier_name: string
  tracking_code: string | null
  tracking_url: string | null
  label_url: string | null
  estimated_at: Date | null
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
  /** Genuine, and of no concern to parcels. */
  | { kind: 'other' }
  | { kind: 'tracking'; tracking: Tracking }

/** What a carrier says of one parcel: any number of scans, new and old. */
export interface Tracking {
  carrier: string
  carrier_ref: string
  scans: readonly Scan[]
  estimated_at?: Date | null
  tracking_url?: string | null
}

export interface Scan {
  /** The same for the same scan, however often it is told. */
  message_id: string
  state: ScanState
  /** By the carrier's clock. */
  occurred_at: Date
  description: string
  location: string | null
}

/**
 * What a carrier can say of a parcel that it has, in the order in which it happens when two scans
 * claim the same moment. `ordered` is news of a label, not of a parcel.
 */
export const scanStates = [
  'ordered',
  'in_transit',
  'delivery_attempt_failed',
  'out_for_delivery',
  'delivered',
  'refused',
  'returned',
  'lost',
  'cancelled',
] as const
export type ScanState = (typeof scanStates)[number]

export const isScanState = (text: string): text is ScanState =>
  scanStates.some((state) => state === text)
