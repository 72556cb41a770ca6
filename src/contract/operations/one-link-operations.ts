import { Type } from 'typebox'
import { statuses } from '../events.ts'
import { exampleIds, examples } from '../examples.ts'
import { allowNulls } from '../nullable.ts'
import { NewOneLink, newOneLinkAppBody, oneLinkChangeBody } from '../one-link.ts'
import { refusalReasons } from '../one-link-claims.ts'
import { operation } from '../operation.ts'
import { count, enumOf, id, nullable, text, timestamp } from '../schema-parts.ts'
import { changedError, dryRun, ifMatchNote } from './catalogue-common.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { bodyErrors, manyResources, oneResource } from './responses.ts'

const name = nullable(text('Tells one-links of one campaign apart.'))

const claimCounts = Type.Object({
  unconfirmed: count('Places reserved until the address is confirmed.'),
  pending: count('Places that wait for approval.'),
  listed: count('Confirmed entries of the waiting list.'),
  offered: count('Places offered to the waiting list.'),
  rejected: count(),
  refused: Type.Array(Type.Object({ reason: enumOf(refusalReasons), count: count() }), {
    description: 'Most frequent first.',
  }),
})

const latestClaim = Type.Object({
  id: id(),
  reference: text(),
  name: text(),
  email: text(),
  status: enumOf(statuses),
  updated_at: timestamp(),
})

const common = { tag: 'One-links' } as const
const read = { ...common, scope: 'one_links:read' } as const
const write = { ...common, scope: 'one_links:write' } as const

export const oneLinkOperations = [
  operation({
    ...write,
    id: 'createOneLink',
    method: 'POST',
    path: '/one_links',
    summary: 'Create a one-link',
    description:
      'Creates `quantity` unclaimed gift requests behind one public link, and emits `gift_request_created` for each of them. There are never more claims than gifts, and at most one claim for each email address.',
    request: {
      type: 'one_links',
      schema: allowNulls(NewOneLink),
      appBody: newOneLinkAppBody,
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
    responses: oneResource('one_links', 'The one-link.', examples.oneLink, 201),
    errors: [...bodyErrors, { code: 'invalid_reference' }, { code: 'not_allowed' }],
  }),
  operation({
    ...read,
    id: 'listOneLinks',
    method: 'GET',
    path: '/one_links',
    summary: 'List one-links',
    description: 'Newest first, each with the number of claimed gifts.',
    query: listParameters(100, {}, {}),
    appMembers: Type.Object({ name }),
    responses: manyResources('one_links', 'A page of one-links.', examples.oneLink),
    errors: listErrors,
  }),
  operation({
    ...read,
    id: 'getOneLink',
    method: 'GET',
    path: '/one_links/{id}',
    summary: 'Get a one-link',
    description: 'One one-link, with the number of its claimed gifts.',
    appMembers: Type.Object({
      name,
      unclaimed: count('Gifts that a close cancels.'),
      counts: claimCounts,
      latest_claims: Type.Array(latestClaim),
    }),
    responses: oneResource('one_links', 'The one-link.', examples.oneLink),
    errors: [notFoundError],
  }),
  operation({
    ...write,
    id: 'updateOneLink',
    since: '2026-05',
    method: 'PATCH',
    path: '/one_links/{id}',
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
    responses: oneResource('one_links', 'The one-link; in a dry run, what it would be.', {
      ...examples.oneLink,
      allowed_email_domains: ['example.com', 'example.net'],
      expires_at: '2030-06-30T22:00:00.000Z',
    }),
    errors: [
      notFoundError,
      changedError,
      { code: 'invalid_transition' },
      { code: 'invalid', status: 400 },
      ...bodyErrors,
    ],
  }),
  operation({
    ...write,
    id: 'closeOneLink',
    method: 'POST',
    path: '/one_links/{id}/close',
    summary: 'Close a one-link',
    description:
      'The link accepts no more claims, and its unclaimed gifts are cancelled. Claimed gifts continue. Closing it again changes nothing.',
    responses: oneResource('one_links', 'The closed one-link.', {
      ...examples.oneLink,
      available: 0,
      state: 'closed',
      closed_at: examples.oneLink.updated_at,
    }),
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
]
