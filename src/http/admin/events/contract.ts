import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { EventName, GiftStatus, page } from '../lib/schemas.ts'

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

export const listEventTypes = operation('GET', '/event-catalogue', {
  permission: 'events:read',
  summary: 'describe the events, with an example in each payload version',
  reply: page(CatalogueEvent),
})

export const downloadEventExample = operation('GET', '/event-catalogue/:type/:version', {
  permission: 'events:read',
  summary: 'download the example of an event',
  mediaTypes: ['application/json', 'application/vnd.api+json'],
})
