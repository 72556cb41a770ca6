import type { Carrier } from './carrier.ts'

/** How this installation ships: its carriers, and which of them new parcels go to. */
export interface ShippingConfig {
  carriers: ReadonlyMap<string, Carrier>
  /** The name of the carrier of new parcels. */
  defaultCarrier: string
  /** Milliseconds that the simulator takes for a day; undefined when it moves parcels only when told. */
  dayMs: number | undefined
  /** Milliseconds before the second and later attempts to reach a carrier; the last one for ever. */
  retryDelaysMs: readonly number[]
  /** Milliseconds within which a carrier's answer is awaited; after them somebody else may ask again. */
  leaseMs: number
}

const minuteMs = 60_000

export const createShippingConfig = (
  carriers: readonly Carrier[],
  options: Partial<Omit<ShippingConfig, 'carriers'>> = {},
): ShippingConfig => ({
  defaultCarrier: carriers[0]?.name ?? 'manual',
  dayMs: undefined,
  retryDelaysMs: [30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs, 240 * minuteMs],
  leaseMs: 2 * minuteMs,
  ...options,
  carriers: new Map(carriers.map((carrier) => [carrier.name, carrier])),
})
