import {
  type DonationDetails,
  donationDetailNames,
  mergeDonationDetails,
  noDonationDetails,
  validateDonationDetails,
} from './donation-details.ts'
import type { ProductKind } from './product-kind.ts'
import {
  mergeShippingDetails,
  noShippingDetails,
  type ShippingDetails,
  shippingDetailNames,
  validateShippingDetails,
} from './shipping-details.ts'
import {
  mergeUnitCost,
  noUnitCost,
  type UnitCost,
  unitCostNames,
  validateUnitCost,
} from './unit-cost.ts'

/** The columns of a variant that depend on the kind of its product. */
export interface VariantDetails extends ShippingDetails, DonationDetails, UnitCost {}

export const noVariantDetails: VariantDetails = {
  ...noShippingDetails,
  ...noDonationDetails,
  ...noUnitCost,
}

/** In the order of `variantDetailTypes`. */
export const variantDetailNames = [
  ...shippingDetailNames,
  ...donationDetailNames,
  ...unitCostNames,
] as readonly (keyof VariantDetails)[]

/** The types of the details in PostgreSQL, for `unnest`. */
const variantDetailTypes = [
  ...['int', 'int', 'int', 'int', 'text', 'text', 'int', 'text'], // shipping
  ...['int', 'text', 'int'], // donation
  ...['int', 'text'], // unit cost
]

/** Returns the parameters of `unnest` for the details: `$8::int[], …`. */
export const unnestVariantDetails = (firstParameter: number): string =>
  variantDetailTypes.map((type, index) => `$${firstParameter + index}::${type}[]`).join(', ')

/** Picks the details of a row. */
export const pickVariantDetails = (row: VariantDetails): VariantDetails =>
  Object.fromEntries(
    variantDetailNames.map((name) => [name, row[name]]),
  ) as unknown as VariantDetails

/** Applies a change. */
export const mergeVariantDetails = (
  was: VariantDetails,
  change: Partial<VariantDetails>,
): VariantDetails => ({
  ...mergeShippingDetails(was, change),
  ...mergeDonationDetails(was, change),
  ...mergeUnitCost(was, change),
})

/** Returns the errors of merged details. `path` precedes the field names in `param`. */
export const validateVariantDetails = (kind: ProductKind, details: VariantDetails, path = '') => [
  ...validateShippingDetails(details, path),
  ...validateDonationDetails(kind, details, path),
  ...validateUnitCost(kind, details, path),
]
