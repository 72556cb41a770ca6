import { findRegion, normalizePostalCode } from '#contract'
import {
  findJapanesePlace,
  type PostalCodePlace,
  parseJapanesePostalCode,
} from '#platform/lib/japanese-postal-codes'
import type { AddressInput } from './address-input.ts'

/*
 * The lookup of addresses by postal code (decision 3). A Japanese address begins with the prefecture, which
 * has its own field. The city and the town are the beginning of the first line, before the numbers.
 */

const country = 'JP'

/** Returns whether the address form of a country has the lookup button. */
export const hasPostalCodeLookup = (code: string | undefined): boolean => code === country

/**
 * The result of a lookup: the input with the filled fields and the place of the code, or the reason why
 * nothing was filled.
 */
export type PostalCodeLookup =
  | { input: AddressInput; place: string }
  | { rejected: 'required' | 'invalid' | 'unknown' }

/**
 * Fills the fields that follow from the postal code: the code in its usual form, the region, and the first
 * line. The first line changes only if it is empty or still has the text of an earlier lookup
 * (`filled_line`).
 */
export function lookUpPostalCode(input: AddressInput): PostalCodeLookup {
  const text = input.postal_code ?? ''
  if (text === '') return { rejected: 'required' }
  const digits = parseJapanesePostalCode(text)
  if (digits === undefined) return { rejected: 'invalid' }
  const place = findJapanesePlace(digits)
  if (place === undefined) return { rejected: 'unknown' }
  return {
    input: {
      ...input,
      postal_code: normalizePostalCode(digits, country),
      region: findRegion(country, place.prefecture)?.code ?? place.prefecture,
      ...fillLine(input, joinLine(place)),
    },
    place: `${place.prefecture}${joinLine(place)}`,
  }
}

const joinLine = ({ city = '', town = '' }: PostalCodePlace) => `${city}${town}`

function fillLine({ line_1 = '', filled_line }: AddressInput, line: string): AddressInput {
  return line_1 === '' || line_1 === filled_line ? { line_1: line, filled_line: line } : {}
}
