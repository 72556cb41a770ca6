import { exampleIds, examples } from '#contract/examples'
import { withNullsAllowed } from '#contract/nulls'
import { NewOneLink } from '#contract/one-link'
import type { Operation } from '#contract/operation'
import { listParameters, listRefusals, notFound } from './lists.ts'

export const oneLinkOperations: readonly Operation[] = [
  {
    id: 'createOneLink',
    method: 'POST',
    path: '/one_links',
    tag: 'One-links',
    summary: 'Create a one-link',
    description:
      'Makes `quantity` gift requests that wait to be claimed, behind one public link. Each of them tells `gift_request_created`. There are never more claims than gifts, and one for each e-mail address.',
    request: {
      type: 'one_links',
      schema: withNullsAllowed(NewOneLink),
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
    answers: [
      {
        status: 201,
        description: 'The one-link.',
        shape: 'one',
        type: 'one_links',
        example: examples.oneLink,
      },
    ],
    refusals: [
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
    tag: 'One-links',
    summary: 'List one-links',
    description: 'Newest first, with how many of each have been claimed.',
    query: listParameters(100, {}, {}),
    answers: [
      {
        status: 200,
        description: 'A page of one-links.',
        shape: 'many',
        type: 'one_links',
        example: { data: [examples.oneLink], has_more: false },
      },
    ],
    refusals: listRefusals,
  },
  {
    id: 'getOneLink',
    method: 'GET',
    path: '/one_links/{id}',
    tag: 'One-links',
    summary: 'Get a one-link',
    description: 'One one-link, with how many of its gifts have been claimed.',
    answers: [
      {
        status: 200,
        description: 'The one-link.',
        shape: 'one',
        type: 'one_links',
        example: examples.oneLink,
      },
    ],
    refusals: [notFound],
  },
  {
    id: 'closeOneLink',
    method: 'POST',
    path: '/one_links/{id}/close',
    tag: 'One-links',
    summary: 'Close a one-link',
    description:
      'Nobody can claim from it any more, and what is unclaimed is cancelled. What has been claimed goes on. Closing it again changes nothing.',
    answers: [
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
    refusals: [notFound, { code: 'unknown_parameter' }],
  },
]
