import type { Carrier, PlaceResult, Scan, ScanState, ShipmentRequest, Tracking } from './carrier.ts'

/**
 * A carrier that exists only here. It takes everything on without asking anybody, and remembers
 * nothing: what it answers follows from what it is asked. It moves a parcel when it is told to, or
 * along the scenario of that parcel (scenarios.ts).
 */
export const simulator: Carrier = {
  name: 'simulator',
  place: async (request) => placeSync(request),
  cancel: async () => ({ kind: 'cancelled' }),
}

const toCarrierRef = (reference: string) => `sim_${reference}`

/** What the simulator answers, for those who cannot wait: a test helper inside its transaction. */
export function placeSync({ reference, scenario, attempt }: ShipmentRequest): PlaceResult {
  if (scenario === 'unreachable' && attempt < 3)
    return { kind: 'unreachable', reason: 'The simulator plays a carrier that does not answer.' }
  if (scenario === 'refused' && reference.endsWith('-1'))
    return {
      kind: 'refused',
      reason: 'The carrier does not know this address.',
      remedy: 'Correct the address; the label is then bought again by itself.',
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
const scanTexts: Record<ScanState, readonly [words: string, place: string | null]> = {
  ordered:                 ['The label was made', null],
  in_transit:              ['On its way', 'Sorting centre'],
  delivery_attempt_failed: ['Nobody was at home', 'At the door'],
  out_for_delivery:        ['On the van', 'Local depot'],
  delivered:               ['Delivered', 'At the door'],
  refused:                 ['The address does not exist', 'Sorting centre'],
  returned:                ['On its way back to the sender', 'Local depot'],
  lost:                    ['Nobody can find it', null],
  cancelled:               ['The carrier called it off', null],
}

/** A scan in the simulator's words. */
export function buildScan(state: ScanState, occurred_at: Date, message_id: string): Scan {
  const [description, location] = scanTexts[state]
  return { message_id, state, occurred_at, description: description, location }
}

export const buildTracking = (carrier_ref: string, scans: readonly Scan[]): Tracking => ({
  carrier: simulator.name,
  carrier_ref,
  scans,
})
