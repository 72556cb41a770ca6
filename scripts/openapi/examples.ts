import {
  convertGiftRequest,
  type GiftRequestView,
  type PageEnd,
  type ResourceType,
  toRawJson,
  type VersionName,
  versions,
} from '#contract'
import { examples } from '#contract/examples'
import type { OperationResponse } from '#contract/operation'
import { GiftRequest } from '#contract/resources'
import type { Json } from './schemas.ts'

/** Renders the example of a response with the same code as the service. */
export function renderExample(
  version: VersionName,
  { shape, type, example }: OperationResponse & { shape: 'one' | 'many' },
): Json {
  const render = versions[version]
  if (shape === 'one') return JSON.parse(renderOne(version, type, example))
  const { data, has_more } = example as { data: object[]; has_more: boolean }
  const last = (data.at(-1) as { id?: string } | undefined)?.id
  const pageEnd: PageEnd = {
    has_more,
    next: has_more ? `${origin}/api/${type}?after=${last}` : null,
  }
  return JSON.parse(
    type === 'gift_requests'
      ? render.renderGiftRequests(data.map(toView), pageEnd)
      : render.renderList(
          type,
          data.map((each) => toJson(version, type, each)),
          pageEnd,
          type === 'moves' ? ownerId : undefined,
        ),
  )
}

export const renderOne = (version: VersionName, type: ResourceType, example: object): string =>
  type === 'gift_requests'
    ? versions[version].renderGiftRequest(toView(example))
    : versions[version].renderResource(type, toJson(version, type, example), ownerId)

const origin = 'http://localhost:3000'
/** the owner of a history or a clock */
const ownerId = examples.choice.id

/** Serializes an example. Converts the body of an event to the version, as in webhooks. */
function toJson(version: VersionName, type: ResourceType, example: object): string {
  if (type !== 'events') return JSON.stringify(example)
  const { body, ...others } = example as { body: object }
  const rendered = convertGiftRequest(versions, JSON.stringify(body), '2026-05', versions[version])
  return JSON.stringify({ ...others, body: JSON.parse(rendered) })
}

/** Converts an example gift request to the input of the renderer. */
function toView(example: object): GiftRequestView {
  for (const name of Object.keys(GiftRequest.properties))
    if (!(name in example))
      throw new Error(`An example gift request in src/contract/examples.ts lacks ${name}. Add it.`)
  const values = example as Record<keyof GiftRequestView, never>
  return {
    ...(example as unknown as GiftRequestView),
    offering: toRawJson(values.offering),
    line_items: values.line_items === null ? null : toRawJson(values.line_items),
    email_message: toRawJson(values.email_message),
    metadata: toRawJson(values.metadata),
    created_at: new Date(values.created_at),
    updated_at: new Date(values.updated_at),
  }
}
