import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/events'
import { anyText, oneOf } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import { EventName, GiftStatus, orNull, page, Timestamp } from '../lib/schemas.ts'

/** An event type with an example in each payload version. */
export const CatalogueEvent = Type.Object({
  id: EventName,
  fires: Type.String(),
  status: GiftStatus,
  bodies: Type.Array(
    Type.Object({ version: Type.String(), content_type: Type.String(), body: Type.String() }),
  ),
})
export type CatalogueEvent = Static<typeof CatalogueEvent>

export const ListedEvent = Type.Object({
  id: Type.String(),
  type: EventName,
  gift_request_id: Type.String(),
  reference: orNull(Type.String()),
  created_at: Timestamp,
  is_erased: Type.Boolean(),
})
export type ListedEvent = Static<typeof ListedEvent>

export const EventDetail = Type.Object({
  ...ListedEvent.properties,
  bodies: Type.Array(
    Type.Object({
      payload_version: Type.String(),
      body: Type.String(),
      is_address_hidden: Type.Boolean(),
    }),
  ),
})
export type EventDetail = Static<typeof EventDetail>

export const listEventTypes = operation('GET', '/event-catalogue', {
  role: 'developer',
  summary: 'describe the events, with an example in each payload version',
  reply: page(CatalogueEvent),
})

export const downloadEventExample = operation('GET', '/event-catalogue/:type/:version', {
  role: 'developer',
  summary: 'download the example of an event',
  mediaTypes: ['application/json', 'application/vnd.api+json'],
})

export const listEvents = operation('GET', '/events', {
  role: 'developer',
  clock: 'real',
  summary: 'list events',
  query: listQuery({ type: oneOf(...eventTypes), gift_request_id: anyText }),
  reply: page(ListedEvent),
})

export const readEvent = operation('GET', '/events/:id', {
  role: 'developer',
  clock: 'real',
  summary: 'show an event and its bodies',
  reply: EventDetail,
})
