import { Type } from 'typebox'
import { enumOf, id, nullable, timestamp } from './schema-parts.ts'
import type { TlsReason } from './tls-reasons.ts'

/* What signed-in users get of webhook endpoints, deliveries and events, in addition to the members of these resources. */

export const healthStates = [
  'disabled',
  'idle',
  'starting',
  'healthy',
  'recovering',
  'degraded',
  'failing',
] as const

const health = Type.Object({
  state: enumOf(healthStates),
  minutes: nullable(Type.Integer(), 'The time span of the attempts: 15, 60 or 1,440.'),
  attempts: Type.Integer(),
  failed: Type.Integer(),
  failing_since: nullable(timestamp()),
  consecutive_successes: Type.Integer(),
  pending: Type.Integer(),
  retrying: Type.Integer({ description: 'Part of the pending deliveries.' }),
  parked: Type.Integer(),
  oldest_pending_at: nullable(timestamp()),
  last_delivered_at: nullable(timestamp()),
  recent_delivered: Type.Integer(),
  recent_abandoned: Type.Integer(),
})

/** The attempts of the last 24 hours. */
const stats = Type.Object({
  attempts: Type.Integer(),
  failed: Type.Integer(),
  p50_ms: nullable(Type.Number()),
  p95_ms: nullable(Type.Number()),
  last_failure: nullable(
    Type.Object({
      at: timestamp(),
      status: nullable(Type.Integer()),
      error: nullable(Type.String()),
    }),
  ),
  is_partial: Type.Boolean(),
})

const halfHour = Type.Object({
  from: timestamp(),
  ok: Type.Integer(),
  failed: Type.Integer(),
  p50_ms: nullable(Type.Number()),
  p95_ms: nullable(Type.Number()),
})

const cause = Type.Object({
  error: nullable(Type.String()),
  reason: nullable(Type.Unsafe<TlsReason>(Type.String())),
  detail: nullable(Type.String()),
  status: nullable(Type.Integer()),
  count: Type.Integer(),
  last_at: timestamp(),
})

/** The connection over which an endpoint publishes; null for one with a URL. */
const publishingConnection = nullable(
  Type.Object({ id: id(), name: Type.String(), kind: Type.String() }),
)

export const endpointListMembers = Type.Object({
  health,
  stats: nullable(stats),
  connection: publishingConnection,
})

export const endpointDetailMembers = Type.Object({
  health,
  day: Type.Object({
    ...stats.properties,
    half_hours: Type.Array(halfHour),
    causes: Type.Array(cause),
    events: Type.Integer(),
  }),
  connection: publishingConnection,
})

export const deliveryListMembers = Type.Object({
  endpoint_url: Type.String(),
  endpoint_description: Type.String(),
  reference: nullable(Type.String(), 'The reference of the gift request.'),
  signing_error: nullable(
    Type.String(),
    'Why a parked delivery of an enabled endpoint cannot be signed.',
  ),
  is_behind: Type.Boolean({
    description: 'Whether it waits for an earlier event of its gift request.',
  }),
})

/** What an attempt took, and where it went. The milliseconds of a phase are null if the connection was reused. */
const connection = Type.Object({
  number: Type.Integer(),
  phase: nullable(Type.String(), 'The last phase that the attempt reached.'),
  address: nullable(Type.String()),
  dns_ms: nullable(Type.Integer()),
  connect_ms: nullable(Type.Integer()),
  tls_ms: nullable(Type.Integer()),
})

/** A signed request. It has no secret, and the values of custom headers are hidden. */
const request = Type.Object({
  url: Type.String(),
  headers: Type.Array(
    Type.Unsafe<[name: string, value: string]>({
      type: 'array',
      items: { type: 'string' },
      minItems: 2,
      maxItems: 2,
    }),
  ),
  body: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  at: timestamp(),
  is_exact: Type.Boolean({ description: 'False if the endpoint has changed since.' }),
  is_address_hidden: Type.Boolean(),
})

export const deliveryDetailMembers = Type.Object({
  ...deliveryListMembers.properties,
  connections: Type.Array(connection, { description: 'One of each attempt.' }),
  erased_at: nullable(timestamp()),
  replays: Type.Array(id(), { description: 'The deliveries that send it again.' }),
  request: nullable(request),
  was_sent: Type.Boolean(),
})

export const eventListMembers = Type.Object({ reference: nullable(Type.String()) })

export const eventDetailMembers = Type.Object({
  ...eventListMembers.properties,
  bodies: Type.Array(
    Type.Object({
      payload_version: Type.String(),
      body: Type.String(),
      is_address_hidden: Type.Boolean(),
    }),
    { description: 'The stored bodies: what was sent, byte for byte.' },
  ),
})
