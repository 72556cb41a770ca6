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
