import { type Static, Type } from 'typebox'
import { throwIfAny } from '#contract/api-error'
import { eventTypes } from '#contract/events'
import { enumRule } from '#contract/filter-rules'
import { isTimestamp } from '#contract/formats'
import { signatureMistakes } from '#contract/signature-mistakes'
import { versionNames } from '#contract/versions/index'
import { operation } from '../lib/operation.ts'
import { customQuery, filterQuery } from '../lib/query.ts'
import { boundedText, oneOfTexts, orNull, strict, Timestamp } from '../lib/schemas.ts'

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
