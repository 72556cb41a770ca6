import { Type } from 'typebox'
import { stateNames } from '../advance-request.ts'
import { examples } from '../examples.ts'
import { recipientAppFilters, recipientFilters } from '../list-query.ts'
import { operation, type PossibleError } from '../operation.ts'
import { ContactNote } from '../people-resources.ts'
import { recipientEmailBody } from '../recipient.ts'
import { count, enumOf, id as idOf, nullable, text, timestamp } from '../schema-parts.ts'
import { dryRun } from './catalogue-common.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

const common = { tag: 'Recipients', since: '2026-05' } as const
const read = { ...common, scope: 'recipients:read' } as const
const write = { ...common, scope: 'recipients:write' } as const

const { id, reference, created_at, recipient: person } = examples.choice
const recipient = {
  id: person.id,
  email: person.email,
  first_name: person.first_name,
  last_name: person.last_name,
  name: person.name,
  thank_you_count: 1,
  gift_request_count: 1,
  declined_count: 0,
  is_bounced: false,
  last_gift_at: created_at,
  created_at,
}
const detail = {
  ...recipient,
  thank_you_notes: [{ gift_request_id: id, reference, text: 'Lovely.', written_at: created_at }],
  declines: [],
}
const correction = { recipient_id: person.id, gift_request_ids: [id], is_dry_run: false }
const erasure = {
  recipient_id: person.id,
  gift_requests: 1,
  cancelled: 1,
  emails: 2,
  is_dry_run: false,
}
const personalData = {
  account: { id: examples.campaign.sender.id, name: 'Larkfield' },
  email: person.email,
  contact: { id: person.id, thank_you_count: 1, created_at },
  gift_requests: [],
  claims: [],
  other_emails: [],
}

const emailErrors: readonly PossibleError[] = [
  { code: 'invalid', status: 400 },
  { code: 'unknown_parameter' },
  { code: 'required' },
  { code: 'invalid' },
  { code: 'invalid_format' },
  { code: 'too_long' },
]

const emailRequest = (summary: string) => ({
  type: 'recipients' as const,
  body: recipientEmailBody,
  examples: { address: { summary, value: { email: 'ada.larkin@example.com' } } },
})

const detailAppMembers = Type.Object({
  sender_notes: Type.Array(ContactNote, { description: 'Notes of the users, newest first.' }),
  opt_out: nullable(
    Type.Object({ set_by: text(), created_at: timestamp() }),
    'Set if the recipient wants no campaign emails.',
  ),
  bounces_at_domain: nullable(
    Type.Object({ domain: text(), count: count() }),
    'For admins, if email to the address bounced: all such addresses at its domain.',
  ),
  latest_gifts: Type.Array(
    Type.Object({
      id: idOf(),
      reference: text(),
      state: enumOf(stateNames),
      campaign: nullable(text()),
      created_at: timestamp(),
    }),
  ),
})

const readOperations = [
  operation({
    ...read,
    id: 'listRecipients',
    method: 'GET',
    path: '/recipients',
    summary: 'List recipients',
    description: 'The people who got gifts, newest first. Erased people are not listed.',
    query: listParameters(
      100,
      recipientFilters,
      {
        q: 'The beginning of an email address, or words of a name.',
        status:
          'Only people who sent a thank-you note, who declined a gift, or whose address bounced.',
      },
      recipientAppFilters,
    ),
    appSort: true,
    responses: manyResources('recipients', 'A page of recipients.', recipient),
    errors: listErrors,
  }),
  operation({
    ...read,
    id: 'getRecipient',
    method: 'GET',
    path: '/recipients/{id}',
    summary: 'Get a recipient',
    description: 'One person with the latest hundred thank-you notes and declines.',
    appMembers: detailAppMembers,
    responses: oneResource('recipient_details', 'The recipient.', detail),
    errors: [notFoundError],
  }),
  operation({
    ...read,
    id: 'listGiftRequestsOfRecipient',
    method: 'GET',
    path: '/recipients/{id}/gift_requests',
    summary: 'List the gift requests of a recipient',
    description:
      'The gift requests to this person, newest first. A token without `gift_requests:read` gets `redemption_url` and `shipping_address` as null.',
    query: listParameters(100, {}, {}),
    responses: manyResources('gift_requests', 'A page of gift requests.', examples.choice),
    errors: [...listErrors, notFoundError],
  }),
]

const changeOperations = [
  operation({
    ...write,
    id: 'correctRecipientEmail',
    method: 'POST',
    path: '/recipients/{id}/correct_email',
    summary: 'Correct the email address of a recipient',
    description:
      'Changes the address of all gift requests to this person that are on their way, at most 100, and sends the email that fits their state. The recipient of these gift requests is then the person with the new address.',
    query: [dryRun],
    request: emailRequest('The correct address'),
    responses: oneResource(
      'recipient_corrections',
      'The gift requests with the new address.',
      correction,
    ),
    errors: [notFoundError, ...emailErrors, { code: 'not_allowed' }],
  }),
  operation({
    ...write,
    id: 'clearRecipientBounce',
    method: 'POST',
    path: '/recipients/{id}/clear_bounce',
    summary: 'Send emails to a recipient again',
    description: 'Allows emails to an address that bounced.',
    responses: oneResource('recipient_details', 'The recipient.', detail),
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
]

const privacyOperations = [
  operation({
    ...write,
    id: 'getPersonalData',
    method: 'GET',
    path: '/recipients/{id}/personal_data',
    revealsAddresses: true,
    summary: 'Export the personal data of a recipient',
    description:
      'Everything that the account stores about the person, for a request under privacy law. The audit log records the export.',
    responses: oneResource('personal_data', 'The personal data.', personalData),
    errors: [notFoundError],
  }),
  operation({
    ...write,
    id: 'erasePersonalData',
    method: 'POST',
    path: '/recipients/erase',
    summary: 'Erase the personal data of a recipient',
    description:
      'Erases everything about the person with this email address, also claims and emails. Gifts that are not dispatched are cancelled, and emit `gift_request_cancelled` without personal data. A repeated erasure finds nothing. With `dry_run=true`, returns the counts and erases nothing.',
    query: [dryRun],
    request: emailRequest('A person'),
    responses: oneResource('erasures', 'What was erased.', erasure),
    errors: emailErrors,
  }),
]

/** The operations on recipients and their personal data. */
export const recipientOperations = [...readOperations, ...changeOperations, ...privacyOperations]
