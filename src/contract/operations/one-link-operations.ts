import { exampleIds, examples } from '../examples.ts'
import { allowNulls } from '../nullable.ts'
import { NewOneLink, oneLinkChangeBody } from '../one-link.ts'
import { operation } from '../operation.ts'
import { bodyErrors, changedError, dryRun, ifMatchNote } from './catalogue-common.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'

export const oneLinkOperations = [
  operation({
    id: 'createOneLink',
    method: 'POST',
    path: '/one_links',
    scope: 'one_links:write',
    tag: 'One-links',
    summary: 'Create a one-link',
    description:
      'Creates `quantity` unclaimed gift requests behind one public link, and emits `gift_request_created` for each of them. There are never more claims than gifts, and at most one claim for each email address.',
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
  }),
  operation({
    id: 'listOneLinks',
    method: 'GET',
    path: '/one_links',
    scope: 'one_links:read',
    tag: 'One-links',
    summary: 'List one-links',
    description: 'Newest first, each with the number of claimed gifts.',
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
  }),
  operation({
    id: 'getOneLink',
    method: 'GET',
    path: '/one_links/{id}',
    scope: 'one_links:read',
    tag: 'One-links',
    summary: 'Get a one-link',
    description: 'One one-link, with the number of its claimed gifts.',
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
  }),
  operation({
    id: 'updateOneLink',
    since: '2026-05',
    method: 'PATCH',
    path: '/one_links/{id}',
    scope: 'one_links:write',
    tag: 'One-links',
    summary: 'Change a one-link',
    description: `Changes the members that the body has, of a one-link that is neither closed nor expired. Its unclaimed gifts get the same expiry. Existing claims are not affected. ${ifMatchNote}`,
    query: [dryRun],
    request: {
      type: 'one_links',
      body: oneLinkChangeBody,
      examples: {
        longer: {
          summary: 'A later expiry, and people of two companies',
          value: {
            expires_at: '2030-06-30T22:00:00.000Z',
            allowed_email_domains: ['example.com', 'example.net'],
          },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: 'The one-link; in a dry run, what it would be.',
        shape: 'one',
        type: 'one_links',
        example: {
          ...examples.oneLink,
          allowed_email_domains: ['example.com', 'example.net'],
          expires_at: '2030-06-30T22:00:00.000Z',
        },
      },
    ],
    errors: [
      notFoundError,
      changedError,
      { code: 'invalid_transition' },
      { code: 'invalid', status: 400 },
      ...bodyErrors.filter(({ code }) => code !== 'not_allowed'),
    ],
  }),
  operation({
    id: 'closeOneLink',
    method: 'POST',
    path: '/one_links/{id}/close',
    scope: 'one_links:write',
    tag: 'One-links',
    summary: 'Close a one-link',
    description:
      'The link accepts no more claims, and its unclaimed gifts are cancelled. Claimed gifts continue. Closing it again changes nothing.',
    responses: [
      {
        status: 200,
        description: 'The closed one-link.',
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
  }),
]
