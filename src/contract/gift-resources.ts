import { type TSchema, Type } from 'typebox'
import { stateNames } from './advance-request.ts'
import { parcelStateNames, scanStateNames } from './parcel-states.ts'
import { problemKinds, problemResolutions, problemStates } from './problem-reports.ts'
import { GiftRequest, Sender } from './resources.ts'
import { enumOf, id, nullable, text } from './schema-parts.ts'

/* The schemas of the resources below a gift request. */

const timestamp = Type.String({ format: 'date-time' })

const ParcelLine = Type.Object({
  line_item_id: id(),
  variant_id: id(),
  sku: text(),
  name: text(),
  quantity: Type.Integer({ minimum: 1 }),
})

const ParcelScan = Type.Object({
  at: timestamp,
  state: enumOf(scanStateNames),
  description: text('The text of the carrier.'),
  location: nullable(text()),
})

export const Parcel = Type.Object({
  id: id(),
  number: Type.Integer({ minimum: 1, description: '1 for the first parcel of the gift request.' }),
  state: enumOf(parcelStateNames),
  carrier: nullable(text(), 'The carrier that delivers; null until a carrier accepts the parcel.'),
  tracking_code: nullable(text()),
  tracking_url: nullable(Type.String({ format: 'uri' })),
  estimated_at: nullable(timestamp, 'When the carrier expects to deliver.'),
  problem: nullable(
    Type.Object({ reason: text(), remedy: text() }),
    'Why the parcel is not on its way, and what resolves it.',
  ),
  line_items: Type.Array(ParcelLine),
  scans: Type.Array(ParcelScan, { description: 'Oldest first.' }),
  replaces: nullable(id(), 'The parcel whose items this one ships again.'),
  adult_signature_age: nullable(
    Type.Integer(),
    'An adult of at least this age signs for the parcel.',
  ),
})

export const Email = Type.Object({
  id: id(),
  gift_request_id: id(),
  kind: text('The occasion, such as invitation, reminder or dispatched.'),
  state: enumOf(['queued', 'sent', 'bounced', 'failed', 'suppressed']),
  to: nullable(text(), 'The address of the recipient; null once it was erased.'),
  subject: nullable(text()),
  error: nullable(text(), 'What the mail server said.'),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: timestamp,
  sent_at: nullable(timestamp),
})

export const TextMessage = Type.Object({
  id: id(),
  gift_request_id: id(),
  kind: text('The occasion, such as invitation or reminder.'),
  state: enumOf(['queued', 'sent', 'bounced', 'failed', 'suppressed']),
  to: nullable(text(), 'The last digits of the number; null once it was erased.'),
  error: nullable(text(), 'The error code of the provider.'),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: timestamp,
  sent_at: nullable(timestamp),
})

export const ThankYouNote = Type.Object({
  text: text(),
  written_at: timestamp,
  changed_at: nullable(timestamp, 'Recipients can change a note for an hour.'),
})

/** A problem that the recipient reported after the order. Without the contents of its photos. */
export const ProblemReport = Type.Object({
  id: id(),
  gift_request_id: id(),
  problem: enumOf(problemKinds),
  state: enumOf(problemStates),
  text: text(),
  photos: Type.Array(
    Type.Object({
      id: id(),
      content_type: text(),
      size: Type.Integer({ description: 'In bytes.' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  ),
  answers: Type.Array(
    Type.Object({ id: id(), author: text(), text: text(), created_at: timestamp }),
    { description: 'Oldest first.' },
  ),
  resolution: nullable(enumOf(problemResolutions), 'How it was resolved; null before.'),
  created_at: timestamp,
  updated_at: timestamp,
  resolved_at: nullable(timestamp),
})

const GiftReference = Type.Object({ id: id(), reference: text() })

export const Reissue = Type.Object({
  id: id('The id of the new gift request.'),
  reissued_from: GiftReference,
  gift_request: GiftRequest,
})

const RowError = Type.Object({
  type: text(),
  code: text(),
  message: text('For people. It may change.'),
  param: Type.Optional(text('The field of the row, such as recipient.email.')),
})

export const GiftRequestResult = Type.Object({
  index: Type.Integer({ minimum: 0, description: 'The place of the row in the request.' }),
  idempotency_key: nullable(text(), 'The key of the row.'),
  status: enumOf(
    ['created', 'duplicate', 'refused', 'valid'],
    'duplicate: a row with this key created the gift request before. valid: the row of a dry run has no error.',
  ),
  gift_request: nullable(GiftReference, 'The created gift request, or the earlier one.'),
  errors: Type.Array(RowError, { description: 'Why the row is refused. Otherwise empty.' }),
})

const reason = nullable(text(), 'Null if it is possible; otherwise why it is not.')

const giftActionNames = [
  'cancel',
  'extend',
  'remind',
  'correct_email',
  'change_address',
  'reissue_link',
  'send_again',
] as const

export const GiftDetails = Type.Object({
  id: id(),
  state: enumOf(stateNames),
  send_at: nullable(timestamp),
  expires_at: timestamp,
  remind_at: nullable(timestamp, 'When the next reminder is due.'),
  locale: nullable(text(), 'The language that was chosen for or by the recipient.'),
  sender: Sender,
  opened_at: nullable(timestamp),
  declined_at: nullable(timestamp),
  decline_reason: nullable(text()),
  renewal_requested_at: nullable(timestamp, 'When the recipient asked to renew an expired gift.'),
  one_link_id: nullable(id()),
  reissued_from: nullable(GiftReference, 'The gift request that this one replaces.'),
  reissued_as: nullable(GiftReference, 'The gift request that replaces this one.'),
  actions: Type.Object(Object.fromEntries(giftActionNames.map((name) => [name, reason]))),
})

/** Named schemas of the documents. */
export const namedGiftResources = {
  ParcelLine,
  ParcelScan,
  Parcel,
  Email,
  TextMessage,
  ThankYouNote,
  GiftReference,
  GiftRequestResult,
  RowError,
  Reissue,
  GiftDetails,
} as const satisfies Record<string, TSchema>
