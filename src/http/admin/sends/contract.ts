import { type Static, Type } from 'typebox'
import { enumRule } from '#contract/filter-rules'
import { BulkSendRow, RowError, SendOptions } from '../bulk-send/contract.ts'
import { operation } from '../lib/operation.ts'
import { customQuery, listQuery } from '../lib/query.ts'
import { boundedText, oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'

const approvalStates = [
  'preparing',
  'awaiting',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const

/** A list of gifts that a user sent at once. */
export const BulkSend = Type.Object({
  id: Type.String(),
  name: Type.String(),
  campaign: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  sender: Type.Object({ id: Type.String(), name: Type.String() }),
  created_at: Timestamp,
  cancelled_at: orNull(Timestamp),
  undo_seconds: Type.Integer({ description: 'How long the send can still be undone.' }),
  gifts: Type.Integer(),
  waiting: Type.Integer({ description: 'Gifts that are not sent yet.' }),
  sent: Type.Integer({ description: 'This and the next counts include gifts of later stages.' }),
  opened: Type.Integer(),
  redeemed: Type.Integer(),
  delivered: Type.Integer(),
  cancelled: Type.Integer({ description: 'Gifts that are cancelled or expired.' }),
  unredeemed: Type.Integer({ description: 'Gifts that are sent and not redeemed.' }),
  failed: Type.Integer({ description: 'Rows of the list that became no gift.' }),
  /** The approval of the send. Null if the send needs no approval. */
  approval: orNull(
    Type.Object({
      state: oneOfTexts(...approvalStates),
      gifts: Type.Integer({ description: 'The recipients that wait for the approval.' }),
      is_creating: Type.Boolean({
        description: 'The gifts of the approved send are being created.',
      }),
      submitted_at: orNull(Timestamp),
      expires_at: orNull(Timestamp),
      ended_at: orNull(Timestamp),
      first_approved_by: orNull(
        Type.String({ description: 'Who gave the first of two approvals.' }),
      ),
      decided_by: orNull(Type.String()),
      reason: orNull(Type.String()),
    }),
  ),
})
export type BulkSend = Static<typeof BulkSend>

const FailedRow = Type.Object({
  line: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  errors: Type.Array(RowError),
})

export const BulkSendDetail = Type.Object({
  ...BulkSend.properties,
  failed_rows: Type.Array(FailedRow, { description: 'The first 100 failed rows.' }),
})
export type BulkSendDetail = Static<typeof BulkSendDetail>

const CancelScope = oneOfTexts('unsent', 'unredeemed')
export type CancelScope = Static<typeof CancelScope>

export const listBulkSends = operation('GET', '/sends', {
  permission: 'gift_requests:read',
  summary: 'list sends',
  query: listQuery({ approval: enumRule(...approvalStates) }),
  reply: page(BulkSend),
})

/** The scheduled gifts by day. */
export const SendCalendar = Type.Object({
  groups: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      first_at: Timestamp,
      send: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
      campaign_name: orNull(Type.String()),
      gifts: Type.Integer(),
    }),
  ),
  is_capped: Type.Boolean({ description: 'Only the gifts that go out first are counted.' }),
})
export type SendCalendar = Static<typeof SendCalendar>

export const readSendCalendar = operation('GET', '/sends/calendar', {
  permission: 'gift_requests:read',
  summary: 'count the scheduled gifts by day and send',
  query: customQuery<unknown, { time_zone?: string }>(
    {
      time_zone: Type.String({
        description: 'The time zone of the days, such as Europe/Berlin; UTC by default.',
      }),
    },
    ({ time_zone = 'UTC' }) => time_zone,
  ),
  reply: SendCalendar,
})

export const readBulkSend = operation('GET', '/sends/:id', {
  permission: 'gift_requests:read',
  summary: 'show a send and its failed rows',
  reply: BulkSendDetail,
})

export const startBulkSend = operation('POST', '/sends', {
  permission: 'gift_requests:write',
  summary: 'start a send, to which the rows are added next',
  body: Type.Object(
    {
      draft_id: boundedText(64),
      name: Type.String({ maxLength: 1_000 }),
      options: SendOptions,
      recipients: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'How many gifts follow. A send above a limit of the account needs approval.',
        }),
      ),
    },
    strict,
  ),
  reply: BulkSend,
})

export const renameBulkSend = operation('PATCH', '/sends/:id', {
  permission: 'gift_requests:write',
  summary: 'rename a send',
  body: Type.Object({ name: Type.String({ maxLength: 1_000 }) }, strict),
  reply: BulkSend,
})

export const recordFailedRows = operation('POST', '/sends/:id/failed-rows', {
  permission: 'gift_requests:write',
  summary: 'save the invalid rows of a list, without sending any row',
  body: Type.Object(
    { options: SendOptions, rows: Type.Array(BulkSendRow, { minItems: 1, maxItems: 100 }) },
    strict,
  ),
  bodySize: 'large',
  reply: Type.Object({ saved: Type.Integer() }),
})

export const cancelBulkSend = operation('POST', '/sends/:id/cancel', {
  permission: 'gift_requests:write',
  summary: 'cancel the next gifts of a send, until none remain',
  body: Type.Object({ scope: CancelScope }, strict),
  reply: Type.Object({
    cancelled: Type.Integer({ description: 'The gifts that this call cancelled, at most 100.' }),
    remaining: Type.Integer({ description: 'The gifts that further calls cancel.' }),
  }),
})

export const downloadFailedRows = operation('GET', '/sends/:id/failed-rows.csv', {
  permission: 'gift_requests:read',
  summary: 'download the failed rows of a send, to correct and send them again',
  mediaTypes: ['text/csv'],
})
