import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import type { DestinationRules } from '#web/components/destinations.ts'
import type { ProductKind } from '#web/components/product-kind.ts'
import { useEditable } from '#web/use-editable.ts'

export interface Image {
  name: string
  url: string
  urls: { thumbnail: string; large: string; large_wide: string }
}

interface StockLevel {
  warehouse_id: string
  available: number
  /** Reserved for gifts that have not shipped yet. */
  reserved: number
}

type Delivery = 'code' | 'link' | 'file'

/** What a digital variant gives. */
export interface Content {
  /** Null for a variant that is older than digital contents. */
  delivery: Delivery | null
  is_link_per_gift: boolean
  /** Whether each gift takes an imported code. */
  needs_code: boolean
  link_host: string | null
  file: { name: string; size: number; content_type: string; created_at: string } | null
  instructions: string
  low_stock_threshold: number
  counts: {
    free: number
    given: number
    revoked: number
    expired: number
    /** Gifts that wait for a code. */
    waiting: number
    downloads: number
  }
  is_low: boolean
}

export interface Variant {
  id: string
  sku: string
  name: string
  images: Image[]
  archived_at: string | null
  stock_levels: StockLevel[]
  /** Null for a physical variant, and in lists. */
  content?: Content | null
  weight_grams: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  hs_code: string | null
  origin_country: string | null
  /** In the smallest unit of the currency. */
  declared_value_minor: number | null
  declared_value_currency: string | null
  /** In the smallest unit of the currency; null unless the product is a donation. */
  donation_amount_minor: number | null
  donation_currency: string | null
  /** How often recipients can choose it; null without a limit. */
  donation_cap: number | null
}

export interface Product extends DestinationRules {
  id: string
  name: string
  description: string
  kind: ProductKind
  images: Image[]
  /** Of the charity; null for other products. */
  registration_number: string | null
  charity_url: string | null
  /** The age that a recipient must have. */
  minimum_age: number | null
  archived_at: string | null
  created_at: string
  updated_at: string
  variants: Variant[]
}

export interface ProductDetail extends Product {
  /** Live campaigns that offer the product. */
  campaigns: { id: string; name: string }[]
}

/** A product with the ETag that detects concurrent changes. */
export const useProduct = (id: string) =>
  useQuery({
    queryKey: ['product', id],
    queryFn: () => api.get<ProductDetail>(`/catalogue/products/${id}`),
  })

/** Loads a product for a form. */
export const useEditableProduct = (id: string) =>
  useEditable<ProductDetail>(`/catalogue/products/${id}`)

export const useWarehouses = () =>
  useQuery({
    queryKey: ['warehouses'],
    queryFn: () => api.get('/catalogue/warehouses'),
  })

/** Stock of a variant in all warehouses. */
export const getAvailable = ({ stock_levels }: Variant): number =>
  stock_levels.reduce((sum, { available }) => sum + available, 0)

/** The low-stock threshold; the server uses the same number. */
const lowStockThreshold = 5

export const isLowStock = ({ kind, archived_at, variants }: Product): boolean =>
  kind === 'physical' &&
  archived_at === null &&
  variants.some(
    (variant) => variant.archived_at === null && getAvailable(variant) <= lowStockThreshold,
  )
