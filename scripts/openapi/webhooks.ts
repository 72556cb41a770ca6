import { type EventType, events, type VersionName, versions } from '#contract'
import { examples } from '#contract/examples'
import { dialects } from './dialect.ts'
import { renderOne } from './examples.ts'
import type { JsonObject, Writer } from './schemas.ts'

/** The requests that we send to the endpoints of an account (interface §6). */
export const webhooks = (version: VersionName, writer: Writer): JsonObject =>
  Object.fromEntries(
    Object.entries(events).map(([type, about]) => [
      type,
      { post: webhook(version, type as EventType, about, writer) },
    ]),
  )

function webhook(version: VersionName, type: EventType, about: string, writer: Writer): JsonObject {
  const { contentType } = versions[version]
  return {
    operationId: type,
    tags: ['Webhooks'],
    summary: type,
    description: `${about} The body is the gift request as it was when this happened; a retry sends the same bytes.`,
    security: [],
    parameters: headersOf(version, type),
    requestBody: {
      required: true,
      content: {
        [contentType]: {
          schema: writer.write(dialects[version].webhook),
          example: JSON.parse(renderOne(version, 'gift_requests', exampleFor(type))),
        },
      },
    },
    responses: {
      '2XX': { description: 'Accepted. The body is never read.' },
      '403': {
        description: 'You found the signature or the timestamp wrong. Counts as a failed attempt.',
      },
      '5XX': { description: 'You cannot take it now. We try again, five times in all.' },
    },
  }
}

function exampleFor(type: EventType): object {
  const { choice, delivered } = examples
  if (type === 'gift_request_created') return { ...choice, redemption_url: null }
  const status = type.replace('gift_request_', '')
  return status === 'cancelled' ? { ...choice, status } : { ...choice, ...delivered, status }
}

const headersOf = (version: VersionName, type: EventType): JsonObject[] => [
  headerOf('Service-Webhook-Signature', {
    description: 'HMAC-SHA256 of `{timestamp}.{body}` with the secret of the endpoint, in hex.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
  headerOf('Service-Webhook-Dispatch-Timestamp', {
    description: 'Unix time in seconds. New at each attempt.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  }),
  headerOf('Service-Webhook-Event-Id', {
    description: 'The event. The same at each attempt: it is how you know a duplicate.',
    schema: { type: 'string', format: 'uuid' },
  }),
  headerOf('Service-Webhook-Event-Type', {
    description: 'What happened.',
    schema: { type: 'string', enum: [type] },
  }),
  headerOf('Service-Webhook-API-Version', {
    description: 'The payload version of the endpoint.',
    schema: { type: 'string', enum: [version] },
  }),
  headerOf('Service-Webhook-Signature-Previous', {
    required: false,
    description: 'The same with the secret before, for a while after a rotation.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
]

const headerOf = (name: string, more: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  ...more,
})
