import { Type } from 'typebox'
import { exampleIds, examples } from '../examples.ts'
import {
  addressChange,
  addressChangeAppBody,
  emailCorrection,
  emailSelection,
  extension,
  giftRequestChanges,
  newReissue,
  noMembers,
  reshipment,
} from '../gift-changes.ts'
import {
  type Operation,
  type OperationResponse,
  operation,
  type Parameter,
  type PossibleError,
} from '../operation.ts'
import type { Permission } from '../permissions.ts'
import type { BodyDefinition } from '../request-body.ts'
import type { ResourceType } from '../versions/api-version.ts'
import { notFoundError } from './list-parameters.ts'

const dryRunParameter: Parameter = {
  name: 'dry_run',
  description:
    'Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing.',
  schema: Type.Boolean({ default: false }),
}

type Examples = Readonly<Record<string, { summary: string; value: object }>>

/** Declares an operation that changes a gift request and that can run as a dry run. */
function change<
  const Id extends string,
  const Path extends string,
  Body,
  const Responses extends readonly OperationResponse[],
  const Method extends Operation['method'] = 'POST',
  AppBody = Body,
>(declaration: {
  id: Id
  method?: Method
  path: Path
  summary: string
  description: string
  body: BodyDefinition<Body>
  appBody?: BodyDefinition<AppBody>
  type?: ResourceType
  permission?: Permission
  examples: Examples
  responses: Responses
  codes?: readonly PossibleError['code'][]
}) {
  const {
    method = 'POST',
    body,
    appBody,
    type = 'gift_requests',
    examples,
    codes = [],
    ...rest
  } = declaration
  return operation({
    ...rest,
    method: method as Method,
    scope: 'gift_requests:write',
    since: '2026-05',
    tag: 'Gift requests',
    query: [dryRunParameter],
    request: {
      ...{ type, body, examples },
      ...(appBody && { appBody }),
      ...(body.isOptional && { isOptional: true }),
    },
    errors: [
      notFoundError,
      { code: 'invalid', status: 400 },
      { code: 'unknown_parameter' },
      { code: 'invalid' },
      ...codes.map((code) => ({ code })),
    ],
  })
}

const giftResponse = (description: string, example: object = examples.choice) =>
  ({ status: 200, description, shape: 'one', type: 'gift_requests', example }) as const

const nothing: Examples = { none: { summary: 'No members', value: {} } }

