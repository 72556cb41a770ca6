export const parcelStateNames = [
  'placing',
  'waiting',
  'refused',
  'ordered',
  'in_transit',
  'delivery_attempt_failed',
  'out_for_delivery',
  'delivered',
  'returned',
  'lost',
  'cancelled',
] as const
export type ParcelStateName = (typeof parcelStateNames)[number]

/** The progress of a manually shipped parcel that a person can enter. */
export const manualStates = [
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delivered',
  'returned',
  'lost',
] as const

/** The states that a carrier can report in a scan. */
export const scanStateNames = [
  'ordered',
  'in_transit',
  'delivery_attempt_failed',
  'out_for_delivery',
  'delivered',
  'refused',
  'returned',
  'lost',
  'cancelled',
] as const
