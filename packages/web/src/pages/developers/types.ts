/** Responses of the admin API, as far as the developer pages use them. */

export interface ApiKey {
  id: string
  name: string
  last_four: string
  stage: string
  created_at: string
  last_used_at: string | null
  expired_at: string | null
  /** Counted over the last day. */
  requests: number
  versions: { version: string; requests: number }[]
}

export interface Attempt {
  number: number
  started_at: string | null
  duration_ms: number | null
  outcome: 'ok' | 'failed' | 'unknown' | 'late'
  phase: string | null
  status: number | null
  error: string | null
  address: string | null
}

export interface Delivery {
  id: string
  event_id: string
  event_type: string
  endpoint_id: string
  endpoint_url: string
  endpoint_description: string
  payload_version: string
  state: 'pending' | 'delivered' | 'abandoned' | 'parked'
  is_test: boolean
  replay_of: string | null
  created_at: string
  abandoned_at: string | null
  erased_at: string | null
  next_at: string | null
  subject_id: string | null
  reference: string | null
  /** For a parked delivery of an enabled endpoint: why its request cannot be signed. */
  signing_error: string | null
  attempts: Attempt[]
}

export interface SentRequest {
  url: string
  headers: [name: string, value: string][]
  body: string
  bytes: number
  sha256: string
  at: string
  is_exact: boolean
  is_address_hidden: boolean
}

export interface EndpointHealth {
  state: 'disabled' | 'idle' | 'starting' | 'healthy' | 'recovering' | 'degraded' | 'failing'
  /** The time range of the counted attempts; null without an attempt in a day. */
  minutes: 15 | 60 | 1_440 | null
  attempts: number
  failed: number
  failing_since: string | null
  consecutive_successes: number
  pending: number
  /** Part of the pending deliveries. */
  retrying: number
  parked: number
  oldest_pending_at: string | null
  last_delivered_at: string | null
  recent_delivered: number
  recent_abandoned: number
}

interface AttemptStats {
  attempts: number
  failed: number
  p50_ms: number | null
  p95_ms: number | null
  last_failure: { at: string; status: number | null; error: string | null } | null
  is_partial: boolean
}

export interface HalfHour {
  from: string
  ok: number
  failed: number
  p50_ms: number | null
  p95_ms: number | null
}

interface FailureCause {
  error: string | null
  status: number | null
  count: number
  last_at: string
}

export interface Endpoint {
  id: string
  url: string
  description: string
  events: string[]
  payload_version: string
  enabled: boolean
  standard_webhooks: boolean
  previous_until: string | null
  /** Why requests cannot be signed; deliveries of the endpoint are parked until they can. */
  signing_error: string | null
  created_at: string
  updated_at: string
  health: EndpointHealth
}

export type ListedEndpoint = Endpoint & { stats: AttemptStats | null }
export type EndpointWithStats = Endpoint & {
  day: AttemptStats & { half_hours: HalfHour[]; causes: FailureCause[]; events: number }
}

export interface CatalogueEvent {
  id: string
  fires: string
  status: string
  bodies: { version: string; content_type: string; body: string }[]
}

/** An event in a list. */
export interface ListedEvent {
  id: string
  type: string
  gift_request_id: string
  reference: string | null
  created_at: string
  is_erased: boolean
}

export type DeliveryDetail = Delivery & {
  replays: string[]
  request: SentRequest | null
  was_sent: boolean
}
