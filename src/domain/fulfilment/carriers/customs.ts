import type { ShipmentLine, ShipmentRequest } from './carrier.ts'

/*
 * Whether a parcel needs a customs declaration, and what the declaration lacks.
 */

/** The customs union of the European Union and Monaco. Parcels between these countries need no declaration. */
const customsUnion: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/** The country that a parcel leaves; undefined when unknown. */
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

/** Returns what the declaration lacks, such as `MUG-BLUE: HS code, weight`. Empty when it is complete. */
export const findMissingCustoms = ({ lines }: ShipmentRequest): string[] =>
  lines.flatMap((line) => {
    const missing = needed.filter(([field]) => line[field] === null).map(([, label]) => label)
    return missing.length === 0 ? [] : [`${line.sku}: ${missing.join(', ')}`]
  })
