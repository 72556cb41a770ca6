import {
  type Allergen,
  allergens,
  maxCharityUrlLength,
  maxDeclaredValueMinor,
  maxDestinations,
  maxDonationAmountMinor,
  maxDonationCap,
  maxIngredientsLength,
  maxLengthMm,
  maxRegistrationNumberLength,
  maxUnitCostMinor,
  maxWeightGrams,
  type SizeGuide,
} from '#contract'
import { toPlainText } from '#platform/tables/index'
import type { DestinationMode } from '../destinations.ts'
import type { CharityDetails } from '../donation-details.ts'
import type { ProductDetails } from '../product-details.ts'
import type { ProductKind } from '../product-kind.ts'
import type { VariantDetails } from '../variant-details.ts'
import { formatSizeGuide, parseSizeGuide } from './size-guide-text.ts'

/** The columns that describe a product. All rows of a product have the same values. */
export interface ProductCells extends CharityDetails, ProductDetails {
  product_name: string
  description: string
  kind: ProductKind
  product_images: readonly string[]
  product_archived: boolean
  destination_mode: DestinationMode
  destinations: readonly string[]
  minimum_age: number | null
}

/** The columns that describe a variant. Images are URLs. */
export interface VariantCells extends VariantDetails {
  sku: string
  variant_name: string
  variant_images: readonly string[]
  variant_archived: boolean
}

/** Thrown by the parser of a cell; the message is a fragment that follows the name of the column. */
export class InvalidCell extends Error {}

interface Column<Value> {
  parse(cell: string): Value
  format(value: Value): string
}

function text(maxLength: number, { isMultiline = false, isRequired = false } = {}): Column<string> {
  return {
    parse(cell) {
      if (isRequired && cell.trim() === '') throw new InvalidCell('is required')
      if (cell.length > maxLength)
        throw new InvalidCell(`is too long: at most ${maxLength.toLocaleString('en')} characters`)
      if (!cell.isWellFormed()) throw new InvalidCell('contains a broken character; type it again')
      const allowed = isMultiline ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u
      if (allowed.test(cell)) throw new InvalidCell('contains a control character; remove it')
      return cell
    },
    format: (value) => value,
  }
}

const sku: Column<string> = {
  ...text(100, { isRequired: true }),
  parse(cell) {
    return text(100, { isRequired: true }).parse(cell.trim())
  },
}

function oneOf<Value extends string>(...values: readonly Value[]): Column<Value> {
  return {
    parse(cell) {
      const value = values.find((each) => each === cell.trim().toLowerCase())
      if (value === undefined) throw new InvalidCell(`must be ${values.join(' or ')}`)
      return value
    },
    format: (value) => value,
  }
}

const yesOrNo: Column<boolean> = {
  parse(cell) {
    const word = cell.trim().toLowerCase()
    if (['yes', 'true', '1'].includes(word)) return true
    if (['no', 'false', '0', ''].includes(word)) return false
    throw new InvalidCell('must be yes or no')
  },
  format: (value) => (value ? 'yes' : 'no'),
}

export function parseWholeNumber(cell: string, min: number, max: number): number {
  const digits = cell.trim()
  const value = /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
  if (!(value >= min && value <= max))
    throw new InvalidCell(
      `must be a whole number from ${min} to ${max.toLocaleString('en')}, without a unit and without separators`,
    )
  return value
}

const wholeNumber = (min: number, max: number): Column<number | null> => ({
  parse: (cell) => (cell.trim() === '' ? null : parseWholeNumber(cell, min, max)),
  format: (value) => (value === null ? '' : String(value)),
})

const code = (maxLength: number): Column<string | null> => ({
  parse(cell) {
    const value = text(maxLength).parse(cell).trim()
    return value === '' ? null : value
  },
  format: (value) => value ?? '',
})

