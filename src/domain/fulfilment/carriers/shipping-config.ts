import { type ConnectorRegistry, createRegistry } from '#connections'
import type { Carrier } from './carrier.ts'
import { isCarrierConnector } from './carrier-connector.ts'

/** The carriers of this installation, the default for new parcels, and the connectors for accounts. */
export interface ShippingConfig {
  carriers: ReadonlyMap<string, Carrier>
  /** The connectors of which accounts can have connections. */
  connectors: ConnectorRegistry
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
  connectors: createRegistry(),
  dayMs: undefined,
  retryDelaysMs: [30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs, 240 * minuteMs],
  leaseMs: 2 * minuteMs,
  ...options,
  carriers: new Map(carriers.map((carrier) => [carrier.name, carrier])),
})

/** Returns the names of the carriers whose parcels are packed at the packing station. */
export const packedHereCarriers = ({ carriers, connectors }: ShippingConfig): string[] => [
  ...new Set([
    ...[...carriers.values()].flatMap(({ name, packedHere }) => (packedHere ? [name] : [])),
    ...connectors.all.flatMap((each) =>
      isCarrierConnector(each) && each.packedHere ? [each.carrierName] : [],
    ),
  ]),
]

/** Milliseconds to wait after this number of attempts to reach a carrier. */
export const retryDelayMs = (attempts: number, { retryDelaysMs }: ShippingConfig): number =>
  retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0