export const giftChangeOperations = [
  change({
    id: 'updateGiftRequest',
    method: 'PATCH',
    path: '/gift_requests/{id}',
    summary: 'Change a gift request',
    description:
      'Changes the members that the body has. `send_at` can change until the gift request is sent, `expires_at` and `email_message` until the recipient redeems, `metadata` at any time. Emits no event.',
    body: giftRequestChanges,
    examples: {
      metadata: { summary: 'Other metadata', value: { metadata: { order: '4712' } } },
      message: {
        summary: 'Another message',
        value: { email_message: { subject: 'Thank you', body: 'With best wishes' } },
      },
    },
    responses: [giftResponse('The changed gift request.')],
    codes: ['required', 'invalid_format', 'too_long', 'too_many', 'invalid_transition'],
  }),
  change({
    id: 'extendGiftRequest',
    path: '/gift_requests/{id}/extend',
    summary: 'Extend a gift request',
    description:
      'Sets the expiry to `expires_at`, or adds `days` to it; send one of them. Possible until the recipient redeems. Reminders move with it.',
    body: extension,
    examples: { days: { summary: 'Two more weeks', value: { days: 14 } } },
    responses: [giftResponse('The gift request with its new expiry.')],
    codes: ['required', 'invalid_format', 'not_allowed', 'invalid_transition'],
  }),
  change({
    id: 'remindGiftRequest',
    path: '/gift_requests/{id}/remind',
    summary: 'Remind a recipient',
    description:
      'Sends a reminder to a recipient who has not redeemed, at most one email an hour. Not possible after a bounce or a decline, or if the sender shares the link.',
    body: noMembers,
    examples: nothing,
    responses: [giftResponse('The gift request, unchanged.')],
    codes: ['invalid_transition'],
  }),
  change({
    id: 'correctGiftRequestEmail',
    path: '/gift_requests/{id}/correct_email',
    summary: 'Correct an email address',
    description:
      'Sends the email that fits the state to the new address. The link stays valid. With the same address, it sends the email again.',
    body: emailCorrection,
    examples: { correct: { summary: 'Another address', value: { email: 'ada@larkin.example' } } },
    responses: [giftResponse('The gift request with the new address.')],
    codes: ['required', 'invalid_format', 'too_long', 'not_allowed', 'invalid_transition'],
  }),
  change({
    id: 'changeGiftRequestAddress',
    path: '/gift_requests/{id}/change_address',
    summary: 'Change a shipping address',
    description:
      'For a redeemed gift whose parcel is not on its way, or that could not be delivered. A parcel that the carrier refused is placed again. A recipient’s address is never returned.',
    body: addressChange,
    appBody: addressChangeAppBody,
    examples: {
      address: {
        summary: 'Another street',
        value: {
          shipping_address: {
            name: 'Ada Larkin',
            line_1: 'Unter den Linden 5',
            city: 'Berlin',
            postal_code: '10117',
            country: 'DE',
          },
        },
      },
    },
    responses: [giftResponse('The gift request.')],
    codes: ['required', 'invalid_format', 'too_long', 'not_allowed', 'invalid_transition'],
  }),
  change({
    id: 'reissueGiftRequestLink',
    path: '/gift_requests/{id}/reissue_link',
    summary: 'Replace a link',
    description:
      'Creates a new redemption link and emails it to the recipient. The old link stops working at once. If the sender shares the link, no email is sent.',
    body: noMembers,
    examples: nothing,
    responses: [giftResponse('The gift request with its new link.')],
    codes: ['invalid_transition'],
  }),
  change({
    id: 'sendGiftRequestAgain',
    path: '/gift_requests/{id}/send_again',
    summary: 'Send a gift again',
    description:
      'For a gift that expired, was declined or did not arrive. Creates a new gift request with its own events, and moves the link to it. A gift request is sent again once: a repeated call returns the first replacement with the status 200.',
    body: newReissue,
    examples: {
      unchanged: { summary: 'As before', value: {} },
      email: { summary: 'To another address', value: { email: 'ada@larkin.example' } },
    },
    responses: [
      {
        status: 201,
        description: 'The new gift request.',
        shape: 'one',
        type: 'reissues',
        example: examples.reissue,
      },
      {
        status: 200,
        description: 'The earlier replacement, or the result of a dry run.',
        shape: 'one',
        type: 'reissues',
        example: examples.reissue,
      },
    ],
    codes: ['required', 'invalid_format', 'too_long', 'invalid_transition'],
  }),
  change({
    id: 'shipGiftRequestAgain',
    permission: 'catalogue:write',
    path: '/gift_requests/{id}/ship_again',
    summary: 'Ship items again',
    description:
      'Ships the items of a lost, returned or cancelled parcel in a new parcel from new stock. A parcel is replaced once.',
    body: reshipment,
    examples: { parcel: { summary: 'One parcel', value: { parcel_id: exampleIds.parcel } } },
    responses: [
      {
        status: 200,
        description: 'All parcels of the gift request, with the new one.',
        shape: 'many',
        type: 'parcels',
        example: { data: [examples.parcel], has_more: false },
      },
    ],
    codes: ['required', 'invalid_reference', 'invalid_transition'],
  }),
  change({
    id: 'resolveGiftRequestProblemReport',
    path: '/gift_requests/{id}/problem_reports/{report_id}/resolve',
    summary: 'Resolve a problem report',
    description:
      'Closes the report. The recipient sees that it is resolved, and gets no email. A resolved report does not change.',
    body: noMembers,
    examples: nothing,
    responses: [
      {
        status: 200,
        description: 'The report.',
        shape: 'one',
        type: 'problem_reports',
        example: {
          ...examples.problemReport,
          state: 'resolved',
          resolution: 'closed',
          resolved_at: examples.problemReport.updated_at,
        },
      },
    ],
  }),
  change({
    id: 'resendGiftRequestEmails',
    path: '/gift_requests/{id}/resend_emails',
    summary: 'Send emails again',
    description:
      'Sends copies of emails to the recipient’s address, and forgets a bounce of that address.',
    body: emailSelection,
    examples: {
      failed: { summary: 'All that failed', value: {} },
      one: { summary: 'One email', value: { email_ids: [exampleIds.email] } },
    },
    responses: [
      {
        status: 200,
        description: 'The new emails.',
        shape: 'many',
        type: 'emails',
        example: { data: [examples.email], has_more: false },
      },
    ],
    codes: ['required', 'too_many', 'invalid_reference', 'invalid_transition'],
  }),
]
