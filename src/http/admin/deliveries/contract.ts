import { type Static, Type } from 'typebox'
import { throwIfAny } from '#contract/api-error'
import { attentionEventTypes } from '#contract/attention'
import { eventTypes } from '#contract/events'
import { isTimestamp } from '#contract/formats'
import { TestRequest } from '../endpoints/contract.ts'
import { anyText, oneOf, timestamp, utcDay } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { customQuery, listQuery } from '../lib/query.ts'
import {
  DeliveredEventName,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
  TlsFailureReason,
} from '../lib/schemas.ts'

export const deliveryFilters = {
  event_type: oneOf(...eventTypes, ...attentionEventTypes),
  event_id: anyText,
  endpoint_id: anyText,
  state: oneOf('pending', 'delivered', 'abandoned', 'parked'),
  response_status: oneOf('2xx', '3xx', '4xx', '5xx', 'none'),
  /** accepts a reference or an id */
  gift: anyText,
  kind: oneOf('test', 'real'),
  created_from: utcDay,
  /** The last day, which the list includes. */
  created_until: utcDay,
  /** deliveries with an attempt that started in this time range */
  attempted_from: timestamp,
  attempted_until: timestamp,
  attempt_outcome: oneOf('arrived', 'failed'),
}

export const DeliveryAttempt = Type.Object({
  number: Type.Integer(),
  started_at: orNull(Timestamp),
  duration_ms: orNull(Type.Integer()),
  outcome: oneOfTexts('ok', 'failed', 'unknown', 'late'),
  phase: orNull(Type.String()),
  status: orNull(Type.Integer()),
  error: orNull(Type.String()),
  reason: orNull(TlsFailureReason),
  detail: orNull(Type.String()),
  address: orNull(Type.String()),
  /** Milliseconds of the phases that ended; null if the connection was reused. */
  dns_ms: orNull(Type.Integer()),
  connect_ms: orNull(Type.Integer()),
  tls_ms: orNull(Type.Integer()),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const Delivery = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  event_type: DeliveredEventName,
  endpoint_id: Type.String(),
  endpoint_url: Type.String(),
  endpoint_description: Type.String(),
  payload_version: Type.String(),
  state: oneOfTexts('pending', 'delivered', 'abandoned', 'parked'),
  is_test: Type.Boolean(),
  replay_of: orNull(Type.String()),
  created_at: Timestamp,
  abandoned_at: orNull(Timestamp),
  erased_at: orNull(Timestamp),
  next_at: orNull(Timestamp),
  subject_id: orNull(Type.String()),
  reference: orNull(Type.String()),
  signing_error: orNull(
    Type.String({ description: 'Why a parked delivery of an enabled endpoint cannot be signed.' }),
  ),
  attempts: Type.Array(DeliveryAttempt),
})
export type Delivery = Static<typeof Delivery>

export const SentRequest = Type.Object({
  ...TestRequest.properties,
  is_exact: Type.Boolean(),
  is_address_hidden: Type.Boolean(),
})
export type SentRequest = Static<typeof SentRequest>

export const DeliveryDetail = Type.Object({
  ...Delivery.properties,
  replays: Type.Array(Type.String()),
  request: orNull(SentRequest),
  was_sent: Type.Boolean(),
})
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const RetryProgress = Type.Object({
  rescheduled: Type.Integer(),
  remaining: Type.Integer(),
  after: Type.Integer(),
  seconds: Type.Integer(),
})
export type RetryProgress = Static<typeof RetryProgress>

/** Parses the time of "recover since" in a query or a body. */
export function parseSince(input: { since?: unknown }): Date {
  const { since } = input
  if (typeof since === 'string' && isTimestamp(since)) return new Date(since)
  const message = 'must be a timestamp such as 2026-05-01T10:30:00.000Z'
  throwIfAny([{ code: 'invalid_format', param: 'since', message }])
  throw new Error('throwIfAny did not throw')
}

const enterpriseOnly = { role: 'developer', tier: 'enterprise', clock: 'real' } as const

export const listDeliveries = operation('GET', '/deliveries', {
  role: 'developer',
  clock: 'real',
  summary: 'list deliveries',
  query: listQuery(deliveryFilters),
  reply: page(Delivery),
})

export const readDelivery = operation('GET', '/deliveries/:id', {
  role: 'developer',
  clock: 'real',
  summary: 'show a delivery and its request',
  reply: DeliveryDetail,
})

export const resendDeliveries = operation('POST', '/deliveries/resend', {
  ...enterpriseOnly,
  summary: 'resend deliveries',
  body: Type.Object({ ids: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }, strict),
  status: 201,
  reply: Type.Object({
    data: Type.Array(Type.String()),
    rejected: Type.Array(Type.Object({ id: Type.String(), message: Type.String() })),
  }),
})

export const retryWaitingDeliveries = operation('POST', '/endpoints/:id/retry-waiting', {
  ...enterpriseOnly,
  summary: 'retry waiting deliveries now, at a limited rate per second',
  body: Type.Object({ after: Type.Integer({ minimum: 0, maximum: 10_000_000 }) }, strict),
  reply: RetryProgress,
})

export const countRecoverable = operation('GET', '/endpoints/:id/recoverable', {
  role: 'developer',
  clock: 'real',
  summary: 'count the deliveries that "recover since" would resend',
  query: customQuery<Date, { since: string }>(
    { since: Type.String({ format: 'date-time' }) },
    parseSince,
  ),
  reply: Type.Object({ count: Type.Integer() }),
})

export const recoverDeliveries = operation('POST', '/endpoints/:id/recover', {
  ...enterpriseOnly,
  summary: 'resend the deliveries abandoned since a timestamp',
  body: Type.Object({ since: Type.String() }, strict),
  status: 201,
  reply: Type.Object({ resent: Type.Integer(), remaining: Type.Integer() }),
})
