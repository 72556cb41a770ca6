import type { Carrier } from './carrier.ts'

/** The carriers of this deployment, and the default for new parcels. */
export interface ShippingConfig {
  carriers: ReadonlyMap<string, Carrier>
  /** The name of the carrier of new parcels. */
  defaultCarrier: string
  /** Milliseconds per simulated day; undefined when the simulator moves parcels only on request. */
  dayMs: number | undefined
  /** Milliseconds before the second and later attempts to reach a carrier; the last value repeats. */
  retryDelaysMs: readonly number[]
  /** Milliseconds of the lease on a carrier request; another process can claim the parcel afterwards. */
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

/** Milliseconds to wait after this number of attempts to reach a carrier. */
export const retryDelayMs = (attempts: number, { retryDelaysMs }: ShippingConfig): number =>
  retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0
