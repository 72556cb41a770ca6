import { Type } from 'typebox'
import { exampleIds, examples } from '../examples.ts'
import { listedGiftAppMembers } from '../gift-app-members.ts'
import { giftRequestAppFilters, giftRequestFiltersOfNewest, giftSortRule } from '../gift-filters.ts'
import {
  batchMembers,
  maxBatchRows,
  maxIndependentRows,
  NewBatchGiftRequest,
  NewestGiftRequest,
  NewGiftRequest,
} from '../new-gift-request.ts'
import { allowNulls } from '../nullable.ts'
import { operation, type PossibleError } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { bodyErrors } from './responses.ts'

const giftErrors: readonly PossibleError[] = [
  ...bodyErrors,
  { code: 'invalid_reference' },
  { code: 'not_allowed' },
]

const giftRequestAppParameters = { ...giftRequestAppFilters, sort: giftSortRule }

const body = allowNulls(NewestGiftRequest)
const row = allowNulls(NewBatchGiftRequest)
const olderBody = allowNulls(NewGiftRequest)

const manyResponse = [
  {
    status: 200,
    description: 'A page of gift requests.',
    shape: 'many',
    type: 'gift_requests',
    example: { data: [examples.choice], has_more: true },
  },
] as const

const ada = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
const grace = { first_name: 'Grace', last_name: 'Okafor', email: 'grace@example.com' }

