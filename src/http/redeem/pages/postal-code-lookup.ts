import { findRegion, normalizePostalCode } from '#contract'
import type { PostalCodePlace, PostalCodeRegister } from '#platform/lib/postal-code-register'
import type { AddressInput } from './address-input.ts'

/** Returns the register of a country whose address form has the lookup button. */
export const findRegister = (
  { postalCodes }: { postalCodes: readonly PostalCodeRegister[] },
  country: string | undefined,
): PostalCodeRegister | undefined => postalCodes.find((register) => register.country === country)

/**
 * The result of a lookup: the input with the filled fields and the place of the code, or the reason why
 * nothing was filled.
 */
export type PostalCodeLookup =
  | { input: AddressInput; place: string }
  | { rejected: 'required' | 'invalid' | 'unknown' }

/**
 * Fills the fields that follow from the postal code: the code in its usual form, the region, the city and the
 * first line. The first line changes only if it is empty or still has the text of an earlier lookup
 * (`filled_line`).
 */
export function lookUpPostalCode(
  { country, parse, find }: PostalCodeRegister,
  input: AddressInput,
): PostalCodeLookup {
  const text = input.postal_code ?? ''
  if (text === '') return { rejected: 'required' }
  const code = parse(text)
  if (code === undefined) return { rejected: 'invalid' }
  const found = find(code)
  if (found === undefined) return { rejected: 'unknown' }
  const { region, city, place } = found
  return {
    input: {
      ...input,
      postal_code: normalizePostalCode(code, country),
      ...(region !== undefined && { region: findRegion(country, region)?.code ?? region }),
      ...(city !== undefined && { city }),
      ...fillLine(input, found),
    },
    place,
  }
}

function fillLine(
  { line_1 = '', filled_line }: AddressInput,
  { line_1: line }: PostalCodePlace,
): AddressInput {
  const isFree = line_1 === '' || line_1 === filled_line
  return line !== undefined && isFree ? { line_1: line, filled_line: line } : {}
}
