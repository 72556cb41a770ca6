import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/events'
import { signatureMistakes } from '#contract/signature-mistakes'
import { anyText, oneOf } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import {
  boundedText,
  CreatedId,
  EventName,
  oneOfNumbers,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
  TlsFailureReason,
} from '../lib/schemas.ts'

const endpointMembers = {
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  receives_attention: Type.Boolean(),
  payload_version: Type.String(),
  standard_webhooks: Type.Boolean(),
  headers: Type.Array(
    Type.Object({ name: Type.String(), value: Type.Optional(Type.String()) }, strict),
    { maxItems: 50, description: 'A header without a value keeps its stored value.' },
  ),
  max_per_second: orNull(Type.Integer()),
  ed25519: Type.Boolean(),
  ca: orNull(Type.String({ maxLength: 40_000, description: 'Authorities in PEM.' })),
  client_certificate: orNull(Type.String({ maxLength: 40_000, description: 'PEM.' })),
  client_key: orNull(
    Type.String({ maxLength: 40_000, description: 'PEM. No response contains it.' }),
  ),
}
const { url, ...optionalMembers } = endpointMembers
const NewEndpoint = Type.Object(
  { url, ...Type.Partial(Type.Object(optionalMembers)).properties },
  strict,
)
const EndpointChange = Type.Partial(Type.Object(endpointMembers), strict)

