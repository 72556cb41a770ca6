import { Type } from 'typebox'
import { eventTypes } from './events.ts'
import { id } from './normalize.ts'
import { clearable } from './nullable.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { strict } from './request-parts.ts'
import { versionNames } from './versions/index.ts'

/* The bodies of the operations on webhook endpoints. The domain validates URLs, because its rules depend on the stage. */

const settings = {
  url: Type.String({
    maxLength: 2_048,
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
  headers: Type.Array(
    Type.Object(
      {
        name: Type.String({
          maxLength: 255,
          description: 'Such as X-Api-Key. Not a name that the contract or HTTP uses.',
        }),
        value: Type.Optional(
          Type.String({
            maxLength: 4_096,
            writeOnly: true,
            description: 'ASCII. Encrypted. Omit it in a change to keep the stored value.',
          }),
        ),
      },
      strict,
    ),
    {
      maxItems: 10,
      description:
        'Custom headers of each request, together at most 4 KB. A change replaces the list; `[]` removes all.',
    },
  ),
  ed25519: Type.Boolean({
    description:
      'Whether requests also carry an Ed25519 signature, which `public_key` verifies. Default: false. Turned off and on again, it has a new key.',
  }),
}
const { url, ...optional } = settings

/** The order of events, for endpoints with a URL and for those that publish over a connection. */
export const ordered = Type.Boolean({
  description:
    'Whether an event waits until the earlier events of its gift request have ended. Default: false.',
})

/** The filter of events, of both kinds of endpoints too. */
export const filter = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description:
    'A CEL expression that events must match, such as event.type == "gift_request_created". Default: every event.',
})

/** Settings that a change can remove with null. */
const removableSettings = {
  max_per_second: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'The highest rate of requests, without bursts. Default: no limit.',
  }),
  filter,
  ca: Type.String({
    maxLength: 32_768,
    writeOnly: true,
    description:
      "Certificates of authorities in PEM. The receiver's certificate must come from one of them, in place of the public authorities.",
  }),
  client_certificate: Type.String({
    maxLength: 32_768,
    writeOnly: true,
    description:
      'The client certificate for mutual TLS in PEM, followed by its intermediates. Needs `client_key`.',
  }),
}

const client_key = Type.String({
  maxLength: 32_768,
  writeOnly: true,
  description:
    'The private key of `client_certificate` in PEM, without a passphrase. Encrypted. Removed together with the certificate.',
})

export const newEndpointBody = defineBody(
  Type.Object(
    {
      url,
      ...Type.Partial(Type.Object({ ...optional, ordered, ...removableSettings, client_key }))
        .properties,
    },
    strict,
  ),
)

export const endpointChangeBody = defineChanges(
  Type.Partial(
    Type.Object({
      ...settings,
      ordered,
      max_per_second: clearable(removableSettings.max_per_second),
      filter: clearable(filter),
      ca: clearable(removableSettings.ca),
      client_certificate: clearable(removableSettings.client_certificate),
      client_key,
      enabled: Type.Boolean({
        description:
          'While it is false, no event is recorded for the endpoint, and open deliveries wait.',
      }),
    }),
    strict,
  ),
)

const overlap = (description: string) =>
  Type.Object(
    {
      overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800, description })),
    },
    strict,
  )

export const secretRotationBody = defineBody(
  overlap(
    'How long requests also carry a signature with the previous secret. Default: a day. 0 ends all older secrets at once.',
  ),
)

export const keyRotationBody = defineBody(
  overlap(
    'How long requests also carry a signature of the previous key. Default: a day. 0 ends all older keys at once.',
  ),
)

const testEvent = {
  type: Type.Optional(
    Type.String({
      enum: [...eventTypes],
      description: 'Default: gift_request_created. The endpoint does not have to subscribe to it.',
    }),
  ),
}
export const testEventBody = defineBody(Type.Object(testEvent, strict))

/** Signed-in users can choose the payload version; by default it is that of the endpoint. */
export const testEventAppBody = defineBody(
  Type.Object(
    { ...testEvent, payload_version: Type.Optional(Type.String({ enum: [...versionNames] })) },
    strict,
  ),
)

export const resendBody = defineBody(
  Type.Object(
    {
      endpoint_id: Type.Optional(
        Type.String({
          ...id,
          description:
            'Another endpoint of the account that receives the event, in its own payload version. Default: the endpoint of the delivery.',
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
