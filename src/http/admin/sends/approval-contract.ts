import { type Static, Type } from 'typebox'
import { BulkSendRow, RowError, SendEstimate, SendOptions } from '../bulk-send/contract.ts'
import { GreetingInput } from '../greetings/contract.ts'
import { operation } from '../lib/operation.ts'
import { EmailMessage, orNull, strict, Timestamp } from '../lib/schemas.ts'
import { BulkSend } from './contract.ts'

/** The content of a send that needs approval. */
export const SendApproval = Type.Object({
  items: Type.Array(
    Type.Object({ variant_id: Type.String(), name: Type.String(), quantity: Type.Integer() }),
  ),
  /** The message of the send, or else of its campaign. */
  message: orNull(EmailMessage),
  send_at: orNull(Timestamp),
  gift_expires_at: orNull(Timestamp),
  /** The greeting of the send. It replaces the card of the campaign. */
  greeting: orNull(GreetingInput),
  estimate: SendEstimate,
  recipients: Type.Array(
    Type.Object({
      line: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      country: orNull(Type.String()),
      item: orNull(Type.String({ description: 'The item of this recipient, as in the list.' })),
      fields: Type.Record(Type.String(), Type.String(), {
        description: 'The texts that the message of this recipient contains.',
      }),
    }),
    { description: 'The first 100.' },
  ),
  check: Type.Object(
    {
      checked: Type.Integer({ description: 'The first 1,000 recipients are checked.' }),
      ready: Type.Integer(),
      rejected: Type.Integer(),
      already_sent: Type.Integer(),
      bounced: Type.Integer(),
      opted_out: Type.Integer(),
      problems: Type.Array(RowError, { description: 'With any of these, it cannot be approved.' }),
    },
    { description: 'What would happen if the send were approved now.' },
  ),
  can_decide: Type.Boolean({ description: 'Approvers decide, but not about their own sends.' }),
})
export type SendApproval = Static<typeof SendApproval>

/** The options and the rows that the sender entered. */
export const SendContent = Type.Object({ options: SendOptions, rows: Type.Array(BulkSendRow) })
export type SendContent = Static<typeof SendContent>

export const readSendApproval = operation('GET', '/sends/:id/approval', {
  permission: 'gift_requests:read',
  summary: 'show the content of a send that needs approval',
  reply: SendApproval,
})

export const readSendContent = operation('GET', '/sends/:id/content', {
  permission: 'gift_requests:write',
  summary: 'return an own send that needs approval, to correct it',
  reply: SendContent,
})

export const submitSend = operation('POST', '/sends/:id/submit', {
  permission: 'gift_requests:write',
  summary: 'submit an own send for approval',
  reply: BulkSend,
})

export const withdrawSend = operation('POST', '/sends/:id/withdraw', {
  permission: 'gift_requests:write',
  summary: 'withdraw an own send that awaits approval',
  reply: BulkSend,
})

export const approveSend = operation('POST', '/sends/:id/approve', {
  permission: 'approvals:decide',
  summary: 'approve a send of another user',
  reply: BulkSend,
})

export const rejectSend = operation('POST', '/sends/:id/reject', {
  permission: 'approvals:decide',
  summary: 'reject a send of another user with a reason',
  body: Type.Object({ reason: Type.String({ maxLength: 10_000 }) }, strict),
  reply: BulkSend,
})
