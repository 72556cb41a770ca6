import { Type } from 'typebox'
import { newGreeting } from '../greetings.ts'
import { operation, type PossibleError } from '../operation.ts'
import { notFoundError } from './list-parameters.ts'
import { oneResource } from './responses.ts'

const greeting = { card: 'birthday', media: null, is_own: true }

const response = (description: string, example: object = greeting) =>
  oneResource('greetings', description, example)

const body = {
  type: 'greetings',
  body: newGreeting,
  examples: { birthday: { summary: 'A birthday card', value: { card: 'birthday' } } },
} as const

const bodyErrors: readonly PossibleError[] = [
  { code: 'unknown_parameter' },
  { code: 'required' },
  { code: 'invalid' },
  { code: 'invalid_reference' },
]

const ofGift = {
  path: '/gift_requests/{id}/greeting',
  tag: 'Gift requests',
  since: '2026-05',
} as const
const ofCampaign = {
  path: '/campaigns/{id}/greeting',
  tag: 'Campaigns',
  since: '2026-05',
} as const

const dryRun = {
  name: 'dry_run',
  description: 'Whether to check everything and change nothing.',
  schema: Type.Boolean({ default: false }),
} as const

export const giftGreetingOperations = [
  operation({
    ...ofGift,
    id: 'getGiftRequestGreeting',
    method: 'GET',
    scope: 'gift_requests:read',
    summary: 'Get the greeting of a gift request',
    description: 'The card that the recipient sees, and the photo or video of the sender.',
    responses: response('The greeting.'),
    errors: [notFoundError],
  }),
  operation({
    ...ofGift,
    id: 'setGiftRequestGreeting',
    method: 'PUT',
    scope: 'gift_requests:write',
    summary: 'Set the greeting of a gift request',
    description:
      'Replaces the greeting of the campaign for this gift request. The recipient sees it at once; an email that was sent does not change. Not possible after a cancellation.',
    query: [dryRun],
    request: body,
    responses: response('The new greeting.'),
    errors: [
      notFoundError,
      { code: 'invalid', status: 400 },
      ...bodyErrors,
      { code: 'invalid_transition' },
    ],
  }),
  operation({
    ...ofGift,
    id: 'deleteGiftRequestGreeting',
    method: 'DELETE',
    scope: 'gift_requests:write',
    summary: 'Delete the greeting of a gift request',
    description: 'The gift request shows the greeting of its campaign again.',
    responses: response('The greeting of the campaign.', { ...greeting, is_own: false }),
    errors: [notFoundError, { code: 'unknown_parameter' }, { code: 'invalid_transition' }],
  }),
]

export const campaignGreetingOperations = [
  operation({
    ...ofCampaign,
    id: 'getCampaignGreeting',
    method: 'GET',
    scope: 'campaigns:read',
    summary: 'Get the greeting of a campaign',
    description: 'The card, and the photo or video, of each gift without a greeting of its own.',
    responses: response('The greeting.'),
    errors: [notFoundError],
  }),
  operation({
    ...ofCampaign,
    id: 'setCampaignGreeting',
    method: 'PUT',
    scope: 'campaigns:write',
    summary: 'Set the greeting of a campaign',
    description:
      'Replaces the greeting, also for gifts that exist and have no greeting of their own. Without a card and without `media_id`, the campaign has none.',
    request: body,
    responses: response('The new greeting.'),
    errors: [notFoundError, ...bodyErrors],
  }),
]
