import type { Address } from '#contract'

/*
 * The content of the documents that the packing station prints. All values are plain data, because they pass to a
 * worker thread.
 */

/** `slip_and_card` is a run: each slip is followed by the card of its parcel. `pick_list` is one list for all parcels. */
export type DocumentKind =
  | 'packing_slip'
  | 'address_label'
  | 'greeting_card'
  | 'slip_and_card'
  | 'pick_list'
export type Paper = 'a4' | 'letter' | '4x6'

/** A single card of 105 × 148 mm or of 210 × 99 mm, and sheets that are folded once. */
export type CardFormat = 'a6' | 'dl' | 'a5_folded' | 'letter_folded'

export interface CardStyle {
  format: CardFormat
  /** Whether the sheet has a margin with marks for cutting and folding. */
  has_marks: boolean
}

/** Limits the pages of one file. */
export const maxParcelsPerDocument = 50

export interface PackingDocument {
  kind: DocumentKind
  paper: Paper
  card_style: CardStyle
  account_name: string
  /** The account's colour, such as `#7c3aed`; null for black. */
  color: string | null
  parcels: readonly PrintedParcel[]
  /** The photos of the cards by id: as they were uploaded, and as JPEGs in the resolution of the print once they are scaled. */
  photos: Readonly<Record<string, Uint8Array>>
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
  /** Null on other documents, and for a campaign whose cards are not printed. */
  card: PrintedCard | null
}

/** The texts are in the language of the recipient, but for the message of the sender. */
export interface PrintedCard {
  /** The drawing as SVG. Null for a card without one. */
  picture: string | null
  /** The colour of the campaign, such as `#7c3aed`. */
  color: string
  headline: string
  /** The message with its lines. Empty if the sender wrote none. */
  message: string
  sender_name: string
  /** The id of the sender's photo, which is beside the name. Null without one, and for a video. */
  photo_id: string | null
  /** Says that the gift is from the sender, in place of a message. */
  greeting: string
  /** Says who sent the gift, with the name of the account. */
  sent_by: string
  /** The recipient's page, and what it is for. Null for a gift without a link. */
  link: { url: string; text: string } | null
  direction: 'ltr' | 'rtl'
  /** A country of the language, which decides the shapes of Han characters. */
  country: string | undefined
}
