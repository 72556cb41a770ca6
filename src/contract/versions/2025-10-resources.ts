import type { ResourceType } from './api-version.ts'

export interface Resource {
  type: string
  id: string
  attributes: object
  relationships?: object
  meta?: object
}

/** A resource and its related resources. */
export interface RenderedResource {
  self: Resource
  related: Resource[]
}

export const renderDocument = (
  data: Resource | Resource[],
  more: { included?: Resource[]; links?: object } = {},
): string => JSON.stringify({ data, ...more, jsonapi: { version: '1.0' } })

export const toResourceObject = (
  type: string,
  { id, ...attributes }: { id: string },
): Resource => ({
  type,
  id,
  attributes,
})

/** Removes resources that appear twice. */
export const uniqueResources = (related: readonly Resource[]): Resource[] => [
  ...new Map(related.map((one) => [`${one.type} ${one.id}`, one])).values(),
]

/** The members that are resources of their own, and the types of these resources. */
const relatedTypes: Readonly<Record<string, string>> = { campaign: 'campaigns', sender: 'senders' }

/**
 * Renders a resource from its flat JSON. A resource without an id (a transition, a clock) gets the id of the
 * resource that owns it.
 */
export function renderResource(
  type: ResourceType,
  flatJson: string,
  owner: string | undefined,
): RenderedResource {
  const members = JSON.parse(flatJson) as { id?: string }
  if (type === 'events') return { self: renderEvent(members as FlatEvent), related: [] }
  const { id = owner, ...others } = members
  if (id === undefined) throw new Error(`a resource of ${type} has no id`)
  const related = Object.entries(others).flatMap(([name, value]) => {
    const relatedType = Object.hasOwn(relatedTypes, name) ? relatedTypes[name] : undefined
    return relatedType === undefined
      ? []
      : [{ name, one: toResourceObject(relatedType, value as unknown as { id: string }) }]
  })
  const names = related.map(({ name }) => name)
  const attributes = Object.entries(others).filter(([name]) => !names.includes(name))
  return {
    self: {
      type,
      id,
      attributes: Object.fromEntries(attributes),
      ...(related.length === 0
        ? {}
        : {
            relationships: Object.fromEntries(
              related.map(({ name, one }) => [name, { data: { type: one.type, id: one.id } }]),
            ),
          }),
    },
    related: related.map(({ one }) => one),
  }
}

interface FlatEvent {
  id: string
  type: string
  gift_request_id: string
  created_at: string
  /** Renders the webhook payload of this version. */
  body: unknown
}

/**
 * Renders an event. JSON:API forbids `type` and nested documents among attributes, so they have other places.
 */
const renderEvent = ({ id, type, gift_request_id, created_at, body }: FlatEvent): Resource => ({
  type: 'events',
  id,
  attributes: { event_type: type, created_at },
  relationships: { gift_request: { data: { type: 'gift_requests', id: gift_request_id } } },
  meta: { body },
})
