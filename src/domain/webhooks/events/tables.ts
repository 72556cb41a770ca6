import type { AttentionEventType, EventType } from '#contract'
import { type DeliveryState, deliveryStates } from '#contract/events'

/** An endpoint without its secrets. */
export interface Endpoint {
  account_id: string
  id: string
  url: string
  /** The connection that publishes its events in place of requests to the URL, which then is the address of the broker. */
  connection_id: string | null
  description: string
  events: EventType[]
  /** Whether the endpoint also receives the events about what needs attention. */
  receives_attention: boolean
  payload_version: string
  enabled: boolean
  standard_webhooks: boolean
  /** Until this time, requests also carry a signature with the previous secret. */
  previous_until: Date | null
  /**
   * Why requests cannot be signed, for example a missing key. Deliveries stay parked until the error is
   * resolved.
   */
  signing_error: string | null
  /** The names of the custom headers. Their values are encrypted. */
  header_names: string[]
  /** The maximum number of attempts in a second; null: no limit. */
  max_per_second: number | null
  /** The expression that an event must match; null: every event. */
  filter: string | null
  /** Whether an event of a gift request is sent only after the earlier ones have ended. */
  ordered: boolean
  /** The Ed25519 key (`whpk_…`); null without asymmetric signatures. */
  public_key: string | null
  previous_public_key: string | null
  /** Until this time, requests also carry a signature with the previous Ed25519 key. */
  previous_key_until: Date | null
  /** The authorities that the receiver's certificate must come from; null: the public ones. */
  ca_subject: string | null
  ca_expires_at: Date | null
  client_certificate_subject: string | null
  client_certificate_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export type DeliveredEventType = EventType | AttentionEventType

/** An event without its bodies. */
export interface EventRow {
  account_id: string
  id: string
  type: EventType
  subject_id: string
  created_at: Date
}

export const isDeliveryState = (name: string): name is DeliveryState =>
  (deliveryStates as readonly string[]).includes(name)

/**
 * The states of queue rows. Partial indexes contain these numbers. A claim leaves the state unchanged and
 * adds a lease; ready rows without a lease can be claimed. `behind`: an earlier event of the gift request is still open at
 * an endpoint with `ordered`.
 */
export const queueStates = {
  ready: 0,
  readyRetry: 1,
  readySlow: 2,
  waiting: 3,
  parked: 4,
  behind: 5,
} as const

/** Automatic attempts for each event and endpoint (interface §8). */
export const maxAttempts = 5

/**
 * The first attempt in the lane for retries. Retries have a lane of their own, so that first attempts
 * never wait behind them, even at the same endpoint.
 */
export const firstRetryAttempt = 2
