import { exampleIds, examples } from '../examples.ts'
import { allowNulls } from '../nullable.ts'
import { NewOneLink } from '../one-link.ts'
import type { Operation } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'

export const oneLinkOperations: readonly Operation[] = [
  {
    id: 'createOneLink',
    method: 'POST',
    path: '/one_links',
    scope: 'one_links:write',
    tag: 'One-links',
    summary: 'Create a one-link',
    description:
      'Makes `quantity` gift requests that wait to be claimed, behind one public link. Each of them tells `gift_request_created`. There are never more claims than gifts, and one for each e-mail address.',
    request: {
      type: 'one_links',
      schema: allowNulls(NewOneLink),
      examples: {
        conference: {
          summary: 'Three gifts for people of one company',
          value: {
            campaign_id: exampleIds.oneLinkCampaign,
            quantity: 3,
            allowed_email_domains: ['example.com'],
          },
        },
      },
    },
    responses: [
      {
        status: 201,
        description: 'The one-link.',
        shape: 'one',
        type: 'one_links',
        example: examples.oneLink,
      },
    ],
    errors: [
      { code: 'required' },
      { code: 'unknown_parameter' },
      { code: 'invalid' },
      { code: 'invalid_format' },
      { code: 'too_long' },
      { code: 'too_many' },
      { code: 'invalid_reference' },
      { code: 'not_allowed' },
    ],
  },
  {
    id: 'listOneLinks',
    method: 'GET',
    path: '/one_links',
    scope: 'one_links:read',
    tag: 'One-links',
    summary: 'List one-links',
    description: 'Newest first, with how many of each have been claimed.',
    query: listParameters(100, {}, {}),
    responses: [
      {
        status: 200,
        description: 'A page of one-links.',
        shape: 'many',
        type: 'one_links',
        example: { data: [examples.oneLink], has_more: false },
      },
    ],
    errors: listErrors,
  },
  {
    id: 'getOneLink',
    method: 'GET',
    path: '/one_links/{id}',
    scope: 'one_links:read',
    tag: 'One-links',
    summary: 'Get a one-link',
    description: 'One one-link, with how many of its gifts have been claimed.',
    responses: [
      {
        status: 200,
        description: 'The one-link.',
        shape: 'one',
        type: 'one_links',
        example: examples.oneLink,
      },
    ],
    errors: [notFoundError],
  },
  {
    id: 'closeOneLink',
    method: 'POST',
    path: '/one_links/{id}/close',
    scope: 'one_links:write',
    tag: 'One-links',
    summary: 'Close a one-link',
    description:
      'Nobody can claim from it any more, and what is unclaimed is cancelled. What has been claimed goes on. Closing it again changes nothing.',
    responses: [
      {
        status: 200,
        description: 'The one-link, closed.',
        shape: 'one',
        type: 'one_links',
        example: {
          ...examples.oneLink,
          available: 0,
          state: 'closed',
          closed_at: examples.oneLink.updated_at,
        },
      },
    ],
    errors: [notFoundError, { code: 'unknown_parameter' }],
  },
]
