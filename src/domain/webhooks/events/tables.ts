import type { EventType } from '#contract'

/** What an admin sees of an endpoint: everything but its secrets. */
export interface Endpoint {
  account_id: string
  id: string
  url: string
  description: string
  events: EventType[]
  payload_version: string
  enabled: boolean
  standard_webhooks: boolean
  /** Until then each request also carries a signature made with the secret before this one. */
  previous_until: Date | null
  /** Why nothing can be signed for it, such as the key that is missing; its deliveries are parked until then. */
  signing_error: string | null
  created_at: Date
  updated_at: Date
}

/** What the world is told, and to whom it belongs. The id is made when none is given. */
export interface EventRow {
  account_id: string
  id: string
  type: EventType
  subject_id: string
  created_at: Date
}

/** `parked`: its endpoint is disabled; it goes on, with the attempts it has left, when that is enabled. */
const deliveryStates = ['pending', 'delivered', 'abandoned', 'parked'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const isDeliveryState = (name: string): name is DeliveryState =>
  (deliveryStates as readonly string[]).includes(name)

/**
 * Where a row of the queue stands. The numbers are written into the partial indexes. A row that was
 * claimed stays where it is and has a lease; what is ready and has none can be claimed.
 */
export const queueStates = { ready: 0, readyRetry: 1, readySlow: 2, waiting: 3, parked: 4 } as const

/** Automatic attempts for each event and endpoint, in all (interface §8). */
export const maxAttempts = 5

/**
 * From this attempt on a delivery travels in the lane of late attempts: all retries do, so that what is told for the
 * first time never queues behind them, not even at the same endpoint.
 */
export const firstRetryAttempt = 2
