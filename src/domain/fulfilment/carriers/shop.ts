import type { ParsedMessage } from './carrier.ts'

/*
 * The catalogue side of a carrier that is a shop. docs/connectors/shops.md states what a shop guarantees.
 */

export interface Shop {
  /**
   * Reads all products that the connection names. Waits when the shop asks for it. Never throws, ends soon after the
   * signal, and returns no credential. A list that changes while it is read is a failure, because a product that is left
   * out counts as deleted.
   */
  read(signal: AbortSignal): Promise<ShopReading>
  /** Reads how far an order is. The kind is `other` for an order that does not exist. */
  track(carrier_ref: string): Promise<Exclude<ParsedMessage, { kind: 'forged' }>>
}

export type ShopReading =
  | {
      ok: true
      /** The country that the shop ships from, ISO 3166-1 alpha-2; null if the shop does not say. */
      country: string | null
      products: readonly ShopProduct[]
    }
  | { ok: false; reason: string }

/** Texts are plain, without HTML. */
export interface ShopProduct {
  /** What identifies the product in the shop, at most 200 characters. */
  key: string
  name: string
  description: string
  /** URLs, the first one is the main picture. */
  pictures: readonly string[]
  variants: readonly ShopVariant[]
}

export interface ShopVariant {
  key: string
  /** Null if the shop has none: the variant cannot be ordered. */
  sku: string | null
  name: string
  picture: string | null
  /** In the smallest unit of the currency; null if the shop does not say. */
  price: { amount_minor: number; currency: string } | null
  /** Null if the shop does not count it: it is always available. */
  available: number | null
}

/** A shop with more products is an error. */
export const maxShopProducts = 2_000
