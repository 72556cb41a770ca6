import { type FieldError, listCountries } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'

/** What a carrier and the customs need to know about a variant. Null means unknown. */
export interface ShippingDetails {
  weight_grams: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  /** The customs code of the Harmonized System: 6 to 10 digits. */
  hs_code: string | null
  /** The country of origin, ISO 3166-1 alpha-2. */
  origin_country: string | null
  /** The value for the customs, in the smallest unit of the currency: 1250 is 12.50 EUR. */
  declared_value_minor: number | null
  /** ISO 4217. */
  declared_value_currency: string | null
}

export const noShippingDetails: ShippingDetails = {
  weight_grams: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  hs_code: null,
  origin_country: null,
  declared_value_minor: null,
  declared_value_currency: null,
}

export const shippingDetailNames = Object.keys(
  noShippingDetails,
) as readonly (keyof ShippingDetails)[]

/** Picks the details of a row. */
const pickShippingDetails = (row: ShippingDetails): ShippingDetails =>
  Object.fromEntries(
    shippingDetailNames.map((name) => [name, row[name]]),
  ) as unknown as ShippingDetails

/** Applies a change. Returns the details in their stored form: codes without separators and in capital letters. */
export function mergeShippingDetails(
  was: ShippingDetails,
  change: Partial<ShippingDetails>,
): ShippingDetails {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<ShippingDetails>
  const merged = pickShippingDetails({ ...was, ...given })
  return {
    ...merged,
    hs_code: merged.hs_code?.replace(/[.\s]/g, '') ?? null,
    origin_country: merged.origin_country?.trim().toUpperCase() ?? null,
    declared_value_currency: merged.declared_value_currency?.trim().toUpperCase() ?? null,
  }
}

/** Returns the errors of merged details. `path` precedes the field names in `param`. */
export function validateShippingDetails(details: ShippingDetails, path = ''): FieldError[] {
  const { hs_code, origin_country, declared_value_minor: value } = details
  const currency = details.declared_value_currency
  const errors: FieldError[] = []
  const addError = (field: keyof ShippingDetails, message: string) =>
    errors.push({ code: 'invalid', param: `${path}${field}`, message })
  if (hs_code !== null && !/^\d{6,10}$/.test(hs_code)) addError('hs_code', hsCodeMessage)
  if (origin_country !== null && !listCountries().includes(origin_country))
    addError('origin_country', 'must be a country code such as DE')
  if (currency !== null && !isCurrency(currency))
    addError('declared_value_currency', 'must be a currency code such as EUR')
  if (value !== null && currency === null)
    addError('declared_value_currency', 'is needed for a declared value, such as EUR')
  if (value === null && currency !== null)
    addError('declared_value_minor', 'is needed with a currency; enter 0 for no value')
  return errors
}

const hsCodeMessage =
  'must have 6 to 10 digits, such as 691200 (spreadsheets may remove a zero at the start)'
