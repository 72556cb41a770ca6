/**
 * Formats an address: its lines in the order and with the separators of its country, and its postal code with
 * the spaces of the country. The patterns come from the address metadata.
 */
import {
  type AddressField,
  findCountryRules,
  findRegion,
  parsePostalCode,
} from './address-rules.ts'
import { toAsciiDigits } from './ascii-digits.ts'

/** The parts of an address as a person entered them. An empty part and a missing part are equal. */
export type AddressParts = Partial<Record<AddressField, string>>

/** Countries where an envelope shows the code of a region instead of its name. */
const writesRegionCode = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const fieldByLetter: Readonly<Record<string, AddressField>> = {
  N: 'name',
  A: 'line_1',
  C: 'city',
  S: 'region',
  Z: 'postal_code',
}

/** Returns whether a text has letters of a script in which an address begins with its largest part. */
const isLocalScript = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Thai}]/u.test(
    text,
  )

/**
 * Returns the lines of an address for a parcel within its country, without the name of the country. Some
 * countries have two orders of lines: an address in Latin letters gets the Latin order.
 */
export function formatAddressLines(address: AddressParts): string[] {
  const countryRules = findCountryRules(address.country ?? '')
  const { name = '', line_1 = '', city = '' } = address
  const isLocal = isLocalScript(`${line_1}${city}`) || (line_1 === '' && isLocalScript(name))
  const pattern =
    (isLocal ? undefined : countryRules?.lfmt) ?? countryRules?.fmt ?? '%N%n%A%n%C %S %Z'
  const region = formatRegion(address, isLocal)
  const isRepeated = pattern.includes('%C') && isSame(city, region)
  const parts = {
    ...address,
    region: isRepeated ? '' : region,
    postal_code: normalizePostalCode(address.postal_code ?? '', address.country ?? ''),
  }
  return addMissingParts(pattern, parts)
    .replace('%A', (address.line_2 ?? '') === '' ? '%A' : '%A%n%2')
    .split('%n')
    .map((line) => formatLine(line, parts))
    .filter((line) => line !== '')
}

/**
 * Adds the parts that the pattern of a country has no place for: the city, the region or the postal code. If
 * the sender entered such a part, it gets a place, so that no address loses a part. A city that has the name
 * of its region is not repeated.
 */
function addMissingParts(pattern: string, parts: AddressParts & { region: string }): string {
  const { city = '', region, postal_code = '' } = parts
  const isMissing = (letter: string, text: string) =>
    !pattern.includes(`%${letter}`) && text.trim() !== ''
  const hasCity = isMissing('C', city) && !isSame(city, region)
  const suffixes = [isMissing('S', region) && '%n%S', isMissing('Z', postal_code) && '%n%Z']
  return [hasCity ? addCity(pattern) : pattern, ...suffixes].filter(Boolean).join('')
}

/**
 * Returns whether a city has the same name as its region, such as Madrid in Madrid or 上海市 in 上海市. The address
 * shows such a name once.
 */
const isSame = (city: string, region: string) =>
  city.trim().toLowerCase() === region.trim().toLowerCase()

/** Places the city between the street and the region, in either order of these two. */
function addCity(pattern: string): string {
  const regionIndex = pattern.indexOf('%S')
  if (regionIndex !== -1 && regionIndex < pattern.indexOf('%A'))
    return pattern.replace('%A', '%C%n%A')
  return pattern.includes('%A, ')
    ? pattern.replace('%A, ', '%A, %C, ')
    : pattern.replace('%A', '%A%n%C')
}

function formatRegion({ country = '', region = '' }: AddressParts, isLocal: boolean): string {
  const knownRegion = region === '' ? undefined : findRegion(country, region)
  if (knownRegion === undefined) return region
  if (writesRegionCode.has(country)) return knownRegion.code
  return isLocal ? knownRegion.name : (knownRegion.name_latin ?? knownRegion.name)
}

/**
 * Formats one line. Adds a separator only between two existing parts. A sign before a part, such as 〒, is a
 * part of it.
 */
function formatLine(pattern: string, parts: AddressParts): string {
  let line = ''
  let separator = ''
  for (const [token, letter] of pattern.matchAll(/%(.)|[^%]+/g)) {
    if (letter === undefined) {
      separator = token
      continue
    }
    const field = letter === '2' ? 'line_2' : fieldByLetter[letter]
    const text = (field === undefined ? '' : (parts[field] ?? '')).trim()
    if (text === '') continue
    const isSign = /^\P{Zs}+$/u.test(separator) && !separator.includes(',')
    line += line === '' && !isSign ? text : `${separator}${text}`
    separator = ''
  }
  return line
}

/**
 * Formats a postal code for its country: in ASCII digits and capital letters, without a prefix of the
 * country, with the spaces of the country's examples. Only trims and capitalizes a code that the country does
 * not have.
 */
export function normalizePostalCode(input: string, country: string): string {
  const cleaned = toAsciiDigits(input.normalize('NFKC')).trim().toUpperCase()
  const rules = findCountryRules(country)
  const compact = rules && parsePostalCode(input, rules)
  if (compact === undefined) return cleaned
  const examples = rules?.zipex?.split(',') ?? []
  const strip = (text: string) => text.replace(/[\s-]/g, '')
  const example =
    examples.find((one) => toCodePattern(strip(one)) === toCodePattern(compact)) ??
    examples.find((one) => strip(one).length === compact.length)
  if (example === undefined) return rules?.zip === undefined ? cleaned : compact
  let spaced = ''
  let used = 0
  for (const sign of example) {
    if (sign === ' ' || sign === '-') spaced += sign
    else spaced += compact[used++] ?? ''
  }
  return spaced
}

/** Returns the pattern of letters and digits of a code: `SW1A2AA` becomes `AA9A9AA`. */
const toCodePattern = (code: string) => code.replace(/\p{L}/gu, 'A').replace(/\p{N}/gu, '9')
