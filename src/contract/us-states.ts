/** The states of the US as destinations: from the region of an address, and from its ZIP code. */
import { type AddressRegion, findCountryRules, findRegion } from './address-rules.ts'

/** These have a country code of their own, and addresses with either form. */
const territories: ReadonlySet<string> = new Set([
  ...['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI'],
])

/** Returns the states, the District of Columbia and the armed forces; territories are countries of their own. */
export const listUsStates = (): AddressRegion[] =>
  (findCountryRules('US')?.sub_regions ?? [])
    .filter(({ key }) => !territories.has(key))
    .map(({ key, name }) => ({ code: key, name: name.default }))

/**
 * Returns the places that an address names, as ISO 3166-2 codes of US states and ISO 3166-1 codes of countries. Has two
 * entries if the ZIP code belongs to another state than the region. A US address without state and ZIP code is `US`.
 */
export function getDestinationCodes(address: {
  country: string
  region?: string | undefined
  postal_code?: string | undefined
}): string[] {
  const { country, region = '', postal_code = '' } = address
  if (country !== 'US') return [country]
  const states = [findRegion('US', region)?.code, findStateOfZip(postal_code)]
  const codes = states.flatMap((state) =>
    state === undefined ? [] : [territories.has(state) ? state : `US-${state}`],
  )
  return codes.length === 0 ? ['US'] : [...new Set(codes)]
}

/** Finds the state by the first digits of a ZIP code. */
function findStateOfZip(postal_code: string): string | undefined {
  const digits = /^\s*(\d{5})/.exec(postal_code.normalize('NFKC'))?.[1]
  if (digits === undefined) return undefined
  const matches = (findCountryRules('US')?.sub_regions ?? []).filter(
    ({ zip }) => zip !== undefined && new RegExp(`^(?:${zip})`).test(digits),
  )
  // Some codes of the Pacific belong to two entries of the metadata.
  return matches.length === 1 ? matches[0]?.key : undefined
}
