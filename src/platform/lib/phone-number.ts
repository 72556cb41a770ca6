import { lazyPackage } from './lazy-package.ts'

const loadNumbers = lazyPackage<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')

/**
 * The types of numbers that ordinary subscribers have. Premium, shared-cost, satellite, pager and personal
 * numbers cost many times as much.
 */
const ordinaryTypes: ReadonlySet<string | undefined> = new Set([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
  'VOIP',
])

/**
 * Returns the country (ISO 3166-1) of the number of an ordinary subscriber. Returns
 * undefined for every other number.
 */
export function findCountryOfNumber(phone: string): string | undefined {
  const number = loadNumbers().parsePhoneNumberFromString(phone)
  return number !== undefined && ordinaryTypes.has(number.getType()) ? number.country : undefined
}

/** Returns whether phone numbers exist in the country with this code (ISO 3166-1, two letters). */
export const isCountryWithNumbers = (code: string): boolean =>
  loadNumbers().isSupportedCountry(code)

/**
 * Returns whether the text is a valid number: a number of any country with its country code, or a number of
 * the given country without one.
 */
export const isPhoneNumber = (text: string, country: string): boolean =>
  parseNumber(text, country)?.isValid() === true

/**
 * Converts a valid number to E.164. Returns every other text unchanged, including a number with an extension,
 * which E.164 does not have.
 */
export function normalizePhone(text: string, country: string): string {
  const number = parseNumber(text, country)
  return number?.isValid() === true && number.ext === undefined ? number.number : text
}

function parseNumber(text: string, country: string) {
  const { parsePhoneNumberFromString, isSupportedCountry } = loadNumbers()
  return parsePhoneNumberFromString(text.normalize('NFKC'), {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
}
