import type { Address } from '#contract'

/*
 * The content of the documents that the packing station prints. All values are plain data, because they pass to a
 * worker thread.
 */

export type DocumentKind = 'packing_slip' | 'address_label'
export type Paper = 'a4' | 'letter' | '4x6'

/** Limits the pages of one file. */
export const maxParcelsPerDocument = 50

export interface PackingDocument {
  kind: DocumentKind
  paper: Paper
  account_name: string
  /** The account's colour, such as `#7c3aed`; null for black. */
  color: string | null
  parcels: readonly PrintedParcel[]
}

export interface PrintedParcel {
  /** The text of the barcode, such as `GR-7KQ2M9P4-1`. */
  barcode: string
  /** The URL of the QR code. */
  url: string
  gift_reference: string
  number: number
  /** The number of parcels of the gift request. */
  count: number
  /** The parcel's sender. Without an address the label has the name and the country. */
  warehouse: { name: string; country: string; address: Address | null } | null
  lines: readonly { sku: string; name: string; quantity: number }[]
  /** Null on a packing slip. */
  address: Address | null
}
