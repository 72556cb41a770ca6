import type { BodyAt, Image, ProductDetail, Variant } from '#web/admin-api.ts'
import { fromMinorUnits, toMinorUnits } from '#web/components/formats/minor-units.ts'
import type { ProductKind } from '#web/components/formats/product-kind.ts'
import type { DestinationMode } from '#web/components/forms/destination-fields.tsx'
import type { Allergen } from './allergens.ts'
import {
  type DeliveryFormValues,
  toDeliveryFormValues,
  toDeliveryRequest,
} from './delivery-fields.tsx'

type Money = NonNullable<Variant['unit_cost']>

/** An amount as typed, in whole units such as 12.50; empty without one. */
interface MoneyFormValues {
  amount: number | string
  currency: string
}

/** Shipping details as typed: empty fields are empty strings. */
interface ShippingDetails {
  weight_grams: number | string
  length_mm: number | string
  width_mm: number | string
  height_mm: number | string
  hs_code: string
  origin_country: string | null
  declared_value: MoneyFormValues
}

/** A size guide as typed: an empty unit is no unit, and an empty guide is no guide. */
export interface SizeGuideFormValues {
  unit: 'cm' | 'in' | ''
  columns: string[]
  rows: { size: string; values: string[] }[]
  note: string
}

export interface VariantFormValues extends ShippingDetails {
  /** A client-side key that identifies the row while it is edited. */
  key: string
  id?: string
  sku: string
  name: string
  images: Image[]
  translations: Variant['translations']
  unit_cost: MoneyFormValues
  donation: { amount: MoneyFormValues; cap: number | string }
  digital: DeliveryFormValues
}

/** The members of a product, under the names that errors of the server have. */
export interface ProductFormValues extends Record<string, unknown> {
  name: string
  description: string
  kind: ProductKind
  images: Image[]
  translations: ProductDetail['translations']
  charity: { registration_number: string; url: string }
  destination_mode: DestinationMode
  destinations: string[]
  minimum_age: number | string
  size_guide: SizeGuideFormValues
  allergens: Allergen[]
  ingredients: string
  variants: VariantFormValues[]
}

const noMoney: MoneyFormValues = { amount: '', currency: '' }

const noSizeGuide: SizeGuideFormValues = { unit: 'cm', columns: [], rows: [], note: '' }

export const createEmptyVariant = (): VariantFormValues => ({
  key: crypto.randomUUID(),
  sku: '',
  name: '',
  images: [],
  translations: {},
  weight_grams: '',
  length_mm: '',
  width_mm: '',
  height_mm: '',
  hs_code: '',
  origin_country: null,
  declared_value: noMoney,
  unit_cost: noMoney,
  donation: { amount: noMoney, cap: '' },
  digital: toDeliveryFormValues(null),
})

export const createEmptyProduct = (): ProductFormValues => ({
  name: '',
  description: '',
  kind: 'physical',
  images: [],
  translations: {},
  charity: { registration_number: '', url: '' },
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
  charity: {
    registration_number: product.charity?.registration_number ?? '',
    url: product.charity?.url ?? '',
  },
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

const toVariantValues = (variant: Variant): VariantFormValues => {
  const { id, sku, name, images, translations, donation } = variant
  return {
    ...{ key: id, id, sku, name, images, translations },
    weight_grams: variant.weight_grams ?? '',
    length_mm: variant.length_mm ?? '',
    width_mm: variant.width_mm ?? '',
    height_mm: variant.height_mm ?? '',
    hs_code: variant.hs_code ?? '',
    origin_country: variant.origin_country,
    declared_value: toMoneyValues(variant.declared_value),
    unit_cost: toMoneyValues(variant.unit_cost),
    donation: { amount: toMoneyValues(donation?.amount ?? null), cap: donation?.cap ?? '' },
    digital: toDeliveryFormValues(variant.digital),
  }
}

const toMoneyValues = (money: Money | null): MoneyFormValues =>
  money === null
    ? noMoney
    : { amount: fromMinorUnits(money.amount, money.currency), currency: money.currency }

/** The server names the member that is missing. */
const toMoneyRequest = ({ amount, currency }: MoneyFormValues): Money => {
  const code = currency.trim().toUpperCase()
  return {
    ...(amount !== '' && { amount: toMinorUnits(amount, code) }),
    ...(code !== '' && { currency: code }),
  } as Money
}

const toMoneyOrNull = (money: MoneyFormValues): Money | null =>
  money.amount === '' && money.currency.trim() === '' ? null : toMoneyRequest(money)

/** The request body: without the client-side keys, with null for empty fields. The kind of a product never changes. */
export const toRequestBody = ({
  name,
  description,
  kind,
  images,
  translations,
  charity,
  destination_mode,
  destinations,
  minimum_age,
  size_guide,
  allergens,
  ingredients,
  variants,
}: ProductFormValues): Omit<BodyAt<'POST', '/products'>, 'kind'> => ({
  ...{ name, description, images, translations, destination_mode, destinations },
  minimum_age: toNumber(minimum_age),
  size_guide: toSizeGuideRequest(size_guide),
  ...{ allergens, ingredients },
  ...(kind === 'donation' && {
    charity: {
      registration_number: orNull(charity.registration_number),
      url: orNull(charity.url),
    },
  }),
  variants: variants.map((variant) => toVariantRequest(kind, variant)),
})

/** Only the members that the kind of the product has, also if others were typed before the kind was chosen. */
const toVariantRequest = (
  kind: ProductKind,
  { key: _, donation, digital, unit_cost, ...variant }: VariantFormValues,
) => ({
  ...variant,
  weight_grams: toNumber(variant.weight_grams),
  length_mm: toNumber(variant.length_mm),
  width_mm: toNumber(variant.width_mm),
  height_mm: toNumber(variant.height_mm),
  hs_code: orNull(variant.hs_code.trim()),
  origin_country: orNull(variant.origin_country ?? ''),
  declared_value: toMoneyOrNull(variant.declared_value),
  ...(kind === 'digital' && { digital: toDeliveryRequest(digital) }),
  ...(kind === 'donation'
    ? { donation: { amount: toMoneyRequest(donation.amount), cap: toNumber(donation.cap) } }
    : { unit_cost: toMoneyOrNull(unit_cost) }),
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
