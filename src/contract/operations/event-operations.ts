import { eventDetailMembers, eventListMembers } from '../endpoint-app-members.ts'
import { examples } from '../examples.ts'
import { eventFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

export const eventOperations = [
  operation({
    id: 'listEvents',
    readsPrimary: true, // only the primary knows which transactions are open
    method: 'GET',
    path: '/events',
    scope: 'events:read',
    tag: 'Events',
    summary: 'List events',
    description:
      'The events of the last 30 days, newest first, each with the body that webhooks deliver. Read them to catch up on what a receiver missed.',
    query: listParameters(100, eventFilters, {
      type: 'Only events of this type.',
      gift_request_id: 'Only what happened to this gift request.',
    }),
    responses: manyResources('events', 'A page of events.', examples.event),
    appMembers: eventListMembers,
    errors: listErrors,
  }),
  operation({
    id: 'getEvent',
    method: 'GET',
    path: '/events/{id}',
    scope: 'events:read',
    tag: 'Events',
    summary: 'Get an event',
    description: 'One event by the id that its deliveries carry in `Service-Webhook-Event-Id`.',
    responses: oneResource('events', 'The event.', examples.event),
    appMembers: eventDetailMembers,
    errors: [notFoundError],
  }),
]
