import type { TObject } from 'typebox'
import { examples } from '../examples.ts'
import { emailAppMembers, giftDetailAppMembers, parcelAppMembers } from '../gift-app-members.ts'
import { operation } from '../operation.ts'
import type { ResourceType } from '../versions/api-version.ts'
import { notFoundError } from './list-parameters.ts'

interface ReadResponse {
  description: string
  type: ResourceType
  shape: 'one' | 'many'
  example: object
}

/** An operation that reads what belongs to one gift request. */
const read = <
  const Id extends string,
  const Path extends string,
  const Response extends ReadResponse,
  // biome-ignore lint/complexity/noBannedTypes: an object without members
  AppMembers extends TObject = TObject<{}>,
>(
  declaration: {
    id: Id
    path: Path
    summary: string
    description: string
    appMembers?: AppMembers
  },
  response: Response,
) =>
  operation({
    ...declaration,
    method: 'GET',
    scope: 'gift_requests:read',
    since: '2026-05',
    tag: 'Gift requests',
    responses: [{ status: 200, ...response }] as const,
    errors: [notFoundError],
  })

const textMessageExample = {
  id: '019de370-4ac0-74e2-8f3a-51c07d9be801',
  gift_request_id: examples.email.gift_request_id,
  kind: 'invitation',
  state: 'sent',
  to: '+49 … 678',
  error: null,
  attempts: 1,
  created_at: examples.email.created_at,
  sent_at: examples.email.sent_at,
}

export const giftDetailOperations = [
  read(
    {
      id: 'getGiftRequestDetails',
      path: '/gift_requests/{id}/details',
      appMembers: giftDetailAppMembers,
      summary: 'Get the details of a gift request',
      description:
        'The internal state, times and language, what the recipient did, what it replaces, and which operations are possible now.',
    },
    {
      description: 'The details.',
      type: 'gift_details',
      shape: 'one',
      example: examples.giftDetails,
    },
  ),
  read(
    {
      id: 'listGiftRequestParcels',
      path: '/gift_requests/{id}/parcels',
      appMembers: parcelAppMembers,
      summary: 'List the parcels of a gift request',
      description:
        'Each parcel with its carrier, tracking number, items and scans. Without an address and without the codes of digital items.',
    },
    {
      description: 'All parcels, on one page.',
      type: 'parcels',
      shape: 'many',
      example: { data: [examples.parcel], has_more: false },
    },
  ),
  read(
    {
      id: 'listGiftRequestEmails',
      path: '/gift_requests/{id}/emails',
      appMembers: emailAppMembers,
      summary: 'List the emails of a gift request',
      description: 'The latest 100 emails to the recipient and their states, newest first.',
    },
    {
      description: 'The emails, on one page.',
      type: 'emails',
      shape: 'many',
      example: { data: [examples.email], has_more: false },
    },
  ),
  read(
    {
      id: 'listGiftRequestTextMessages',
      path: '/gift_requests/{id}/text_messages',
      summary: 'List the text messages of a gift request',
      description: 'The latest 100 text messages to the recipient and their states, newest first.',
    },
    {
      description: 'The text messages, on one page.',
      type: 'text_messages',
      shape: 'many',
      example: { data: [textMessageExample], has_more: false },
    },
  ),
  read(
    {
      id: 'listGiftRequestProblemReports',
      path: '/gift_requests/{id}/problem_reports',
      summary: 'List the problem reports of a gift request',
      description:
        'What the recipient reported after the order, oldest first, with the answers. The photos are shown in the web app.',
    },
    {
      description: 'The reports, on one page.',
      type: 'problem_reports',
      shape: 'many',
      example: { data: [examples.problemReport], has_more: false },
    },
  ),
  read(
    {
      id: 'getGiftRequestThankYouNote',
      path: '/gift_requests/{id}/thank_you_note',
      summary: 'Get the thank-you note',
      description: 'The note that the recipient wrote; 404 as long as there is none.',
    },
    {
      description: 'The note.',
      type: 'thank_you_notes',
      shape: 'one',
      example: examples.thankYouNote,
    },
  ),
]
