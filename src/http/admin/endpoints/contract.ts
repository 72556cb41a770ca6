import { type Static, Type } from 'typebox'
import { throwIfAny } from '#contract/api-error'
import { filter, ordered } from '#contract/endpoints'
import { eventTypes } from '#contract/events'
import { enumRule } from '#contract/filter-rules'
import { isTimestamp } from '#contract/formats'
import { signatureMistakes } from '#contract/signature-mistakes'
import { versionNames } from '#contract/versions/index'
import { operation } from '../lib/operation.ts'
import { customQuery, filterQuery } from '../lib/query.ts'
import {
  boundedText,
  LocalizedText,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

/* The operations that the pages of webhook endpoints need in addition to the operations of the public API. */

const enterpriseOnly = { tier: 'enterprise', clock: 'real' } as const

export const checkEndpoint = operation('POST', '/endpoints/check', {
  ...enterpriseOnly,
  permission: 'endpoints:write',
  summary: 'validate a URL',
  body: Type.Object({ url: Type.String() }, strict),
  reply: Type.Object({
    errors: Type.Array(
      Type.Object({ code: Type.String(), param: Type.String(), message: Type.String() }),
    ),
    hints: Type.Array(Type.String()),
  }),
})

export const listDestinations = operation('GET', '/endpoints/destinations', {
  permission: 'endpoints:read',
  summary: 'list the connections to message brokers that an endpoint can publish over',
  reply: Type.Object({
    ...page(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        kind: Type.String(),
        title: LocalizedText,
      }),
    ).properties,
  }),
})

export const addDestination = operation('POST', '/endpoints/destinations', {
  ...enterpriseOnly,
  permission: 'endpoints:write',
  summary: 'add an endpoint that publishes over a connection',
  body: Type.Object(
    {
      connection_id: boundedText(36),
      description: Type.Optional(Type.String({ maxLength: 255 })),
      events: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 50 })),
      receives_attention: Type.Optional(Type.Boolean()),
      payload_version: Type.Optional(Type.String({ maxLength: 20 })),
      max_per_second: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 1_000 }))),
      filter: Type.Optional(orNull(filter)),
      ordered: Type.Optional(ordered),
    },
    strict,
  ),
  status: 201,
  reply: Type.Object({ id: Type.String() }),
})

const FilterResult = oneOfTexts('matches', 'left_out', 'failed')

export const DryRun = Type.Object({
  examined: Type.Integer(),
  oldest_at: orNull(Timestamp),
  matching: Type.Integer(),
  left_out: Type.Integer(),
  failed: Type.Integer(),
  without_body: Type.Integer(),
  examples: Type.Array(
    Type.Object({
      event_id: Type.String(),
      event_type: Type.String(),
      gift_request_id: Type.String(),
      created_at: Timestamp,
      result: FilterResult,
      reason: orNull(Type.String()),
    }),
  ),
  order: orNull(
    Type.Object({
      overtaken: Type.Integer(),
      waiting: Type.Integer(),
      longest_wait_ms: Type.Number(),
    }),
  ),
})
export type DryRun = Static<typeof DryRun>

export const dryRunEndpoint = operation('POST', '/endpoints/dry-run', {
  ...enterpriseOnly,
  permission: 'endpoints:write',
  summary: 'show what a filter and the order of events would have done to the last events',
  body: Type.Object(
    {
      filter: orNull(boundedText(1_000)),
      events: Type.Array(Type.String({ enum: [...eventTypes] }), { minItems: 1, maxItems: 50 }),
      payload_version: Type.String({ enum: [...versionNames] }),
      endpoint_id: Type.Optional(boundedText(36)),
    },
    strict,
  ),
  reply: DryRun,
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

export const previewTestEvent = operation('GET', '/endpoints/:id/test', {
  ...enterpriseOnly,
  permission: 'endpoints:read',
  summary: 'show the signed request of a test event',
  query: filterQuery({ type: enumRule(...eventTypes), payload_version: enumRule(...versionNames) }),
  reply: TestRequest,
})

export const SignatureCheckResult = Type.Object({
  mistake: orNull(oneOfTexts(...signatureMistakes)),
})
export type SignatureCheckResult = Static<typeof SignatureCheckResult>

const maxCheckedLength = 30_000

export const checkSignature = operation('POST', '/endpoints/:id/check-signature', {
  ...enterpriseOnly,
  permission: 'endpoints:write',
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

export const RetryProgress = Type.Object({
  rescheduled: Type.Integer(),
  remaining: Type.Integer(),
  after: Type.Integer(),
  seconds: Type.Integer(),
})
export type RetryProgress = Static<typeof RetryProgress>

export const retryWaitingDeliveries = operation('POST', '/endpoints/:id/retry-waiting', {
  ...enterpriseOnly,
  permission: 'endpoints:write',
  summary: 'retry waiting deliveries now, at a limited rate per second',
  body: Type.Object({ after: Type.Integer({ minimum: 0, maximum: 10_000_000 }) }, strict),
  reply: RetryProgress,
})

/** Parses the time from which missed deliveries are recovered. */
function parseSince({ since }: { since?: unknown }): Date {
  if (typeof since === 'string' && isTimestamp(since)) return new Date(since)
  const message = 'must be a timestamp such as 2026-05-01T10:30:00.000Z'
  throwIfAny([{ code: 'invalid_format', param: 'since', message }])
  throw new Error('throwIfAny did not throw')
}

export const countRecoverable = operation('GET', '/endpoints/:id/recoverable', {
  permission: 'endpoints:read',
  clock: 'real',
  summary: 'count the deliveries that "recover since" would resend',
  query: customQuery<Date, { since: string }>(
    { since: Type.String({ format: 'date-time' }) },
    parseSince,
  ),
  reply: Type.Object({ count: Type.Integer() }),
})
