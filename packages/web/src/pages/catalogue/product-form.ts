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

/** An amount as the user typed it, in whole units such as 12.50. Empty if there is no amount. */
interface MoneyFormValues {
  amount: number | string
  currency: string
}

/** The shipping details as the user typed them. An empty field is an empty string. */
interface ShippingDetails {
  weight_grams: number | string
  length_mm: number | string
  width_mm: number | string
  height_mm: number | string
  hs_code: string
  origin_country: string | null
  declared_value: MoneyFormValues
}

/**
 * A size guide as the user typed it. If the unit is empty, the guide has no unit. If the guide is empty, the
 * product has no guide.
 */
export interface SizeGuideFormValues {
  unit: 'cm' | 'in' | ''
  columns: string[]
  rows: { size: string; values: string[] }[]
  note: string
}

export interface VariantFormValues extends ShippingDetails {
  /** A key that identifies the row while the user edits it. The server does not know this key. */
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

/** The values of a product in the form. The members have the same names as in the errors of the server. */
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

/** Converts an amount of the form for a request. If a member is missing, the server reports it. */
const toMoneyRequest = ({ amount, currency }: MoneyFormValues): Money => {
  const code = currency.trim().toUpperCase()
  return {
    ...(amount !== '' && { amount: toMinorUnits(amount, code) }),
    ...(code !== '' && { currency: code }),
  } as Money
}

const toMoneyOrNull = (money: MoneyFormValues): Money | null =>
  money.amount === '' && money.currency.trim() === '' ? null : toMoneyRequest(money)

/**
 * Builds the body of a request. The body has no client-side keys, and null for empty fields. It omits the
 * kind, because the kind of a product never changes.
 */
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

/**
 * Builds a variant for a request with only the members that the kind of the product has. The user can have
 * typed other members before choosing the kind.
 */
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

/** Builds the size guide for a request. A guide without a table has no unit. */
const toSizeGuideRequest = ({ unit, columns, rows, note }: SizeGuideFormValues) =>
  columns.length === 0 && note.trim() === ''
    ? null
    : { unit: unit === '' || columns.length === 0 ? null : unit, columns, rows, note }

const orNull = (value: string): string | null => (value === '' ? null : value)

/**
 * Returns the value of a number field, or null if the field is empty. If the text is not a number, the server
 * rejects it at its field.
 */
export const toNumber = (value: number | string): number | null =>
  value === '' ? null : (value as number)
