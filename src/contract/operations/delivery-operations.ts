import { Type } from 'typebox'
import { deliveryDetailMembers, deliveryListMembers } from '../endpoint-app-members.ts'
import { endpointExamples } from '../endpoint-examples.ts'
import { recoveryBody, resendBody, testEventAppBody, testEventBody } from '../endpoints.ts'
import { deliveryAppFilters, deliveryFilters } from '../list-query.ts'
import { operation, type PossibleError } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

const deliveries = { tag: 'Deliveries', since: '2026-05' } as const
const read = { ...deliveries, scope: 'endpoints:read' } as const
const write = { ...deliveries, scope: 'endpoints:write' } as const

const planError: PossibleError = { code: 'plan_required' }

const filterDescriptions = {
  endpoint_id: 'Only deliveries to this endpoint.',
  event_id: 'Only deliveries of this event.',
  event_type: 'Only deliveries of events of this type.',
  gift_request_id: 'Only deliveries about this gift request.',
  state: 'Only deliveries in this state.',
  response_status: 'Only deliveries with such a response; none: without a response.',
  is_test: 'Only test events, or only real ones.',
  created_after: 'Only deliveries that were created after this time.',
  created_before: 'Only deliveries that were created before this time.',
}

export const deliveryOperations = [
  operation({
    ...read,
    id: 'listDeliveries',
    clock: 'real',
    method: 'GET',
    path: '/deliveries',
    summary: 'List deliveries',
    description:
      'The deliveries of all endpoints, also of deleted ones, newest first, each with its attempts.',
    query: listParameters(100, deliveryFilters, filterDescriptions, deliveryAppFilters),
    responses: manyResources('deliveries', 'A page of deliveries.', endpointExamples.delivery),
    appMembers: deliveryListMembers,
    errors: listErrors,
  }),
  operation({
    ...read,
    id: 'getDelivery',
    clock: 'real',
    method: 'GET',
    path: '/deliveries/{id}',
    summary: 'Get a delivery',
    description: 'One delivery with its attempts. `GET /events/{id}` has the body that was sent.',
    responses: oneResource('deliveries', 'The delivery.', endpointExamples.delivery),
    appMembers: deliveryDetailMembers,
    errors: [notFoundError],
  }),
  operation({
    ...write,
    id: 'resendDelivery',
    tier: 'enterprise',
    clock: 'real',
    method: 'POST',
    path: '/deliveries/{id}/resend',
    summary: 'Resend a delivery',
    description:
      'A pending delivery is attempted now, with the same id. For a delivery that has ended, creates a new delivery of the same event with the same bytes and five attempts. With `endpoint_id`, another endpoint of the account gets the event: the same event id, in the payload version, with the secrets, headers, filter and order of that endpoint.',
    request: {
      type: 'deliveries',
      body: resendBody,
      isOptional: resendBody.isOptional,
      examples: {
        elsewhere: {
          summary: 'To another endpoint',
          value: { endpoint_id: endpointExamples.otherId },
        },
      },
    },
    responses: oneResource(
      'deliveries',
      'The delivery that is attempted now.',
      endpointExamples.delivery,
    ),
    errors: [
      notFoundError,
      planError,
      { code: 'unknown_parameter' },
      { code: 'invalid' },
      { code: 'invalid_reference' },
      { code: 'not_allowed' },
      { code: 'invalid_transition' },
    ],
  }),
  operation({
    ...write,
    id: 'sendTestEvent',
    tier: 'enterprise',
    clock: 'real',
    method: 'POST',
    path: '/endpoints/{id}/test',
    summary: 'Send a test event',
    description:
      'Sends a sample event to the endpoint: signed and logged like any other, with one attempt, and not in the feed of events.',
    request: {
      type: 'deliveries',
      body: testEventBody,
      appBody: testEventAppBody,
      examples: {
        delivered: { summary: 'A delivered gift', value: { type: 'gift_request_delivered' } },
      },
    },
    responses: oneResource(
      'deliveries',
      'The delivery of the test event.',
      endpointExamples.test,
      201,
    ),
    errors: [
      notFoundError,
      planError,
      { code: 'unknown_parameter' },
      { code: 'invalid' },
      { code: 'invalid_transition' },
    ],
  }),
  operation({
    ...write,
    id: 'recoverDeliveries',
    tier: 'enterprise',
    clock: 'real',
    method: 'POST',
    path: '/endpoints/{id}/recover',
    summary: 'Resend abandoned deliveries',
    description:
      'Resends the deliveries that were abandoned since a time, oldest first, each event once, at most 1,000 in one call. Repeat the call until `remaining` is 0. Each call counts as 50 requests for the rate limit.',
    query: [
      {
        name: 'dry_run',
        description:
          'Whether only to count: `remaining` is the number of deliveries that would be resent.',
        schema: Type.Boolean({ default: false }),
      },
    ],
    request: {
      type: 'recoveries',
      body: recoveryBody,
      examples: {
        outage: { summary: 'After an outage', value: { since: '2026-05-01T10:30:00.000Z' } },
      },
    },
    responses: oneResource(
      'recoveries',
      'The number of resent deliveries, and of those that are left.',
      endpointExamples.recovery,
    ),
    errors: [
      notFoundError,
      planError,
      { code: 'unknown_parameter' },
      { code: 'required' },
      { code: 'invalid' },
      { code: 'invalid_format' },
      { code: 'invalid', status: 400 },
    ],
  }),
]