export const giftRequestOperations = [
  operation({
    id: 'createGiftRequest',
    isForTokensOnly: true,
    method: 'POST',
    path: '/gift_requests',
    scope: 'gift_requests:write',
    tag: 'Gift requests',
    summary: 'Create a gift request',
    description:
      'Creates a gift request. With neither address nor items, the recipient chooses from what the campaign offers. A campaign whose `invitation_method` is `sender_provided_address` requires both, and no other campaign allows them. Emits `gift_request_created`.',
    request: {
      type: 'gift_requests',
      schema: body,
      older: { schema: olderBody },
      examples: {
        choice: {
          summary: 'The recipient chooses',
          value: { campaign_id: exampleIds.campaign, recipient: ada },
        },
        direct: {
          summary: 'Direct-send: items and address are fixed',
          value: {
            campaign_id: exampleIds.directCampaign,
            recipient: ada,
            shipping_address: {
              name: 'Ada Larkin',
              line_1: 'Unter den Linden 1',
              city: 'Berlin',
              postal_code: '10117',
              country: 'DE',
            },
            line_items: [{ variant_id: exampleIds.variant, quantity: 1 }],
            metadata: { order: '4711' },
          },
        },
        language: {
          summary: 'In German, from Dana of the sales team',
          since: '2026-05',
          value: {
            campaign_id: exampleIds.campaign,
            recipient: ada,
            locale: 'de',
            sender: { name: 'Dana Lee, Larkfield Sales' },
          },
        },
      },
    },
    responses: [
      {
        status: 201,
        description: 'The gift request. Its link is created shortly afterwards.',
        shape: 'one',
        type: 'gift_requests',
        example: { ...examples.choice, redemption_url: null },
      },
    ],
    errors: giftErrors,
  }),
  operation({
    id: 'createGiftRequests',
    isForTokensOnly: true,
    method: 'POST',
    path: '/gift_requests/batch',
    scope: 'gift_requests:write',
    tag: 'Gift requests',
    summary: 'Create many gift requests',
    description:
      'Creates 1 to 100 gift requests, all or none, and emits `gift_request_created` for each. With `on_error: continue`, creates up to 1,000, and the response has a result for each row. With `dry_run=true`, validates every row and creates nothing.',
    query: [
      {
        name: 'dry_run',
        description: 'Whether to validate every row and create nothing.',
        schema: Type.Boolean({ default: false }),
      },
    ],
    request: {
      type: 'gift_requests',
      schema: row,
      maxItems: maxIndependentRows,
      itemOptions: batchMembers,
      older: { schema: olderBody, maxItems: maxBatchRows },
      examples: {
        two: {
          summary: 'Two people',
          value: {
            gift_requests: [
              { campaign_id: exampleIds.campaign, recipient: ada },
              { campaign_id: exampleIds.campaign, recipient: grace },
            ],
          },
        },
        independent: {
          summary: 'A result for each row',
          since: '2026-05',
          value: {
            on_error: 'continue',
            gift_requests: [
              { idempotency_key: 'order-4711', campaign_id: exampleIds.campaign, recipient: ada },
              { idempotency_key: 'order-4712', campaign_id: exampleIds.campaign, recipient: grace },
            ],
          },
        },
      },
    },
    responses: [
      {
        status: 201,
        description: 'The gift requests, in the order of the rows.',
        shape: 'many',
        type: 'gift_requests',
        example: { data: [{ ...examples.choice, redemption_url: null }], has_more: false },
      },
      {
        status: 200,
        description: 'Every row is valid, and nothing was created.',
        shape: 'many',
        type: 'gift_requests',
        example: { data: [], has_more: false },
      },
      {
        status: 207,
        since: '2026-05',
        description:
          'With `on_error: "continue"`: the result of each row, in the order of the rows.',
        shape: 'many',
        type: 'gift_request_results',
        example: { data: examples.giftRequestResults, has_more: false },
      },
    ],
    errors: [
      { code: 'invalid', status: 400 },
      ...giftErrors,
      { code: 'idempotency_key_reused', status: 422, since: '2026-05' },
    ],
  }),
  operation({
    id: 'listGiftRequests',
    method: 'GET',
    path: '/gift_requests',
    scope: 'gift_requests:read',
    tag: 'Gift requests',
    summary: 'List gift requests',
    description: 'Newest first. A gift request must match all filters.',
    query: listParameters(
      100,
      giftRequestFiltersOfNewest,
      {
        status: 'Only those with this status.',
        campaign_id: 'Only those of this campaign.',
        reference: 'The one with this reference.',
        recipient_email: 'Only those to this person, however the address is spelt.',
        created_after: 'Only gift requests that were created after this time.',
        created_before: 'Only gift requests that were created before this time.',
        recipient_id: 'Only those to this recipient.',
        parcel_state: 'Only those with a parcel in this state.',
        updated_after:
          'Only gift requests that changed after this time, in the order of their changes, oldest first. For the next page, send the `updated_at` of the last one here and its `id` as `after`. A change appears half a minute later.',
        metadata:
          'Only gift requests with this pair, such as `metadata[order]=4711`; up to five pairs, all of which must match.',
      },
      giftRequestAppParameters,
      ['recipient_id', 'parcel_state', 'updated_after', 'metadata'],
    ),
    appSort: true,
    appMembers: listedGiftAppMembers,
    responses: manyResponse,
    errors: listErrors,
  }),
  operation({
    id: 'getGiftRequest',
    method: 'GET',
    path: '/gift_requests/{id}',
    scope: 'gift_requests:read',
    tag: 'Gift requests',
    summary: 'Get a gift request',
    description:
      'The current state of a gift request. A webhook has the state at the time of its event.',
    responses: [
      {
        status: 200,
        description: 'The gift request.',
        shape: 'one',
        type: 'gift_requests',
        example: examples.choice,
      },
    ],
    errors: [notFoundError],
  }),
  operation({
    id: 'cancelGiftRequest',
    method: 'POST',
    path: '/gift_requests/{id}/cancel',
    scope: 'gift_requests:write',
    tag: 'Gift requests',
    summary: 'Cancel a gift request',
    description: 'Cancels a gift request that is not dispatched. Emits `gift_request_cancelled`.',
    responses: [
      {
        status: 200,
        description: 'The cancelled gift request.',
        shape: 'one',
        type: 'gift_requests',
        example: { ...examples.choice, status: 'cancelled' },
      },
    ],
    errors: [notFoundError, { code: 'unknown_parameter' }, { code: 'invalid_transition' }],
  }),
  operation({
    id: 'getGiftRequestHistory',
    method: 'GET',
    path: '/gift_requests/{id}/history',
    scope: 'gift_requests:read',
    tag: 'Gift requests',
    summary: 'Get the history of a gift request',
    description:
      'Every transition between internal states, oldest first, including those that emit no event, such as backorders and failed delivery attempts.',
    responses: [
      {
        status: 200,
        description: 'All transitions, on one page.',
        shape: 'many',
        type: 'moves',
        example: { data: [examples.move], has_more: false },
      },
    ],
    errors: [notFoundError],
  }),
]
