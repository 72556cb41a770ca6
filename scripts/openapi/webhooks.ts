import {
  type AttentionEventType,
  attentionEvents,
  type EventType,
  events,
  type VersionName,
  versions,
} from '#contract'
import { attentionExample } from '#contract/attention-resources'
import { examples } from '#contract/examples'
import { renderOne } from './examples.ts'
import type { JsonObject, SchemaWriter } from './schemas.ts'
import { versionFormats } from './version-format.ts'

/** Builds the webhook requests to the endpoints of an account (interface §6). */
export const buildWebhooks = (version: VersionName, writer: SchemaWriter): JsonObject =>
  Object.fromEntries([
    ...Object.entries(events).map(([type, description]) => [
      type,
      {
        post: buildWebhook(version, type, {
          description: `${description} The body is the gift request as it was when this happened; a retry sends the same bytes.`,
          schema: writer.write(versionFormats[version].webhook),
          example: JSON.parse(renderOne(version, 'gift_requests', findExample(type as EventType))),
        }),
      },
    ]),
    ...Object.entries(attentionEvents).map(([type, description]) => [
      type,
      {
        post: buildWebhook(version, type, {
          description: `${description} Only for endpoints with \`receives_attention\`.`,
          schema: writer.write(versionFormats[version].attentionWebhook),
          example: JSON.parse(
            renderOne(version, 'attention_items', findAttentionExample(type as AttentionEventType)),
          ),
        }),
      },
    ]),
  ])

interface WebhookBody {
  description: string
  schema: unknown
  example: unknown
}

function buildWebhook(
  version: VersionName,
  type: string,
  { description, schema, example }: WebhookBody,
): JsonObject {
  const { contentType } = versions[version]
  return {
    operationId: type,
    tags: ['Webhooks'],
    summary: type,
    description,
    security: [],
    parameters: buildHeaders(version, type),
    requestBody: { required: true, content: { [contentType]: { schema, example } } as JsonObject },
    responses: {
      '2XX': { description: 'Accepted. The body is never read.' },
      '403': {
        description: 'You found the signature or the timestamp wrong. Counts as a failed attempt.',
      },
      '5XX': { description: 'You cannot take it now. We try again, five times in all.' },
    },
  }
}

function findExample(type: EventType): object {
  const { choice, delivered } = examples
  if (type === 'gift_request_created') return { ...choice, redemption_url: null }
  const status = type.replace('gift_request_', '')
  return status === 'cancelled' ? { ...choice, status } : { ...choice, ...delivered, status }
}

function findAttentionExample(type: AttentionEventType): object {
  if (type === 'attention.cleared')
    return { ...attentionExample, cleared_at: '2026-05-02T09:00:00.000Z', next_actions: [] }
  return { ...attentionExample, kind: type.slice('attention.'.length) }
}

const buildHeaders = (version: VersionName, type: string): JsonObject[] => [
  buildHeader('Service-Webhook-Signature', {
    description: 'HMAC-SHA256 of `{timestamp}.{body}` with the secret of the endpoint, in hex.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
  buildHeader('Service-Webhook-Dispatch-Timestamp', {
    description: 'Unix time in seconds. New at each attempt.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  }),
  buildHeader('Service-Webhook-Event-Id', {
    description: 'The event. The same at each attempt: it is how you know a duplicate.',
    schema: { type: 'string', format: 'uuid' },
  }),
  buildHeader('Service-Webhook-Event-Type', {
    description: 'What happened.',
    schema: { type: 'string', enum: [type] },
  }),
  buildHeader('Service-Webhook-API-Version', {
    description: 'The payload version of the endpoint.',
    schema: { type: 'string', enum: [version] },
  }),
  buildHeader('Service-Webhook-Signature-Previous', {
    required: false,
    description: 'The same with the secret before, for a while after a rotation.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
]

const buildHeader = (name: string, more: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  ...more,
})
