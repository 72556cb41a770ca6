/**
 * What an address must look like, country by country. Nothing here changes what the sender typed:
 * an address is accepted as it stands, or it is told what to mend.
 */
import {
  type AddressField,
  type AddressRegion,
  findCountryRules,
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
export { type AddressField, type AddressRegion, listCountries }

export interface AddressFields {
  /** Refused when missing or blank. */
  required: readonly AddressField[]
  /** The fields this country uses, in the order in which its people write them; name first, phone last. */
  order: readonly AddressField[]
  postal_code_example?: string
  /** Present where a region is required and the country's list is known. */
  regions?: readonly AddressRegion[]
  /** What the country calls them: a ZIP code and a state, an Eircode and a county. */
  kinds: ReturnType<typeof getAddressPartNames>
}

export interface AddressError {
  field: AddressField
  code: FieldErrorCode
  /** A fragment, such as `must look like 26133`. */
  message: string
}

/** What an address in this country consists of. A country that is not in `countries()` throws. */
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
 * Everything wrong with an address whose members already have the right types and lengths. What a
 * country does not use, such as a postal code in Hong Kong, is let through: address books fill it in.
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
  if (!isBlank(region) && regions.length > 0 && !isRegion(region, regions)) {
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

/** What can be said before the country is known. */
function validateWithoutCountry(address: Record<string, unknown>, country: string): AddressError[] {
  const commonFields: AddressField[] = ['name', 'line_1', 'country']
  const errors: AddressError[] = commonFields
    .filter((field) => isBlank(getText(address, field)))
    .map((field) => ({ field, code: 'required', message: 'is required' }))
  if (isBlank(country)) return errors
  const message = 'must be an ISO 3166-1 country code of two capital letters, such as DE'
  return [...errors, { field: 'country', code: 'invalid', message }]
}

/** Short lists are named in full; a long one by its first entry. */
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

/** Holds nothing that one can see. */
function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Z}]/u.test(text)
}

const articlePattern =
  /^(US|UK|United|British|Central|Dominican|Isle|U\.S\.)|(Islands|Territory|Territories|lands|Philippines|Bahamas|Maldives|Gambia)$/

/** The country's English name as it reads after 'in': `the US`, `Germany`. */
function formatCountryName(country: string): string {
  const names = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' })
  const name = names.of(country) ?? country
  return articlePattern.test(name) ? `the ${name}` : name
}
