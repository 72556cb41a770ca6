import type { Image, ProductDetail, VariantDetail } from '#web/admin-api.ts'
import type { DestinationMode } from '#web/components/destination-fields.tsx'
import { fromMinorUnits, toMinorUnits } from '#web/components/minor-units.ts'
import {
  type DeliveryFormValues,
  toDeliveryFormValues,
  toDeliveryRequest,
} from './delivery-fields.tsx'

/** Shipping details as typed: empty fields are empty strings. The value is in whole units, such as 12.50. */
export interface ShippingDetails {
  weight_grams: number | string
  length_mm: number | string
  width_mm: number | string
  height_mm: number | string
  hs_code: string
  origin_country: string | null
  declared_value_minor: number | string
  declared_value_currency: string
}

export interface VariantFormValues extends ShippingDetails, DeliveryFormValues {
  /** A client-side key that identifies the row while it is edited. */
  key: string
  id?: string
  sku: string
  name: string
  images: Image[]
}

export interface ProductFormValues extends Record<string, unknown> {
  name: string
  description: string
  kind: 'physical' | 'digital'
  images: Image[]
  destination_mode: DestinationMode
  destinations: string[]
  minimum_age: number | string
  variants: VariantFormValues[]
}

const noDetails: ShippingDetails = {
  weight_grams: '',
  length_mm: '',
  width_mm: '',
  height_mm: '',
  hs_code: '',
  origin_country: null,
  declared_value_minor: '',
  declared_value_currency: '',
}

export const createEmptyVariant = (): VariantFormValues => ({
  key: crypto.randomUUID(),
  sku: '',
  name: '',
  images: [],
  ...noDetails,
  ...toDeliveryFormValues(undefined),
})

export const createEmptyProduct = (): ProductFormValues => ({
  name: '',
  description: '',
  kind: 'physical',
  images: [],
  destination_mode: 'all',
  destinations: [],
  minimum_age: '',
  variants: [createEmptyVariant()],
})

export const toFormValues = (product: ProductDetail): ProductFormValues => ({
  name: product.name,
  description: product.description,
  kind: product.kind,
  images: product.images,
  destination_mode: product.destination_mode,
  destinations: [...product.destinations],
  minimum_age: product.minimum_age ?? '',
  variants: product.variants.map(toVariantValues),
})

const toVariantValues = (variant: VariantDetail): VariantFormValues => {
  const { id, sku, name, images, declared_value_minor, declared_value_currency } = variant
  return {
    ...{ key: id, id, sku, name, images },
    ...toDeliveryFormValues(variant.content ?? undefined),
    weight_grams: variant.weight_grams ?? '',
    length_mm: variant.length_mm ?? '',
    width_mm: variant.width_mm ?? '',
    height_mm: variant.height_mm ?? '',
    hs_code: variant.hs_code ?? '',
    origin_country: variant.origin_country,
    declared_value_minor:
      declared_value_minor === null
        ? ''
        : fromMinorUnits(declared_value_minor, declared_value_currency ?? ''),
    declared_value_currency: declared_value_currency ?? '',
  }
}

/** The request body: without the client-side keys, with null for empty fields. */
export const toRequestBody = ({
  name,
  description,
  kind,
  images,
  destination_mode,
  destinations,
  minimum_age,
  variants,
}: ProductFormValues) => ({
  ...{ name, description, kind, images, destination_mode, destinations },
  minimum_age: toNumber(minimum_age),
  variants: variants.map(({ key: _, delivery, link_url, ...variant }) => ({
    ...variant,
    ...(kind === 'digital' ? toDeliveryRequest({ delivery, link_url }) : {}),
    weight_grams: toNumber(variant.weight_grams),
    length_mm: toNumber(variant.length_mm),
    width_mm: toNumber(variant.width_mm),
    height_mm: toNumber(variant.height_mm),
    hs_code: orNull(variant.hs_code.trim()),
    origin_country: orNull(variant.origin_country ?? ''),
    declared_value_minor:
      variant.declared_value_minor === ''
        ? null
        : toMinorUnits(variant.declared_value_minor, variant.declared_value_currency),
    declared_value_currency: orNull(variant.declared_value_currency.trim().toUpperCase()),
  })),
})

const orNull = (value: string): string | null => (value === '' ? null : value)

/** The server rejects text that is not a number, at its field. */
export const toNumber = (value: number | string): number | null =>
  value === '' ? null : (value as number)
