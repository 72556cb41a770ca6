import { toAsciiDigits } from '#contract/ascii-digits'
import { lazyPackage } from './lazy-package.ts'

const loadNumbers = lazyPackage<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')

const loadExamples = lazyPackage<typeof import('libphonenumber-js/mobile/examples')['default']>(
  'libphonenumber-js/examples.mobile.json',
)

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
 * Returns a text with ASCII digits in place of the digits of every script, and without the invisible signs that
 * lists of contacts put around a number. The signs between the digits stay.
 */
export const cleanPhone = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .trim()

/** Returns the example of a mobile number that a country reserves, as its people write it. */
export function exampleNumber(country: string): string | undefined {
  const { getExampleNumber, isSupportedCountry } = loadNumbers()
  return isSupportedCountry(country)
    ? getExampleNumber(country, loadExamples())?.formatNational()
    : undefined
}

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
  return parsePhoneNumberFromString(cleanPhone(text), {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
}
