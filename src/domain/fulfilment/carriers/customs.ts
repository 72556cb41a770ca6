import type { ShipmentLine, ShipmentRequest } from './carrier.ts'

/* Decides whether a parcel needs a customs declaration, and finds the facts that the declaration lacks. */

/**
 * The members of the European Union's customs union, and Monaco. A parcel between two of these countries
 * needs no declaration.
 */
const customsUnion: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/** Returns the country from which a parcel is sent. Returns undefined if it is unknown. */
const originOf = ({ warehouse }: ShipmentRequest): string | undefined =>
  warehouse?.address?.country ?? warehouse?.country

export function needsCustoms(request: ShipmentRequest): boolean {
  const [from, to] = [originOf(request), request.address.country]
  if (from === undefined || from === to) return false
  return !(customsUnion.has(from) && customsUnion.has(to))
}

const needed = [
  ['hs_code', 'HS code'],
  ['origin_country', 'country of origin'],
  ['declared_value_minor', 'declared value'],
  ['weight_grams', 'weight'],
] as const satisfies readonly (readonly [keyof ShipmentLine, string])[]

/**
 * Returns the missing facts of the declaration, such as `MUG-BLUE: HS code, weight`. Returns an empty list if
 * nothing is missing.
 */
export const findMissingCustoms = ({ lines }: ShipmentRequest): string[] =>
  lines.flatMap((line) => {
    const missing = needed.filter(([field]) => line[field] === null).map(([, label]) => label)
    return missing.length === 0 ? [] : [`${line.sku}: ${missing.join(', ')}`]
  })
