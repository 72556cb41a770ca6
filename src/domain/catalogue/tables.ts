import type { Address, Image } from '#contract'
import type { ProductRules } from './destinations.ts'
import type { CharityDetails, DonationDetails } from './donation-details.ts'
import type { ProductDetails } from './product-details.ts'
import type { ProductKind } from './product-kind.ts'
import type { ItemTranslationsInput } from './translations.ts'
import type { VariantDetails } from './variant-details.ts'

/** A variant with the product details that are displayed with it. */
export interface Variant {
  id: string
  sku: string
  name: string
  images: readonly Image[]
  product: {
    id: string
    name: string
    description: string
    kind: ProductKind
    images: readonly Image[]
  } & ProductRules &
    CharityDetails &
    ProductDetails
  donation: DonationDetails
}

export interface NewProduct extends Partial<ProductRules & CharityDetails & ProductDetails> {
  name: string
  description: string
  kind: ProductKind
  images: readonly Image[]
  translations?: ItemTranslationsInput
  /** Ordered as displayed. */
  variants: readonly NewVariant[]
}

export interface NewVariant extends Partial<VariantDetails> {
  /** Unique within an account. */
  sku: string
  name: string
  images: readonly Image[]
  translations?: ItemTranslationsInput
}

export interface Warehouse {
  id: string
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface WarehouseWithAddress extends Warehouse {
  /** Parcels are sent from this address; null until an admin enters it. */
  address: Address | null
}

export interface StockLevel {
  warehouse: Warehouse
  available: number
}
