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
