/*
 * The catalogue side of a carrier that is a shop. docs/connectors/shops.md states what a shop guarantees.
 */

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
/** Products with more variants than this are cut. */
export const maxShopVariants = 100
/** The bytes that the responses to one reading of a shop may have together. */
export const maxReadingBytes = 50_000_000
/** What the catalogue accepts: longer texts are cut. */
export const maxShopTexts = { name: 255, description: 5_000 } as const
