import type { Carrier } from './carrier.ts'

/**
 * No carrier at all: somebody packs, drives to the post office, and enters the tracking code and what
 * became of it, in the admin area or with `bestow parcels`. So it takes everything on, and lets
 * everything be called off: it is the same person who has to see to both.
 */
export const manual: Carrier = {
  name: 'manual',
  place: async ({ reference }) => ({
    kind: 'placed',
    label: {
      carrier_ref: `manual_${reference}`,
      carrier_name: 'By hand',
      tracking_code: null,
      tracking_url: null,
      label_url: null,
      estimated_at: null,
    },
  }),
  cancel: async () => ({ kind: 'cancelled' }),
}
