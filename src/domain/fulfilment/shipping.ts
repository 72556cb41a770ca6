import type { Carrier } from './carriers/carrier.ts'

/** How this installation ships: its carriers, and which of them new parcels go to. */
export interface Shipping {
  carriers: ReadonlyMap<string, Carrier>
  /** The name of the carrier of new parcels. */
  chosen: string
  /** Milliseconds that the simulator takes for a day; undefined when it moves parcels only when told. */
  day: number | undefined
  /** Milliseconds before the second and later attempts to reach a carrier; the last one for ever. */
  retryDelays: readonly number[]
  /** Milliseconds within which a carrier's answer is awaited; after them somebody else may ask again. */
  lease: number
}

const minute = 60_000

export const createShipping = (
  carriers: readonly Carrier[],
  options: Partial<Omit<Shipping, 'carriers'>> = {},
): Shipping => ({
  chosen: carriers[0]?.name ?? 'manual',
  day: undefined,
  retryDelays: [30_000, 2 * minute, 10 * minute, 60 * minute, 240 * minute],
  lease: 2 * minute,
  ...options,
  carriers: new Map(carriers.map((carrier) => [carrier.name, carrier])),
})
