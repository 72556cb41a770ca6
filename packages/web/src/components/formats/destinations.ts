import { countries } from '#web/components/forms/country-select.tsx'
import { t } from '#web/i18n/common.ts'
import { formatValues } from '#web/i18n/format.ts'
import { countryName } from './country-name.ts'

/** The places where a product may go: countries (`DE`) and US states (`US-CA`). */
export interface DestinationRules {
  destination_mode: 'all' | 'allow' | 'deny'
  destinations: readonly string[]
}

/** Returns whether a product may go to at least one place in the country. */
export function mayGoTo(
  { destination_mode, destinations }: DestinationRules,
  country: string,
): boolean {
  if (destination_mode === 'all') return true
  if (destination_mode === 'deny') return !destinations.includes(country)
  return destinations.some((code) => code.split('-')[0] === country)
}

/** Finds the countries to which none of the items may go. */
export const findUncovered = (items: readonly DestinationRules[]): string[] =>
  items.length === 0 || items.some(({ destination_mode }) => destination_mode === 'all')
    ? []
    : countries
        .map(({ value }) => value)
        .filter((country) => !items.some((item) => mayGoTo(item, country)))

/** Returns the name of a country. For a US state, the name includes the country. */
const destinationName = (code: string): string => {
  const [country = '', state] = code.split('-')
  return state === undefined ? countryName(country) : `${usStates[state] ?? state} (US)`
}

/** Names the first places of a list and counts the others: `Germany, France and 12 more`. */
export function nameDestinations(codes: readonly string[], max = 5): string {
  const names = codes.slice(0, max).map(destinationName)
  const rest = codes.length - names.length
  return rest === 0
    ? formatValues(names)
    : t('{names} and {rest} more', { names: formatValues(names), rest })
}

/** Describes in one line where a product may go. */
export function describeDestinations({ destination_mode, destinations }: DestinationRules): string {
  if (destination_mode === 'all') return t('Everywhere')
  const names = nameDestinations(destinations, 8)
  return destination_mode === 'allow'
    ? t('Only {names}', { names })
    : t('Everywhere except {names}', { names })
}

/** The states of the US without its territories. The territories are countries in our lists. */
export const usStates: Readonly<Record<string, string>> = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California' },
  ...{ CO: 'Colorado', CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia' },
  ...{ FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana' },
  ...{ IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland' },
  ...{ MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri' },
  ...{ MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
  ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio' },
  ...{ OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island' },
  ...{ SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah' },
  ...{ VT: 'Vermont', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin' },
  ...{ WY: 'Wyoming', AA: 'Armed Forces (AA)', AE: 'Armed Forces (AE)', AP: 'Armed Forces (AP)' },
}
