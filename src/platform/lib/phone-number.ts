import { lazyPackage } from './lazy-package.ts'

const loadNumbers = lazyPackage<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')

/** Ranges of ordinary subscribers. Premium, shared-cost, satellite, pager and personal numbers cost many times as much. */
const ordinaryTypes: ReadonlySet<string | undefined> = new Set([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
  'VOIP',
])

/** Returns the country of the number of an ordinary subscriber (ISO 3166-1), or undefined for every other number. */
export function findCountryOfNumber(phone: string): string | undefined {
  const number = loadNumbers().parsePhoneNumberFromString(phone)
  return number !== undefined && ordinaryTypes.has(number.getType()) ? number.country : undefined
}

/** Whether numbers exist in the country of this code (ISO 3166-1, two letters). */
export const isCountryWithNumbers = (code: string): boolean =>
  loadNumbers().isSupportedCountry(code)

/** Whether the text is a valid number, of any country with its code, or of this country without. */
export const isPhoneNumber = (text: string, country: string): boolean =>
  parseNumber(text, country)?.isValid() === true

/** Returns a valid number in E.164, and every other text unchanged: also a number with an extension, which E.164 has not. */
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
