/**
 * Validates addresses by country. This file never changes an address: it accepts the address unchanged, or
 * rejects it with a description of the correction.
 */
import {
  type AddressField,
  type AddressRegion,
  findCountryRules,
  findRegion,
  getAddressPartNames,
  getFields,
  getPostalCodeExample,
  getRegionKind,
  getRegions,
  getRequiredFields,
  isPostalCode,
  isRegion,
  listCountries,
} from './address-rules.ts'
import type { FieldErrorCode } from './api-error.ts'

export { type AddressParts, formatAddressLines, normalizePostalCode } from './address-format.ts'
export { type AddressField, type AddressRegion, findRegion, listCountries }

export interface AddressFields {
  /** The required fields. A missing or blank value is an error. */
  required: readonly AddressField[]
  /** The fields of this country, in the order in which its people write them: name first, phone last. */
  order: readonly AddressField[]
  postal_code_example?: string
  /** Present if a region is required and the country's list is known. */
  regions?: readonly AddressRegion[]
  /** The names that the country uses for its fields: a ZIP code and a state, an Eircode and a county. */
  kinds: ReturnType<typeof getAddressPartNames>
}

export interface AddressError {
  field: AddressField
  code: FieldErrorCode
  /** A part of a sentence, such as `must look like 26133`, which follows the name of the field. */
  message: string
}

/** Returns the fields of an address in this country. Throws for a country that is not in `listCountries()`. */
export function getAddressFields(country: string): AddressFields {
  const rules = findCountryRules(country)
  if (rules === undefined) throw new Error(`there is no country ${country}`)
  const lines = getFields(rules).flatMap((field): AddressField[] =>
    field === 'line_1' ? ['line_1', 'line_2'] : [field],
  )
  const example = getPostalCodeExample(rules)
  const regions = getRegions(rules)
  return {
    required: getRequiredFields(rules),
    order: ['name', ...lines, 'country', 'phone'],
    kinds: getAddressPartNames(rules),
    ...(example !== undefined && { postal_code_example: example }),
    ...(regions.length > 0 && { regions }),
  }
}

/**
 * Returns all errors of an address whose members have valid types and lengths. Accepts fields that a country
 * does not use, such as a postal code in Hong Kong, because address books fill them in.
 */
export function validateAddress(address: Record<string, unknown>): AddressError[] {
  const country = getText(address, 'country')
  const rules = findCountryRules(country)
  if (rules === undefined) return validateWithoutCountry(address, country)

  const errors: AddressError[] = getRequiredFields(rules)
    .filter((field) => isBlank(getText(address, field)))
    .map((field) => ({
      field,
      code: 'required',
      message: `is required for addresses in ${formatCountryName(country)}`,
    }))

  const region = getText(address, 'region')
  const regions = getRegions(rules)
  if (!isBlank(region) && regions.length > 0 && !isRegion(region, regions, country)) {
    const message = formatRegionMessage(getRegionKind(rules), formatCountryName(country), regions)
    errors.push({ field: 'region', code: 'invalid', message })
  }

  const postalCode = getText(address, 'postal_code')
  if (!isBlank(postalCode) && !isPostalCode(postalCode, rules)) {
    const example = getPostalCodeExample(rules)
    const message = `must look like ${example ?? `a postal code of ${formatCountryName(country)}`}`
    errors.push({ field: 'postal_code', code: 'invalid_format', message })
  }
  return errors
}

/** Returns the errors that do not depend on the country. */
function validateWithoutCountry(address: Record<string, unknown>, country: string): AddressError[] {
  const commonFields: AddressField[] = ['name', 'line_1', 'country']
  const errors: AddressError[] = commonFields
    .filter((field) => isBlank(getText(address, field)))
    .map((field) => ({ field, code: 'required', message: 'is required' }))
  if (isBlank(country)) return errors
  const message = 'must be an ISO 3166-1 country code of two capital letters, such as DE'
  return [...errors, { field: 'country', code: 'invalid', message }]
}

/**
 * Formats the error of a region. Lists all values of a short list, and only the first value of a long one.
 */
function formatRegionMessage(
  kind: string,
  country: string,
  regions: readonly AddressRegion[],
): string {
  const names = regions.map(({ name, name_latin }) => name_latin ?? name)
  if (names.length <= 8) return `must be one of ${names.join(', ')}`
  return `must be the code or name of a ${kind} of ${country}, such as ${regions[0]?.code} or ${names[0]}`
}

function getText(address: Record<string, unknown>, field: AddressField): string {
  const value = Object.hasOwn(address, field) ? address[field] : undefined
  return typeof value === 'string' ? value : ''
}

/** Returns whether the text has no visible character. */
function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Z}]/u.test(text)
}

const articlePattern =
  /^(US|UK|United|British|Central|Dominican|Isle|U\.S\.)|(Islands|Territory|Territories|lands|Philippines|Bahamas|Maldives|Gambia)$/

/** Returns the English name of the country in the form that follows 'in': `the US`, `Germany`. */
export function formatCountryName(country: string): string {
  const names = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' })
  const name = names.of(country) ?? country
  return articlePattern.test(name) ? `the ${name}` : name
}
