import { type TSchema, Type } from 'typebox'
import { attentionEventTypes } from './attention.ts'
import { deliveryStates, eventTypes } from './events.ts'
import { enumOf, id, nullable, timestamp } from './schema-parts.ts'
import type { TlsReason } from './tls-reasons.ts'
import type { ResourceType } from './versions/api-version.ts'

/* The schemas of webhook endpoints and deliveries in responses. */

const eventType = enumOf(eventTypes)

const Endpoint = Type.Object({
  id: id(),
  url: Type.String({ format: 'uri' }),
  description: Type.String(),
  events: Type.Array(eventType),
  receives_attention: Type.Boolean({
    description: 'Whether it also receives the events about what needs attention.',
  }),
  payload_version: Type.String(),
  standard_webhooks: Type.Boolean(),
  enabled: Type.Boolean(),
  previous_secret_until: nullable(
    timestamp(),
    'Until then, requests also carry a signature with the previous secret.',
  ),
  signing_error: nullable(
    Type.String(),
    'Why requests cannot be signed. Deliveries stay parked until that is resolved.',
  ),
  header_names: Type.Array(Type.String(), {
    description: 'The names of the custom headers. No response contains their values.',
  }),
  max_per_second: nullable(Type.Integer({ minimum: 1 }), 'Null without a limit.'),
  filter: nullable(
    Type.String(),
    'The CEL expression that an event must match; null for every event.',
  ),
  ordered: Type.Boolean({
    description: 'Whether an event waits until the earlier events of its gift request have ended.',
  }),
  public_key: nullable(
    Type.String(),
    'The Ed25519 key that verifies deliveries, such as `whpk_6cbTaS0K…`; null while Ed25519 is off.',
  ),
  previous_public_key: nullable(Type.String(), 'The key before the last rotation.'),
  previous_key_until: nullable(
    timestamp(),
    'Until then, requests also carry a signature of the previous Ed25519 key.',
  ),
  ca_subject: nullable(
    Type.String(),
    "The authority that the receiver's certificate must come from; null for the public ones.",
  ),
  ca_expires_at: nullable(timestamp()),
  client_certificate_subject: nullable(Type.String()),
  client_certificate_expires_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
})

const EndpointWithSecret = Type.Object({
  ...Endpoint.properties,
  secret: Type.String({ description: 'The signing secret. No other response contains it.' }),
})

const DeliveryAttempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  started_at: nullable(timestamp(), 'Null if the process of the attempt died.'),
  duration_ms: nullable(Type.Integer()),
  outcome: enumOf(
    ['ok', 'failed', 'unknown', 'late'],
    'unknown: the process died. late: the result came after the lease of the attempt.',
  ),
  status: nullable(Type.Integer(), 'The HTTP status of the endpoint; null without a response.'),
  error: nullable(
    Type.String(),
    'The error code if there was no response, such as connect_timeout.',
  ),
  reason: nullable(
    Type.Unsafe<TlsReason>(Type.String()),
    'Why the TLS connection failed, such as certificate_expired; null for other errors.',
  ),
  detail: nullable(
    Type.String(),
    'Facts of the certificate of the endpoint: its names, its issuer, or when it expired.',
  ),
})

const Delivery = Type.Object({
  id: id(),
  event_id: id('The same as Service-Webhook-Event-Id.'),
  event_type: enumOf([...eventTypes, ...attentionEventTypes]),
  gift_request_id: nullable(
    id(),
    'Null for a test event, for an attention event without a gift request, and after the event was deleted.',
  ),
  endpoint_id: id(),
  payload_version: Type.String(),
  state: enumOf(
    deliveryStates,
    'parked: the endpoint is disabled. abandoned: no further attempt follows. filtered: the filter of the endpoint left the event out.',
  ),
  is_test: Type.Boolean(),
  replay_of: nullable(id(), 'The delivery that this one sends again.'),
  next_attempt_at: nullable(timestamp()),
  attempts: Type.Array(DeliveryAttempt),
  created_at: timestamp(),
  abandoned_at: nullable(timestamp()),
})

const Recovery = Type.Object({
  resent: Type.Integer({ minimum: 0, description: 'How many deliveries are sent again now.' }),
  remaining: Type.Integer({
    minimum: 0,
    description: 'How many are left for the next call; 10,000 means at least that many.',
  }),
})

export const endpointSchemas = {
  endpoints: Endpoint,
  endpoint_secrets: EndpointWithSecret,
  deliveries: Delivery,
  recoveries: Recovery,
} as const satisfies Partial<Record<ResourceType, TSchema>>

/** Named schemas of the documents. */
export const namedEndpointResources = {
  Endpoint,
  EndpointWithSecret,
  Delivery,
  DeliveryAttempt,
  Recovery,
} as const satisfies Record<string, TSchema>
