/**
 * What an address must look like, country by country. Nothing here changes what the sender typed:
 * an address is accepted as it stands, or it is told what to mend.
 */
import {
  type AddressField,
  type AddressRegion,
  countries,
  fieldsOf,
  isPostalCode,
  isRegion,
  kindsOf,
  postalCodeExample,
  regionKind,
  regionsOf,
  requiredIn,
  rulesOf,
} from './addresses-rules.ts'
import type { FieldCode } from './errors.ts'

export { type AddressParts, addressLines, normalizePostalCode } from './addresses-format.ts'
export { type AddressField, type AddressRegion, countries }

export interface AddressFields {
  /** Refused when missing or blank. */
  required: readonly AddressField[]
  /** The fields this country uses, in the order in which its people write them; name first, phone last. */
  order: readonly AddressField[]
  postal_code_example?: string
  /** Present where a region is required and the country's list is known. */
  regions?: readonly AddressRegion[]
  /** What the country calls them: a ZIP code and a state, an Eircode and a county. */
  kinds: ReturnType<typeof kindsOf>
}

export interface AddressProblem {
  field: AddressField
  code: FieldCode
  /** A fragment, such as `must look like 26133`. */
  message: string
}

/** What an address in this country consists of. A country that is not in `countries()` throws. */
export function addressFields(country: string): AddressFields {
  const rules = rulesOf(country)
  if (rules === undefined) throw new Error(`there is no country ${country}`)
  const lines = fieldsOf(rules).flatMap((field): AddressField[] =>
    field === 'line_1' ? ['line_1', 'line_2'] : [field],
  )
  const example = postalCodeExample(rules)
  const regions = regionsOf(rules)
  return {
    required: requiredIn(rules),
    order: ['name', ...lines, 'country', 'phone'],
    kinds: kindsOf(rules),
    ...(example !== undefined && { postal_code_example: example }),
    ...(regions.length > 0 && { regions }),
  }
}

/**
 * Everything wrong with an address whose members already have the right types and lengths. What a
 * country does not use, such as a postal code in Hong Kong, is let through: address books fill it in.
 */
export function addressProblems(address: Record<string, unknown>): AddressProblem[] {
  const country = textOf(address, 'country')
  const rules = rulesOf(country)
  if (rules === undefined) return withoutCountry(address, country)

  const problems: AddressProblem[] = requiredIn(rules)
    .filter((field) => isBlank(textOf(address, field)))
    .map((field) => ({
      field,
      code: 'required',
      message: `is required for addresses in ${placeName(country)}`,
    }))

  const region = textOf(address, 'region')
  const regions = regionsOf(rules)
  if (!isBlank(region) && regions.length > 0 && !isRegion(region, regions)) {
    const message = regionRemedy(regionKind(rules), placeName(country), regions)
    problems.push({ field: 'region', code: 'invalid', message })
  }

  const postalCode = textOf(address, 'postal_code')
  if (!isBlank(postalCode) && !isPostalCode(postalCode, rules)) {
    const example = postalCodeExample(rules)
    const message = `must look like ${example ?? `a postal code of ${placeName(country)}`}`
    problems.push({ field: 'postal_code', code: 'invalid_format', message })
  }
  return problems
}

/** What can be said before the country is known. */
function withoutCountry(address: Record<string, unknown>, country: string): AddressProblem[] {
  const everywhere: AddressField[] = ['name', 'line_1', 'country']
  const problems: AddressProblem[] = everywhere
    .filter((field) => isBlank(textOf(address, field)))
    .map((field) => ({ field, code: 'required', message: 'is required' }))
  if (isBlank(country)) return problems
  const message = 'must be an ISO 3166-1 country code of two capital letters, such as DE'
  return [...problems, { field: 'country', code: 'invalid', message }]
}

/** Short lists are named in full; a long one by its first entry. */
function regionRemedy(kind: string, place: string, regions: readonly AddressRegion[]): string {
  const names = regions.map(({ name, name_latin }) => name_latin ?? name)
  if (names.length <= 8) return `must be one of ${names.join(', ')}`
  return `must be the code or name of a ${kind} of ${place}, such as ${regions[0]?.code} or ${names[0]}`
}

function textOf(address: Record<string, unknown>, field: AddressField): string {
  const value = Object.hasOwn(address, field) ? address[field] : undefined
  return typeof value === 'string' ? value : ''
}

/** Holds nothing that one can see. */
function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Z}]/u.test(text)
}

const takesArticle =
  /^(US|UK|United|British|Central|Dominican|Isle|U\.S\.)|(Islands|Territory|Territories|lands|Philippines|Bahamas|Maldives|Gambia)$/

/** The country's English name as it reads after 'in': `the US`, `Germany`. */
function placeName(country: string): string {
  const names = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' })
  const name = names.of(country) ?? country
  return takesArticle.test(name) ? `the ${name}` : name
}
