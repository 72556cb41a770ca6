import { getDateFormat } from '#platform/lib/date-format'

/** The parts of an address that select a time zone. */
export interface Destination {
  country: string
  /** The code of the state or province, such as `CA`. */
  region?: string | null
}

/** The time zones of states and provinces. For each state, it is the zone where most of its people live. */
// biome-ignore format: one zone per line
const regionsByZone: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    'America/New_York':     'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago':      'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver':       'CO ID MT NM UT WY',
    'America/Phoenix':      'AZ',
    'America/Los_Angeles':  'CA NV OR WA',
    'America/Anchorage':    'AK',
    'Pacific/Honolulu':     'HI',
  },
  CA: {
    'America/Toronto':      'ON QC',
    'America/Halifax':      'NB NS PE',
    'America/St_Johns':     'NL',
    'America/Winnipeg':     'MB',
    'America/Regina':       'SK',
    'America/Edmonton':     'AB NT',
    'America/Vancouver':    'BC',
    'America/Whitehorse':   'YT',
    'America/Iqaluit':      'NU',
  },
  AU: {
    'Australia/Sydney':     'ACT NSW TAS VIC',
    'Australia/Brisbane':   'QLD',
    'Australia/Adelaide':   'SA',
    'Australia/Darwin':     'NT',
    'Australia/Perth':      'WA',
  },
  BR: {
    'America/Manaus':       'AM MS MT RO RR',
    'America/Rio_Branco':   'AC',
  },
}

/**
 * The time zone where most people of a country live. It is used for countries with several zones if the zone
 * of the region is unknown.
 */
// biome-ignore format: several per line
const mainZones: Readonly<Record<string, string>> = {
  BR: 'America/Sao_Paulo', CL: 'America/Santiago',   CN: 'Asia/Shanghai',   EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',     GL: 'America/Nuuk',       ID: 'Asia/Jakarta',    MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City', NZ: 'Pacific/Auckland', PT: 'Europe/Lisbon',   UA: 'Europe/Kyiv',
}

/**
 * Returns the time zone of an address. Returns undefined if people of the country live in several zones and
 * the region does not decide which. The formatted time names its zone, so it is also correct for people in
 * another zone.
 */
export function findTimeZone({ country, region }: Destination, at: Date): string | undefined {
  const byRegion = Object.entries(regionsByZone[country] ?? {}).find(
    ([, regions]) => region !== null && region !== undefined && regions.split(' ').includes(region),
  )
  if (byRegion !== undefined) return byRegion[0]
  return mainZones[country] ?? findCommonZone(country, at)
}

/** Returns a time zone of a country if all its zones have the same time. */
function findCommonZone(country: string, at: Date): string | undefined {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?(): string[] | undefined
  }
  const [first, ...others] = locale.getTimeZones?.() ?? []
  if (first === undefined) return undefined
  const localTime = (timeZone: string) =>
    getDateFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return others.every((zone) => localTime(zone) === localTime(first)) ? first : undefined
}
