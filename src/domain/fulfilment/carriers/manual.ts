import type { Carrier } from './carrier.ts'

/**
 * The carrier for manual shipping: a person packs, ships, and enters the tracking code and the scans in
 * the admin area or with `bestow parcels`. Placing and cancelling always succeed, because the same
 * person performs both.
 */
export const manual: Carrier = {
  name: 'manual',
  packedHere: true,
  cancelsLocally: true,
  place: async ({ reference }) => ({
    kind: 'placed',
    label: {
      carrier_ref: `manual_${reference}`,
      // entered by a person, or known from the tracking code
      carrier_name: null,
      tracking_code: null,
      tracking_url: null,
      label_url: null,
      estimated_at: null,
    },
  }),
  cancel: async () => ({ kind: 'cancelled' }),
}