/** Values without spaces, separated by spaces, or by commas or bars as shops write several addresses. */
const list = (max: number, validate: (each: string) => void): Column<readonly string[]> => ({
  parse(cell) {
    const values = cell.split(/[\s|]+|,(?=\s|$|https?:|\/)/).filter((each) => each !== '')
    if (values.length > max) throw new InvalidCell(`has more than ${max} entries`)
    values.forEach(validate)
    return values
  },
  format: (values) => values.join(' '),
})

const allergenCodes: Column<readonly Allergen[]> = {
  parse: (cell) =>
    list(allergens.length, () => undefined)
      .parse(cell.toLowerCase())
      .map((each) => {
        const code = allergens.find((known) => known === each)
        if (code === undefined)
          throw new InvalidCell(`must be codes separated by spaces: ${allergens.join(', ')}`)
        return code
      }),
  format: (codes) => codes.join(' '),
}

/** The text has more characters than its cells. */
const maxSizeGuideText = 20_000

const sizeGuide: Column<SizeGuide | null> = {
  parse: (cell) => parseSizeGuide(text(maxSizeGuideText, { isMultiline: true }).parse(cell)),
  format: formatSizeGuide,
}

function validateUrl(url: string): void {
  if (
    url.length > 500 ||
    !/^(https?:\/\/|\/)/.test(url) ||
    (!url.startsWith('/') && !URL.canParse(url))
  )
    throw new InvalidCell(
      'must be addresses such as https://example.com/mug.jpg, separated by spaces, of at most 500 characters',
    )
}

export const productColumns: { [Name in keyof ProductCells]: Column<ProductCells[Name]> } = {
  product_name: text(255, { isRequired: true }),
  description: {
    ...text(5_000, { isMultiline: true }),
    parse: (cell) => text(5_000, { isMultiline: true }).parse(toPlainText(cell)),
  },
  kind: oneOf('physical', 'digital', 'donation'),
  product_images: list(5, validateUrl),
  product_archived: yesOrNo,
  destination_mode: oneOf('all', 'allow', 'deny'),
  destinations: list(maxDestinations, () => undefined),
  minimum_age: wholeNumber(1, 99),
  registration_number: code(maxRegistrationNumberLength),
  charity_url: code(maxCharityUrlLength),
  size_guide: sizeGuide,
  allergens: allergenCodes,
  ingredients: text(maxIngredientsLength, { isMultiline: true }),
}

export const variantColumns: { [Name in keyof VariantCells]: Column<VariantCells[Name]> } = {
  sku,
  variant_name: text(255, { isRequired: true }),
  variant_images: list(5, validateUrl),
  variant_archived: yesOrNo,
  weight_grams: wholeNumber(1, maxWeightGrams),
  length_mm: wholeNumber(1, maxLengthMm),
  width_mm: wholeNumber(1, maxLengthMm),
  height_mm: wholeNumber(1, maxLengthMm),
  hs_code: code(20),
  origin_country: code(2),
  declared_value_minor: wholeNumber(0, maxDeclaredValueMinor),
  declared_value_currency: code(3),
  donation_amount_minor: wholeNumber(1, maxDonationAmountMinor),
  donation_currency: code(3),
  donation_cap: wholeNumber(1, maxDonationCap),
  unit_cost_minor: wholeNumber(0, maxUnitCostMinor),
  unit_cost_currency: code(3),
}

/** The columns in the order of an export; the stock of each warehouse follows. */
export const columnNames = [
  'sku',
  'product_name',
  'variant_name',
  'description',
  'kind',
  'destination_mode',
  'destinations',
  'minimum_age',
  'weight_grams',
  'length_mm',
  'width_mm',
  'height_mm',
  'hs_code',
  'origin_country',
  'declared_value_minor',
  'declared_value_currency',
  'donation_amount_minor',
  'donation_currency',
  'donation_cap',
  'unit_cost_minor',
  'unit_cost_currency',
  'registration_number',
  'charity_url',
  'size_guide',
  'allergens',
  'ingredients',
  'product_images',
  'variant_images',
  'product_archived',
  'variant_archived',
] as const satisfies readonly (keyof ProductCells | keyof VariantCells)[]

export const stockPrefix = 'stock:'
export const maxStock = 10_000_000
