import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, EmailMessage, oneOfTexts, orNull, strict, Timestamp } from '../lib/schemas.ts'
import { SendApproval } from '../sends/approval-contract.ts'

const token = boundedText(100)

/** What an approver sees of a send without a sign-in: no recipient and no link. */
export const Decision = Type.Object({
  account_name: Type.String(),
  approver: Type.String(),
  send_id: Type.String(),
  name: Type.String(),
  sender: Type.String(),
  gifts: Type.Integer(),
  expires_at: orNull(Timestamp),
  first_approved_by: orNull(Type.String()),
  items: SendApproval.properties.items,
  message: orNull(EmailMessage),
  send_at: orNull(Timestamp),
  estimate: SendApproval.properties.estimate,
  check: SendApproval.properties.check,
})
export type Decision = Static<typeof Decision>

export const readDecision = operation('POST', '/decision/preview', {
  permission: 'none',
  summary: 'show the send that a link in an email asks an approver about',
  body: Type.Object({ token }, strict),
  reply: Decision,
})

export const decide = operation('POST', '/decision', {
  permission: 'none',
  summary: 'approve or reject the send that a link in an email asks about',
  body: Type.Object(
    {
      token,
      decision: oneOfTexts('approve', 'reject'),
      reason: Type.Optional(Type.String({ maxLength: 2_000, description: 'For a rejection.' })),
    },
    strict,
  ),
  reply: Type.Object({
    state: oneOfTexts('awaiting', 'approved', 'rejected'),
    sender: Type.String(),
  }),
})
