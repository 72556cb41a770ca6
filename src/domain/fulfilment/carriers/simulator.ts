import type { Carrier, PlaceResult, Scan, ScanState, ShipmentRequest, Tracking } from './carrier.ts'

/**
 * A carrier that makes no external calls and has no state: its responses depend only on the request. Its
 * parcels move on request, or according to their scenario (simulator-scenarios.ts).
 */
export const simulator: Carrier = {
  name: 'simulator',
  packedHere: false,
  cancelsLocally: true,
  place: async (request) => placeSync(request),
  cancel: async () => ({ kind: 'cancelled' }),
}

const toCarrierRef = (reference: string) => `sim_${reference}`

/** Places a parcel like `place`, but synchronously. Test helpers use it inside a transaction. */
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
const descriptions: Record<ScanState, string> = {
  ordered:                 'Label created',
  in_transit:              'In transit',
  delivery_attempt_failed: 'Recipient not at home',
  out_for_delivery:        'Out for delivery',
  delivered:               'Delivered',
  refused:                 'The address does not exist',
  returned:                'Returning to the sender',
  lost:                    'Lost',
  cancelled:               'Cancelled by the carrier',
}

/**
 * Builds a scan with the default description of the simulator. The scan has no location, because a simulated
 * parcel has no place.
 */
export const buildScan = (state: ScanState, occurred_at: Date, message_id: string): Scan => ({
  ...{ message_id, state, occurred_at, description: descriptions[state], location: null },
})

export const buildTracking = (carrier_ref: string, scans: readonly Scan[]): Tracking => ({
  carrier: simulator.name,
  carrier_ref,
  scans,
})
