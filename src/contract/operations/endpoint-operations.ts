import { endpointDetailMembers, endpointListMembers } from '../endpoint-app-members.ts'
import { endpointExamples } from '../endpoint-examples.ts'
import {
  endpointChangeBody,
  keyRotationBody,
  newEndpointBody,
  secretRotationBody,
} from '../endpoints.ts'
import { operation, type PossibleError } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { bodyErrors, manyResources, oneResource } from './responses.ts'

const endpoints = { tag: 'Endpoints', since: '2026-05' } as const
const read = { ...endpoints, scope: 'endpoints:read' } as const
const write = { ...endpoints, scope: 'endpoints:write' } as const

const planError: PossibleError = { code: 'plan_required' }

const settingErrors: readonly PossibleError[] = [planError, ...bodyErrors, { code: 'not_allowed' }]

const oneWithSecret = <const Status extends 200 | 201>(description: string, status: Status) =>
  oneResource('endpoint_secrets', description, endpointExamples.withSecret, status)

const one = (description: string, example: object = endpointExamples.endpoint) =>
  oneResource('endpoints', description, example)

export const endpointOperations = [
  operation({
    ...write,
    id: 'createEndpoint',
    tier: 'enterprise',
    clock: 'real',
    returnsSecret: true,
    method: 'POST',
    path: '/endpoints',
    summary: 'Create an endpoint',
    description:
      'Creates an endpoint and its signing secret, which only this response contains. Requires the Enterprise tier.',
    request: {
      type: 'endpoints',
      body: newEndpointBody,
      examples: {
        erp: {
          summary: 'Two events for the ERP',
          value: {
            url: 'https://hooks.larkfield.example/bestow',
            description: 'Orders in the ERP',
            events: ['gift_request_redeemed', 'gift_request_delivered'],
          },
        },
        gateway: {
          summary: 'Behind a gateway with an API key and a rate limit',
          value: {
            url: 'https://gateway.larkfield.example/bestow',
            headers: [{ name: 'X-Api-Key', value: '<GATEWAY_KEY>' }],
            max_per_second: 20,
            ed25519: true,
          },
        },
        filtered: {
          summary: 'Only gifts of one campaign, in order',
          value: {
            url: 'https://hooks.larkfield.example/welcome',
            filter: 'body.campaign.name == "Welcome kit"',
            ordered: true,
          },
        },
      },
    },
    responses: oneWithSecret('The endpoint and its secret.', 201),
    errors: settingErrors,
  }),
  operation({
    ...read,
    id: 'listEndpoints',
    clock: 'real',
    method: 'GET',
    path: '/endpoints',
    summary: 'List endpoints',
    description: 'Newest first, without their secrets.',
    query: listParameters(100, {}, {}),
    responses: manyResources('endpoints', 'A page of endpoints.', endpointExamples.endpoint),
    appMembers: endpointListMembers,
    errors: listErrors,
  }),
  operation({
    ...read,
    id: 'getEndpoint',
    clock: 'real',
    method: 'GET',
    path: '/endpoints/{id}',
    summary: 'Get an endpoint',
    description: 'One endpoint, without its secret.',
    responses: one('The endpoint.'),
    appMembers: endpointDetailMembers,
    errors: [notFoundError],
  }),
  operation({
    ...write,
    id: 'updateEndpoint',
    clock: 'real',
    method: 'PATCH',
    path: '/endpoints/{id}',
    summary: 'Change an endpoint',
    description:
      'Changes the members that the body has. The next attempt of each delivery uses them; recorded bodies stay as they are. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the endpoint has changed since.',
    request: {
      type: 'endpoints',
      body: endpointChangeBody,
      examples: {
        settings: {
          summary: 'Another address, and one event more',
          value: {
            url: 'https://hooks.larkfield.example/bestow/v2',
            events: ['gift_request_redeemed', 'gift_request_delivered', 'gift_request_cancelled'],
          },
        },
        disable: { summary: 'Disable it', value: { enabled: false } },
        unlimited: {
          summary: 'No rate limit, and no custom headers',
          value: { max_per_second: null, headers: [] },
        },
      },
    },
    responses: one('The endpoint.'),
    errors: [notFoundError, { code: 'invalid_transition', status: 412 }, ...settingErrors],
  }),
  operation({
    ...write,
    id: 'deleteEndpoint',
    clock: 'real',
    method: 'DELETE',
    path: '/endpoints/{id}',
    summary: 'Delete an endpoint',
    description: 'Its open deliveries are abandoned. Deliveries and attempts can still be read.',
    responses: one('The endpoint as it was, disabled.', {
      ...endpointExamples.endpoint,
      enabled: false,
    }),
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
  operation({
    ...write,
    id: 'rotateEndpointSecret',
    tier: 'enterprise',
    clock: 'real',
    returnsSecret: true,
    method: 'POST',
    path: '/endpoints/{id}/rotate_secret',
    summary: 'Rotate the secret of an endpoint',
    description:
      'Creates a new signing secret, which only this response contains. For `overlap_seconds`, requests carry a second signature with the previous secret: give the receiver the new secret in this time. Then rotate with 0 only if the previous secret must end early. At most two secrets are valid.',
    request: {
      type: 'endpoint_secrets',
      body: secretRotationBody,
      isOptional: secretRotationBody.isOptional,
      examples: {
        immediately: { summary: 'End the previous secret at once', value: { overlap_seconds: 0 } },
      },
    },
    responses: oneWithSecret('The endpoint and its new secret.', 200),
    errors: [notFoundError, planError, { code: 'unknown_parameter' }, { code: 'invalid' }],
  }),
  operation({
    ...write,
    id: 'rotateEndpointKey',
    tier: 'enterprise',
    clock: 'real',
    method: 'POST',
    path: '/endpoints/{id}/rotate_key',
    summary: 'Rotate the Ed25519 key of an endpoint',
    description:
      'Creates a new key pair. Its `public_key` is in this response and in every later one. For `overlap_seconds`, requests also carry a signature of the previous key. At most two keys are valid.',
    request: {
      type: 'endpoints',
      body: keyRotationBody,
      isOptional: keyRotationBody.isOptional,
      examples: {
        immediately: { summary: 'End the previous key at once', value: { overlap_seconds: 0 } },
      },
    },
    responses: one('The endpoint with its new key.'),
    errors: [
      notFoundError,
      planError,
      { code: 'invalid_transition' },
      { code: 'unknown_parameter' },
      { code: 'invalid' },
    ],
  }),
]
