import type { Image, ProductDetail, VariantDetail } from '#web/admin-api.ts'
import type { DestinationMode } from '#web/components/destination-fields.tsx'
import { fromMinorUnits, toMinorUnits } from '#web/components/minor-units.ts'
import type { ProductKind } from '#web/components/product-kind.ts'
import type { Allergen } from './allergens.ts'
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

/** A size guide as typed: an empty unit is no unit, and an empty guide is no guide. */
export interface SizeGuideFormValues {
  unit: 'cm' | 'in' | ''
  columns: string[]
  rows: { size: string; values: string[] }[]
  note: string
}

/** The amount of a donation as typed, in whole units. */
export interface DonationDetails {
  donation_amount_minor: number | string
  donation_currency: string
  donation_cap: number | string
}

/** What one unit costs as typed, in whole units. */
export interface UnitCost {
  unit_cost_minor: number | string
  unit_cost_currency: string
}

export interface VariantFormValues
  extends ShippingDetails,
    DonationDetails,
    UnitCost,
    DeliveryFormValues {
  /** A client-side key that identifies the row while it is edited. */
  key: string
  id?: string
  sku: string
  name: string
  images: Image[]
  translations: VariantDetail['translations']
}

export interface ProductFormValues extends Record<string, unknown> {
  name: string
  description: string
  kind: ProductKind
  images: Image[]
  translations: ProductDetail['translations']
  registration_number: string
  charity_url: string
  destination_mode: DestinationMode
  destinations: string[]
  minimum_age: number | string
  size_guide: SizeGuideFormValues
  allergens: Allergen[]
  ingredients: string
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

const noSizeGuide: SizeGuideFormValues = { unit: 'cm', columns: [], rows: [], note: '' }

const noDonation: DonationDetails = {
  donation_amount_minor: '',
  donation_currency: '',
  donation_cap: '',
}

const noUnitCost: UnitCost = { unit_cost_minor: '', unit_cost_currency: '' }

export const createEmptyVariant = (): VariantFormValues => ({
  key: crypto.randomUUID(),
  sku: '',
  name: '',
  images: [],
  translations: {},
  ...noDetails,
  ...noDonation,
  ...noUnitCost,
  ...toDeliveryFormValues(undefined),
})

export const createEmptyProduct = (): ProductFormValues => ({
  name: '',
  description: '',
  kind: 'physical',
  images: [],
  translations: {},
  registration_number: '',
  charity_url: '',
  destination_mode: 'all',
  destinations: [],
  minimum_age: '',
  size_guide: noSizeGuide,
  allergens: [],
  ingredients: '',
  variants: [createEmptyVariant()],
})

export const toFormValues = (product: ProductDetail): ProductFormValues => ({
  name: product.name,
  description: product.description,
  kind: product.kind,
  images: product.images,
  translations: product.translations,
  registration_number: product.registration_number ?? '',
  charity_url: product.charity_url ?? '',
  destination_mode: product.destination_mode,
  destinations: [...product.destinations],
  minimum_age: product.minimum_age ?? '',
  size_guide:
    product.size_guide === null
      ? noSizeGuide
      : { ...product.size_guide, unit: product.size_guide.unit ?? '' },
  allergens: [...product.allergens],
  ingredients: product.ingredients,
  variants: product.variants.map(toVariantValues),
})

const toVariantValues = (variant: VariantDetail): VariantFormValues => {
  const { id, sku, name, images, declared_value_minor, declared_value_currency } = variant
  return {
    ...{ key: id, id, sku, name, images, translations: variant.translations },
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
    ...toDonationValues(variant),
    ...toUnitCostValues(variant),
  }
}

const toDonationValues = (variant: VariantDetail): DonationDetails => ({
  donation_amount_minor:
    variant.donation_amount_minor === null
      ? ''
      : fromMinorUnits(variant.donation_amount_minor, variant.donation_currency ?? ''),
  donation_currency: variant.donation_currency ?? '',
  donation_cap: variant.donation_cap ?? '',
})

const toUnitCostValues = ({
  unit_cost_minor: cost,
  unit_cost_currency: currency,
}: VariantDetail): UnitCost => ({
  unit_cost_minor: cost === null ? '' : fromMinorUnits(cost, currency ?? ''),
  unit_cost_currency: currency ?? '',
})

/** A donation costs its amount, so it has no unit cost. */
const toUnitCostRequest = (kind: ProductKind, variant: UnitCost) => {
  const { unit_cost_minor: cost, unit_cost_currency: currency } = variant
  if (kind === 'donation') return { unit_cost_minor: null, unit_cost_currency: null }
  return {
    unit_cost_minor: cost === '' ? null : toMinorUnits(cost, currency),
    unit_cost_currency: orNull(currency.trim().toUpperCase()),
  }
}

/** Other products have no amount, also if one was typed before their kind was chosen. */
const toDonationRequest = (kind: ProductKind, variant: DonationDetails) =>
  kind === 'donation'
    ? {
        donation_amount_minor:
          variant.donation_amount_minor === ''
            ? null
            : toMinorUnits(variant.donation_amount_minor, variant.donation_currency),
        donation_currency: orNull(variant.donation_currency.trim().toUpperCase()),
        donation_cap: toNumber(variant.donation_cap),
      }
    : { donation_amount_minor: null, donation_currency: null, donation_cap: null }

/** The request body: without the client-side keys, with null for empty fields. */
export const toRequestBody = ({
  name,
  description,
  kind,
  images,
  translations,
  destination_mode,
  destinations,
  minimum_age,
  size_guide,
  allergens,
  ingredients,
  registration_number,
  charity_url,
  variants,
}: ProductFormValues) => ({
  ...{ name, description, kind, images, translations, destination_mode, destinations },
  minimum_age: toNumber(minimum_age),
  size_guide: toSizeGuideRequest(size_guide),
  ...{ allergens, ingredients },
  registration_number: kind === 'donation' ? orNull(registration_number) : null,
  charity_url: kind === 'donation' ? orNull(charity_url) : null,
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
    ...toDonationRequest(kind, variant),
    ...toUnitCostRequest(kind, variant),
  })),
})

/** A guide without a table has no unit. */
const toSizeGuideRequest = ({ unit, columns, rows, note }: SizeGuideFormValues) =>
  columns.length === 0 && note.trim() === ''
    ? null
    : { unit: unit === '' || columns.length === 0 ? null : unit, columns, rows, note }

const orNull = (value: string): string | null => (value === '' ? null : value)

/** The server rejects text that is not a number, at its field. */
export const toNumber = (value: number | string): number | null =>
  value === '' ? null : (value as number)
