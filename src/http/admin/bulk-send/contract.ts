import { type Static, Type } from 'typebox'
import { GreetingInput } from '../greetings/contract.ts'
import { operation } from '../lib/operation.ts'
import {
  EmailMessage,
  OfferableItem,
  oneOfTexts,
  orNull,
  SelectionMode,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

const boundedText = Type.String({ maxLength: 10_000 })
const id = Type.String({ maxLength: 64 })

/**
 * The options of a send. This schema is loose on purpose: the domain validates each row and returns messages
 * for people.
 */
export const SendOptions = Type.Object(
  {
    campaign_id: Type.Optional(id),
    variant_ids: Type.Optional(Type.Array(id, { maxItems: 100 })),
    selection_mode: Type.Optional(SelectionMode),
    line_items: Type.Optional(
      Type.Array(Type.Object({ variant_id: id, quantity: Type.Integer() }, strict), {
        maxItems: 50,
      }),
    ),
    item_per_row: Type.Optional(
      Type.Boolean({
        description:
          'Each row names its item: one of `line_items`, of `variant_ids`, or of the campaign.',
      }),
    ),
    email_message: Type.Optional(
      Type.Object({ subject: boundedText, body: Type.String({ maxLength: 20_000 }) }, strict),
    ),
    send_at: Type.Optional(boundedText),
    expires_at: Type.Optional(boundedText),
    greeting: Type.Optional(GreetingInput),
    team_id: Type.Optional(id),
    cost_centre: Type.Optional(boundedText),
    purchase_order_number: Type.Optional(boundedText),
    send_id: Type.Optional(id),
  },
  strict,
)
export type SendOptions = Static<typeof SendOptions>

const RowRecipient = Type.Object(
  { first_name: boundedText, last_name: boundedText, email: boundedText },
  strict,
)
const RowAddress = Type.Object(
  {
    name: boundedText,
    line_1: boundedText,
    line_2: Type.Optional(boundedText),
    city: Type.Optional(boundedText),
    region: Type.Optional(boundedText),
    postal_code: Type.Optional(boundedText),
    country: boundedText,
    phone: Type.Optional(boundedText),
  },
  strict,
)
const RowFields = Type.Record(
  Type.String({ pattern: '^[a-z][a-z_]{0,63}$' }),
  Type.String({ maxLength: 10_000 }),
  {
    ...strict,
    maxProperties: 30,
    description:
      'The columns of the list that the message contains, such as company for {company}.',
  },
)
const RowItem = Type.String({
  maxLength: 1_000,
  description: 'The name, the SKU or the id of the item of this row, if `item_per_row` is set.',
})
export const BulkSendRow = Type.Object(
  {
    recipient: RowRecipient,
    shipping_address: Type.Optional(RowAddress),
    fields: Type.Optional(RowFields),
    item: Type.Optional(RowItem),
    /** The phone number for text messages, such as +4915112345678. */
    phone: Type.Optional(Type.String({ maxLength: 32 })),
    occurrence: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    line: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The line in the list, from 1.',
      }),
    ),
  },
  strict,
)
export type BulkSendRow = Static<typeof BulkSendRow>

const rows = Type.Array(BulkSendRow, { minItems: 1, maxItems: 100 })
const BulkSendBody = Type.Object({ options: SendOptions, rows }, strict)
const SendBody = Type.Object(
  {
    options: SendOptions,
    rows,
    bulk_send_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The send that the gifts and the failed rows belong to.',
      }),
    ),
  },
  strict,
)
export const PreviewBody = Type.Object(
  {
    ...{ options: SendOptions, recipient: RowRecipient },
    ...{ fields: Type.Optional(RowFields), item: Type.Optional(RowItem) },
  },
  strict,
)
export type PreviewBody = Static<typeof PreviewBody>

export const RowError = Type.Object({
  code: Type.String(),
  param: Type.String(),
  message: Type.String(),
})
export type RowError = Static<typeof RowError>

const text = <const Status extends string>(status: Status) => oneOfTexts(status)
const AlreadySent = Type.Object({
  status: text('already_sent'),
  id: Type.String(),
  reference: Type.String(),
  created_at: Timestamp,
})
const RejectedRow = Type.Object({ status: text('rejected'), errors: Type.Array(RowError) })

