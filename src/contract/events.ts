/** The five public statuses of a gift request (interface §2.1). */
export const statuses = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled'] as const
export type Status = (typeof statuses)[number]

/**
 * The events that a webhook endpoint can subscribe to (interface §6.2), with their descriptions. ARCHITECTURE.md says
 * where a new one is added.
 */
// biome-ignore format: read down the columns
export const events = {
  gift_request_created:    'The gift request was created. Once for each gift request.',
  gift_request_redeemed:   'The recipient has finished their part.',
  gift_request_dispatched: 'The parcel is in transit now. Again each time it returns to transit.',
  gift_request_delivered:  'The gift arrived. At most once for each gift request.',
  gift_request_cancelled:  'The gift request was cancelled, expired, or its shipment was cancelled.',
} as const satisfies Record<string, string>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as EventType[]

/**
 * The states of a delivery to a webhook endpoint. `parked`: the endpoint is disabled, and the delivery resumes with its
 * remaining attempts when it is enabled. `filtered`: the filter of the endpoint left the event out.
 */
export const deliveryStates = ['pending', 'delivered', 'abandoned', 'parked', 'filtered'] as const
export type DeliveryState = (typeof deliveryStates)[number]