/** A webhook endpoint without its secret. */
export const Endpoint = Type.Object({
  account_id: Type.String(),
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(EventName),
  receives_attention: Type.Boolean(),
  payload_version: Type.String(),
  enabled: Type.Boolean(),
  standard_webhooks: Type.Boolean(),
  previous_until: orNull(Timestamp),
  signing_error: orNull(
    Type.String({
      description: 'Why requests cannot be signed. Deliveries stay parked until then.',
    }),
  ),
  header_names: Type.Array(Type.String(), {
    description: 'The custom headers. No response contains their values.',
  }),
  max_per_second: orNull(Type.Integer()),
  public_key: orNull(
    Type.String({ description: 'The Ed25519 key of Standard Webhooks; null without one.' }),
  ),
  previous_public_key: orNull(Type.String()),
  previous_key_until: orNull(Timestamp),
  ca_subject: orNull(Type.String()),
  ca_expires_at: orNull(Timestamp),
  client_certificate_subject: orNull(Type.String()),
  client_certificate_expires_at: orNull(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Endpoint = Static<typeof Endpoint>

/** The secret is in this response only. */
export const EndpointWithSecret = Type.Object({ ...Endpoint.properties, secret: Type.String() })

export const HealthState = oneOfTexts(
  'disabled',
  'idle',
  'starting',
  'healthy',
  'recovering',
  'degraded',
  'failing',
)

export const EndpointHealth = Type.Object({
  state: HealthState,
  minutes: orNull(oneOfNumbers(15, 60, 1_440)),
  attempts: Type.Integer(),
  failed: Type.Integer(),
  failing_since: orNull(Timestamp),
  consecutive_successes: Type.Integer(),
  pending: Type.Integer(),
  retrying: Type.Integer({ description: 'Part of the pending deliveries.' }),
  parked: Type.Integer(),
  oldest_pending_at: orNull(Timestamp),
  last_delivered_at: orNull(Timestamp),
  recent_delivered: Type.Integer(),
  recent_abandoned: Type.Integer(),
})
export type EndpointHealth = Static<typeof EndpointHealth>

/** The attempts of the last 24 hours. */
export const AttemptStats = Type.Object({
  attempts: Type.Integer(),
  failed: Type.Integer(),
  p50_ms: orNull(Type.Number()),
  p95_ms: orNull(Type.Number()),
  last_failure: orNull(
    Type.Object({
      at: Timestamp,
      status: orNull(Type.Integer()),
      error: orNull(Type.String()),
    }),
  ),
  is_partial: Type.Boolean(),
})

export const HalfHour = Type.Object({
  from: Timestamp,
  ok: Type.Integer(),
  failed: Type.Integer(),
  p50_ms: orNull(Type.Number()),
  p95_ms: orNull(Type.Number()),
})
export type HalfHour = Static<typeof HalfHour>

/** The statistics of the last 24 hours. */
export const EndpointDay = Type.Object({
  ...AttemptStats.properties,
  half_hours: Type.Array(HalfHour),
  causes: Type.Array(
    Type.Object({
      error: orNull(Type.String()),
      reason: orNull(TlsFailureReason),
      detail: orNull(Type.String()),
      status: orNull(Type.Integer()),
      count: Type.Integer(),
      last_at: Timestamp,
    }),
  ),
  events: Type.Integer(),
})

export const ListedEndpoint = Type.Object({
  ...Endpoint.properties,
  stats: orNull(AttemptStats),
  health: EndpointHealth,
})
export type ListedEndpoint = Static<typeof ListedEndpoint>

export const EndpointDetail = Type.Object({
  ...Endpoint.properties,
  health: EndpointHealth,
  day: EndpointDay,
})
export type EndpointDetail = Static<typeof EndpointDetail>

/** Every tier may read endpoints. Accounts on other tiers have none, and the page explains why. */
const enterpriseOnly = { role: 'developer', tier: 'enterprise', clock: 'real' } as const

export const listEndpoints = operation('GET', '/endpoints', {
  role: 'developer',
  clock: 'real',
  summary: 'list webhook endpoints with their statistics and health',
  reply: page(ListedEndpoint),
})

export const checkEndpoint = operation('POST', '/endpoints/check', {
  ...enterpriseOnly,
  summary: 'validate a URL',
  body: Type.Object({ url }, strict),
  reply: Type.Object({
    errors: Type.Array(
      Type.Object({ code: Type.String(), param: Type.String(), message: Type.String() }),
    ),
    hints: Type.Array(Type.String()),
  }),
})

export const createEndpoint = operation('POST', '/endpoints', {
  ...enterpriseOnly,
  summary: 'add a webhook endpoint',
  body: NewEndpoint,
  status: 201,
  reply: EndpointWithSecret,
})

export const readEndpoint = operation('GET', '/endpoints/:id', {
  role: 'developer',
  clock: 'real',
  summary: 'show a webhook endpoint and its last 24 hours',
  reply: EndpointDetail,
})

export const changeEndpoint = operation('PATCH', '/endpoints/:id', {
  ...enterpriseOnly,
  summary: 'change a webhook endpoint',
  body: EndpointChange,
  reply: Endpoint,
})

export const enableEndpoint = operation('POST', '/endpoints/:id/enable', {
  ...enterpriseOnly,
  summary: 'enable a webhook endpoint',
  reply: Endpoint,
})

export const disableEndpoint = operation('POST', '/endpoints/:id/disable', {
  role: 'developer',
  clock: 'real',
  summary: 'disable a webhook endpoint',
  reply: Endpoint,
})

export const deleteEndpoint = operation('DELETE', '/endpoints/:id', {
  role: 'developer',
  clock: 'real',
  summary: 'delete a webhook endpoint',
})

export const rotateEndpointSecret = operation('POST', '/endpoints/:id/rotate', {
  ...enterpriseOnly,
  summary: 'rotate the secret of a webhook endpoint',
  body: Type.Object({ overlap_seconds: Type.Integer() }, strict),
  reply: EndpointWithSecret,
})

export const rotateEndpointKey = operation('POST', '/endpoints/:id/rotate-key', {
  ...enterpriseOnly,
  summary: 'rotate the Ed25519 key of a webhook endpoint',
  body: Type.Object({ overlap_seconds: Type.Integer() }, strict),
  reply: Endpoint,
})

export const sendTestEvent = operation('POST', '/endpoints/:id/test', {
  ...enterpriseOnly,
  summary: 'send a test event',
  body: Type.Object({ type: EventName, payload_version: Type.Optional(boundedText(32)) }, strict),
  status: 201,
  reply: CreatedId,
})

/** The signed request of a test event. It has no secret, and the values of custom headers are hidden. */
export const TestRequest = Type.Object({
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
  at: Timestamp,
})
export type TestRequest = Static<typeof TestRequest>

export const previewTestEvent = operation('GET', '/endpoints/:id/test', {
  ...enterpriseOnly,
  summary: 'show the signed request of a test event',
  query: filterQuery({ type: oneOf(...eventTypes), payload_version: anyText }),
  reply: TestRequest,
})

export const SignatureCheckResult = Type.Object({
  mistake: orNull(oneOfTexts(...signatureMistakes)),
})
export type SignatureCheckResult = Static<typeof SignatureCheckResult>

const maxCheckedLength = 30_000

export const checkSignature = operation('POST', '/endpoints/:id/check-signature', {
  ...enterpriseOnly,
  summary: 'check a signature that a receiver computed, and name its mistake',
  body: Type.Object(
    {
      timestamp: boundedText(32),
      body: Type.String({ maxLength: maxCheckedLength }),
      signature: boundedText(200),
    },
    strict,
  ),
  reply: SignatureCheckResult,
})
