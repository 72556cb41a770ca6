import type { Carrier, PlaceResult, Scan, ScanState, ShipmentRequest, Tracking } from './carrier.ts'

/**
 * A carrier without external calls and without state: its responses depend only on the request. Parcels
 * move on request or along their scenario (simulator-scenarios.ts).
 */
export const simulator: Carrier = {
  name: 'simulator',
  packedHere: false,
  cancelsLocally: true,
  place: async (request) => placeSync(request),
  cancel: async () => ({ kind: 'cancelled' }),
}

const toCarrierRef = (reference: string) => `sim_${reference}`

/** The synchronous form of `place`, for test helpers inside a transaction. */
export function placeSync({
  reference,
  scenario,
  attempt,
}: Pick<ShipmentRequest, 'reference' | 'scenario' | 'attempt'>): PlaceResult {
  if (scenario === 'unreachable' && attempt < 3)
    return { kind: 'unreachable', reason: 'The simulator plays an unreachable carrier.' }
  if (scenario === 'refused' && reference.endsWith('-1'))
    return {
      kind: 'refused',
      reason: 'The carrier cannot find this address.',
      remedy: 'Correct the address. A new label is then bought automatically.',
    }
  return {
    kind: 'placed',
    label: {
      carrier_ref: toCarrierRef(reference),
      carrier_name: 'Simulated carrier',
      tracking_code: `SIM${reference.replaceAll('-', '').slice(-14).toUpperCase()}`,
      tracking_url: null,
      label_url: null,
      estimated_at: null,
    },
  }
}

// biome-ignore format: read down the columns
const scanTexts: Record<ScanState, readonly [description: string, location: string | null]> = {
  ordered:                 ['Label created', null],
  in_transit:              ['In transit', 'Sorting centre'],
  delivery_attempt_failed: ['Recipient not at home', 'Delivery address'],
  out_for_delivery:        ['Out for delivery', 'Local depot'],
  delivered:               ['Delivered', 'Delivery address'],
  refused:                 ['The address does not exist', 'Sorting centre'],
  returned:                ['Returning to the sender', 'Local depot'],
  lost:                    ['Lost', null],
  cancelled:               ['Cancelled by the carrier', null],
}

/** Builds a scan with the simulator's default description and location. */
export function buildScan(state: ScanState, occurred_at: Date, message_id: string): Scan {
  const [description, location] = scanTexts[state]
  return { message_id, state, occurred_at, description, location }
}

export const buildTracking = (carrier_ref: string, scans: readonly Scan[]): Tracking => ({
  carrier: simulator.name,
  carrier_ref,
  scans,
})