/** The predicted result of sending a row. */
export const RowCheck = Type.Union([
  Type.Object({
    status: text('ready'),
    has_bounced: Type.Boolean({ description: 'The service sends no email to this address.' }),
    has_opted_out: Type.Boolean({ description: 'The recipient wants no campaign emails.' }),
    latest: orNull(
      Type.Object({ id: Type.String(), reference: Type.String(), created_at: Timestamp }),
    ),
    item: orNull(Type.String({ description: 'The name of the item that the row names.' })),
    warnings: Type.Array(Type.Object({ param: Type.String(), message: Type.String() }), {
      description: 'Names that are probably no names. The row can be sent.',
    }),
  }),
  AlreadySent,
  RejectedRow,
])
export type RowCheck = Static<typeof RowCheck>

/**
 * The result of sending a row. If a row was already sent with the same list, the service does not send it
 * again.
 */
export const RowResult = Type.Union([
  Type.Object({ status: text('sent'), id: Type.String(), reference: Type.String() }),
  Type.Object({ status: text('saved') }, { description: 'It waits for the approval of its send.' }),
  AlreadySent,
  RejectedRow,
])
export type RowResult = Static<typeof RowResult>

export const SendableCampaign = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  invitation_method: oneOfTexts('email', 'gift_link', 'sender_provided_address'),
  selection_mode: SelectionMode,
  expires_after_days: Type.Integer(),
  email_message: EmailMessage,
  color: Type.String(),
  items: Type.Array(OfferableItem),
  team_ids: Type.Array(Type.String(), { description: 'Empty if every team may send it.' }),
})
export type SendableCampaign = Static<typeof SendableCampaign>

export const SendChoices = Type.Object({
  campaigns: Type.Array(SendableCampaign),
  items: Type.Array(OfferableItem),
  /** Whether recipients can get text messages. */
  can_send_sms: Type.Boolean(),
  teams: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      cost_centre: orNull(Type.String()),
      purchase_order_number: orNull(Type.String()),
    }),
    { description: 'The teams for which the user can send, that of the last send first.' },
  ),
})
export type SendChoices = Static<typeof SendChoices>

export const listSendChoices = operation('GET', '/send/choices', {
  permission: 'gift_requests:write',
  summary: 'list what can be sent',
  reply: SendChoices,
})

export const checkRows = operation('POST', '/send/check', {
  permission: 'gift_requests:write',
  summary: 'validate each row of a list',
  body: BulkSendBody,
  bodySize: 'large',
  reply: Type.Object({ rows: Type.Array(RowCheck) }),
})

const CostAmount = Type.Object({ amount_minor: Type.Integer(), currency: Type.String() })

const BudgetLeft = Type.Object({
  amount_minor: Type.Integer(),
  currency: Type.String(),
  stops: Type.Boolean(),
  left_minor: Type.Integer({ description: 'Negative when the budget is exceeded.' }),
})

/** The possible cost of a gift in a send, without shipping. */
export const SendEstimate = Type.Object({
  most_per_gift: Type.Array(CostAmount, {
    description: 'The most that one gift can cost, by currency. Currencies are not added.',
  }),
  is_choice: Type.Boolean({
    description: 'The recipient chooses among the items, or each row names its item.',
  }),
  items_without_cost: Type.Integer(),
  budget: orNull(BudgetLeft),
  team_budget: orNull(BudgetLeft),
})

const ApprovalReason = oneOfTexts('all', 'gifts', 'cost', 'unknown_cost')
export type ApprovalReason = Static<typeof ApprovalReason>
export type SendEstimate = Static<typeof SendEstimate>

export const estimateSend = operation('POST', '/send/estimate', {
  permission: 'gift_requests:write',
  summary: 'return what a gift of a send can cost, and what is left of the budget',
  body: Type.Object(
    {
      options: SendOptions,
      recipients: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    },
    strict,
  ),
  reply: Type.Object({
    ...SendEstimate.properties,
    approval_reasons: Type.Array(ApprovalReason, {
      description: 'Why the send of this user needs approval; empty if it needs none.',
    }),
  }),
})

export const sendRows = operation('POST', '/send', {
  permission: 'gift_requests:write',
  summary: 'send a list or a part of it, each row once',
  body: SendBody,
  bodySize: 'large',
  reply: Type.Object({ rows: Type.Array(RowResult) }),
})

export const previewSend = operation('POST', '/send/preview', {
  permission: 'gift_requests:write',
  summary: 'preview the email and the page of a recipient',
  body: PreviewBody,
  reply: Type.Object({ subject: Type.String(), text: Type.String(), token: Type.String() }),
})

export const sendTestEmail = operation('POST', '/send/test', {
  permission: 'gift_requests:write',
  summary: 'send yourself the email that recipients would get',
  body: PreviewBody,
  reply: Type.Object({ email: Type.String() }),
})
