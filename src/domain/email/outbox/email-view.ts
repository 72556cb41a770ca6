import { maskPhone } from '../sms/phone.ts'
import type { Message } from './tables.ts'

/** Converts an email to its wire format: without its content. The API and MCP share it. */
export const toEmailView = (message: Message) => ({
  id: message.id,
  gift_request_id: message.gift_request_id,
  kind: message.kind,
  state: message.state,
  to: message.to?.email ?? null,
  subject: message.subject ?? null,
  error: message.error,
  attempts: message.attempts,
  created_at: message.created_at,
  sent_at: message.sent_at,
})

/** Converts a text message to its wire format: without its text, and with the last digits of the number. */
export const toTextMessageView = ({ phone, ...message }: Message) => ({
  id: message.id,
  gift_request_id: message.gift_request_id,
  kind: message.kind,
  state: message.state,
  to: phone === undefined ? null : maskPhone(phone),
  error: message.error,
  attempts: message.attempts,
  created_at: message.created_at,
  sent_at: message.sent_at,
})
