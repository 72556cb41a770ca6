import { type TObject, type TSchema, Type } from 'typebox'
import type { ResourceType } from '#contract'
import type { RequestBody } from '#contract/operation'
import { resourceSchemas } from '#contract/resource-schemas'
import {
  CampaignSummary,
  Event,
  GiftRequest,
  namedResources,
  Recipient,
  Sender,
} from '#contract/resources'
import type { Json } from './schemas.ts'
import type { VersionFormat } from './version-format.ts'

/**
 * Creates the format of the older version, which has JSON:API documents
 * (decisions §2, 'Older payload version').
 */
export function jsonApiFormat(
  codes: readonly string[],
  requestSchemas: Readonly<Record<string, unknown>>,
): VersionFormat {
  const ErrorItem = Type.Object({
    status: Type.String(),
    code: Type.String({ enum: [...codes] }),
    title: Type.String(),
    detail: Type.String(),
    source: Type.Optional(
      Type.Object({
        pointer: Type.Optional(Type.String()),
        parameter: Type.Optional(Type.String()),
        header: Type.Optional(Type.String()),
      }),
    ),
  })
  const Errors = Type.Object({ errors: Type.Array(ErrorItem, { minItems: 1 }), jsonapi })
  return {
    namedSchemas: {
      ...namedResources,
      ...requestSchemas,
      FlatGiftRequest: GiftRequest,
      GiftRequest: giftResource,
      Included: included,
      JsonApi: jsonapi,
      Error: ErrorItem,
      Errors,
    },
    response: ({ shape, type }) =>
      shape === 'one'
        ? documentSchema(resourceSchema(type), {})
        : documentSchema(Type.Array(resourceSchema(type)), {
            links: Type.Object({
              next: Type.Union([Type.String(), Type.Null()], {
                format: 'uri',
                description: 'The next page; null on the last.',
              }),
            }),
          }),
    request: requestSchema,
    requestExample,
    errors: Errors,
    webhook: documentSchema(giftResource, {}),
    attentionWebhook: Type.Object({ data: resourceSchema('attention_items'), jsonapi }),
  }
}

const jsonapi = Type.Object({ version: Type.String({ enum: ['1.0'] }) })

const typeLiteral = (type: string) => Type.String({ enum: [type] })
const pickProperties = (schema: TObject, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, schema.properties[name] as TSchema]))

const linkTo = (type: string) => Type.Object({ type: typeLiteral(type), id: idSchema })
const idSchema = Type.String({ format: 'uuid' })

const giftResource = Type.Object({
  type: typeLiteral('gift_requests'),
  id: idSchema,
  attributes: Type.Object({
    ...pickProperties(GiftRequest, ['reference']),
    state: GiftRequest.properties.status,
    ...pickProperties(GiftRequest, ['redemption_url', 'web_url', 'created_at', 'updated_at']),
  }),
  relationships: Type.Object({
    campaign: Type.Object({ data: Type.Union([linkTo('campaigns'), Type.Null()]) }),
    recipient: Type.Object({ data: linkTo('recipients') }),
    sender: Type.Object({ data: linkTo('senders') }),
  }),
})

/**
 * Builds a resource object. Members that are resources become relationships. A step of a history gets an id.
 */
const plainResource = (type: string, schema: TSchema) => {
  const { id = Type.String(), campaign, sender, ...attributes } = (schema as TObject).properties
  const relationships = {
    ...(campaign === undefined ? {} : { campaign: Type.Object({ data: linkTo('campaigns') }) }),
    ...(sender === undefined ? {} : { sender: Type.Object({ data: linkTo('senders') }) }),
  }
  return Type.Object({
    type: typeLiteral(type),
    id,
    attributes: Type.Object(attributes),
    ...(Object.keys(relationships).length === 0
      ? {}
      : { relationships: Type.Object(relationships) }),
  })
}

const included = Type.Array(
  Type.Union([
    plainResource('campaigns', CampaignSummary),
    plainResource('recipients', Recipient),
    plainResource('senders', Sender),
  ]),
  { description: 'Campaigns, recipients and senders that the data is related to, each once.' },
)

/**
 * The resource of an event. JSON:API allows neither `type` nor a nested document among the attributes, so the
 * event has these members elsewhere.
 */
const eventResource = Type.Object({
  type: typeLiteral('events'),
  id: idSchema,
  attributes: Type.Object({
    event_type: Event.properties.type,
    created_at: Event.properties.created_at,
  }),
  relationships: Type.Object({ gift_request: Type.Object({ data: linkTo('gift_requests') }) }),
  meta: Type.Object({
    body: Type.Union([Type.Object({ data: giftResource, included, jsonapi }), Type.Null()], {
      description:
        'The body that a webhook of this version delivers. Null after the recipient was erased.',
    }),
  }),
})

function resourceSchema(type: ResourceType): TSchema {
  if (type === 'gift_requests') return giftResource
  if (type === 'events') return eventResource
  const schema = resourceSchemas[type]
  if (schema === undefined) throw new TypeError(`${type} have no response schema`)
  return plainResource(type, schema)
}

const documentSchema = (data: TSchema, more: Record<string, TSchema>) =>
  Type.Object({ data, included: Type.Optional(included), ...more, jsonapi })

function requestSchema({ type, older, ...newest }: RequestBody): TSchema {
  const { schema, maxItems } = { ...newest, ...older }
  const attributes = type === 'gift_requests' ? flatGiftSchema(schema) : schema
  const resourceSchema = Type.Object(
    { type: typeLiteral(type), attributes, meta: Type.Optional(Type.Unknown()) },
    { additionalProperties: false },
  )
  const data =
    maxItems === undefined ? resourceSchema : Type.Array(resourceSchema, { minItems: 1, maxItems })
  const others = ['jsonapi', 'meta'] as const
  return Type.Object(
    {
      data,
      ...Object.fromEntries(others.map((name) => [name, Type.Optional(Type.Unknown())])),
    },
    { additionalProperties: false },
  )
}

/**
 * Builds the request schema of the older version. In this version, the members of the recipient are beside
 * the campaign, some names are longer, and the email is optional.
 */
function flatGiftSchema(schema: TSchema): TSchema {
  const { recipient, ...others } = (schema as TObject).properties
  const { email, first_name, last_name } = (recipient as TObject).properties
  const name = (one: TSchema | undefined) => Type.Unsafe<unknown>({ ...one, minLength: 2 })
  const properties = {
    first_name: name(first_name),
    last_name: name(last_name),
    email: Type.Union([email as TSchema, Type.Null()]),
  }
  const names = ['first_name', 'last_name']
  const required = [...((schema as TObject).required as string[])]
  return Type.Unsafe<unknown>({
    ...schema,
    properties: { ...properties, ...others },
    required: required.flatMap((name) => (name === 'recipient' ? names : [name])),
  })
}

function requestExample({ type, maxItems }: RequestBody, value: object): Json {
  const one = (attributes: Json): Json => ({ type, attributes: flatten(type, attributes) })
  if (maxItems === undefined) return { data: one(value as Json) }
  const rows = (value as Record<string, Json[]>)[type] ?? []
  return { data: rows.map(one) }
}

function flatten(type: ResourceType, attributes: Json): Json {
  if (type !== 'gift_requests') return attributes
  const { recipient, ...others } = attributes as { recipient: { [name: string]: Json } }
  return { ...recipient, ...others }
}
