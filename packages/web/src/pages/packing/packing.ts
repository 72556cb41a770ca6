import type { Paginated } from '#web/api.ts'

interface Warehouse {
  id: string
  name: string
  country: string
}

interface Holder {
  id: string
  name: string
}

/** A parcel in the queue. */
export interface QueuedParcel {
  id: string
  barcode: string
  lines: readonly { sku: string; name: string; quantity: number }[]
  warehouse: Warehouse | null
  country: string | null
  created_at: string
  leased_by: Holder | null
  packed_at: string | null
}

export interface PackingLine {
  variant_id: string
  sku: string
  name: string
  quantity: number
  image_url: string | null
}

/** A parcel that the user has taken. */
export interface PackingParcel {
  id: string
  barcode: string
  lines: readonly PackingLine[]
  warehouse: Warehouse | null
  country: string | null
  created_at: string
  carrier_id: string
  carrier: string | null
  tracking_code: string | null
  /** A carrier sells the label, and its rate is not chosen yet. */
  needs_rate: boolean
  leased_until: string | null
  packed_at: string | null
  handed_over_at: string | null
  /** Why the parcel must not be packed any more. */
  ended: 'cancelled' | 'address_changed' | 'not_to_pack' | null
}

export interface PackingAddress {
  lines: readonly string[]
  country: string
  phone: string | null
  label_url: string | null
}

export interface QueueSummary {
  waiting: number
  leased: { user: Holder; count: number }[]
  packed: number
  warehouses: Warehouse[]
}

export type QueuePage = Paginated<QueuedParcel>

/** Counts stop here. */
const countCap = 10_000
export const formatCount = (count: number): string =>
  count > countCap ? `${countCap.toLocaleString('en')}+` : count.toLocaleString('en')

/** The units that are in the box, by variant. */
export type Ticks = Readonly<Record<string, number>>

export const isComplete = ({ lines }: PackingParcel, ticks: Ticks): boolean =>
  lines.every(({ variant_id, quantity }) => (ticks[variant_id] ?? 0) >= quantity)

/**
 * The text of a parcel's barcode in a scanned code, which may be the URL of the QR code on a packing slip. Undefined for
 * every other code.
 */
export function findBarcode(code: string): string | undefined {
  const text = URL.canParse(code) ? (new URL(code).searchParams.get('parcel') ?? code) : code
  return /^GR-[0-9A-Z]{4,16}-[1-9]\d{0,3}$/i.test(text) ? text.toUpperCase() : undefined
}

export interface Rate {
  id: string
  carrier_name: string
  service: string
  amount_minor: number
  currency: string
  delivery_days: number | null
}

/** The rates of a parcel without a label, cheapest first. */
export interface ParcelRates {
  rates: readonly Rate[]
}
