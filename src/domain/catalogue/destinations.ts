import { findRegion, formatCountryName, getDestinationCodes } from '#contract'

/** Whether a product goes everywhere, only to its destinations, or everywhere except to them. */
export type DestinationMode = 'all' | 'allow' | 'deny'

/** The rules that a product sets for its recipients. */
export interface ProductRules {
  destination_mode: DestinationMode
  /** ISO 3166-1 codes of countries (`DE`), and ISO 3166-2 codes of US states (`US-CA`). Empty for mode `all`. */
  destinations: readonly string[]
  /** The age in years that a recipient must have; null without a restriction. */
  minimum_age: number | null
}

export const noRules: ProductRules = {
  destination_mode: 'all',
  destinations: [],
  minimum_age: null,
}

/** Returns the rules of a product, without its other members; no rules without a product. */
export const toRules = ({
  destination_mode,
  destinations,
  minimum_age,
}: ProductRules = noRules): ProductRules => ({ destination_mode, destinations, minimum_age })

/** A place, as far as it is known. */
export interface Destination {
  country: string
  region?: string | undefined
  postal_code?: string | undefined
}

/** `unknown` if the answer depends on the country or on the US state, and it is not known. */
export type DestinationResult = 'allowed' | 'denied' | 'unknown'

type DestinationRules = Pick<ProductRules, 'destination_mode' | 'destinations'>

/** Returns whether a product may go to a place. */
export function checkDestination(
  rules: DestinationRules,
  destination: Destination | undefined,
): DestinationResult {
  if (rules.destination_mode === 'all') return 'allowed'
  if (destination === undefined) return 'unknown'
  const results = getDestinationCodes(destination).map((code) => checkCode(rules, code))
  return results.find((result) => result === 'denied') ?? results[0] ?? 'unknown'
}

function checkCode(rules: DestinationRules, code: string): DestinationResult {
  const { destination_mode, destinations } = rules
  if (destination_mode === 'all') return 'allowed'
  if (code === 'US' && dependsOnState(rules)) return 'unknown'
  const isListed = destinations.includes(code) || destinations.includes(code.split('-')[0] ?? '')
  return isListed === (destination_mode === 'allow') ? 'allowed' : 'denied'
}

/** Returns the code of the place that a product may not go to: `DE`, or `US-CA` if the state decides. */
export const findDeniedCode = (
  rules: DestinationRules,
  destination: Destination,
): string | undefined => {
  const code = getDestinationCodes(destination).find((each) => checkCode(rules, each) === 'denied')
  const [country = ''] = code?.split('-') ?? []
  return dependsOnState(rules) || code === undefined ? code : country
}

/** Returns whether the rules differ between US states. */
export const dependsOnState = ({ destinations }: Pick<DestinationRules, 'destinations'>): boolean =>
  !destinations.includes('US') && destinations.some((code) => code.startsWith('US-'))

/** Names the place of a code in English, as it reads after 'in': `Germany`, `the US`, `California`. */
export function formatDestination(code: string): string {
  const [country = '', state] = code.split('-')
  if (state !== undefined) return findRegion('US', state)?.name ?? code
  return formatCountryName(country)
}
