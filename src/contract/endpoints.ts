import { Type } from 'typebox'
import { eventTypes } from './events.ts'
import { defineBody, defineChanges } from './request-body.ts'

const strict = { additionalProperties: false } as const

/* The bodies of the operations on webhook endpoints. The domain validates URLs, because its rules depend on the stage. */

const settings = {
  url: Type.String({
    description:
      'Receives POST requests. In production it begins with https://. It must not point to a private address.',
  }),
  description: Type.String({ maxLength: 255, description: 'For people. Default: none.' }),
  events: Type.Array(Type.String({ enum: [...eventTypes] }), {
    minItems: 1,
    maxItems: 50,
    description: 'The events that it receives. Default: every event.',
  }),
  receives_attention: Type.Boolean({
    description:
      'Whether it also receives the events `attention.*`: what needs attention, and when that has ended. Default: false.',
  }),
  payload_version: Type.String({
    description: 'The version of the bodies. Default: the newest.',
  }),
  standard_webhooks: Type.Boolean({
    description: 'Whether requests also have the headers of Standard Webhooks. Default: false.',
  }),
}
const { url, ...optional } = settings

export const newEndpointBody = defineBody(
  Type.Object({ url, ...Type.Partial(Type.Object(optional)).properties }, strict),
)

export const endpointChangeBody = defineChanges(
  Type.Partial(
    Type.Object({
      ...settings,
      enabled: Type.Boolean({
        description:
          'While it is false, no event is recorded for the endpoint, and open deliveries wait.',
      }),
    }),
    strict,
  ),
)

export const secretRotationBody = defineBody(
  Type.Object(
    {
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description:
            'How long requests also carry a signature with the previous secret. Default: a day. 0 ends all older secrets at once.',
        }),
      ),
    },
    strict,
  ),
)

export const testEventBody = defineBody(
  Type.Object(
    {
      type: Type.Optional(
        Type.String({
          enum: [...eventTypes],
          description:
            'Default: gift_request_created. The endpoint does not have to subscribe to it.',
        }),
      ),
    },
    strict,
  ),
)

export const recoveryBody = defineBody(
  Type.Object(
    {
      since: Type.String({
        format: 'date-time',
        description: 'Deliveries that were created since then, and abandoned.',
      }),
    },
    strict,
  ),
)
