import type { NamedAddress, TemplateName } from '../templates/template-data.ts'

/** `sent`: accepted by a mail server, or captured. `suppressed`: cancelled, or to a bounced address. */
export type MessageState = 'queued' | 'sent' | 'bounced' | 'failed' | 'suppressed'

/** How a message reaches its recipient. */
export type ChannelName = 'email' | 'sms'

/** A row of mail.message. */
export interface MessageRow {
  account_id: string
  id: string
  channel: ChannelName
  kind: TemplateName
  gift_request_id: string | null
  campaign_id: string | null
  dedup_key: string | null
  locale: string | null
  /** The recipient's chosen language, which overrides `locale`. */
  recipient_locale: string | null
  /** Null after erasure. */
  encrypted_payload: Buffer | null
  code: string
  state: MessageState
  attempts: number
  due_at: Date | null
  error: string | null
  created_at: Date
  sent_at: Date | null
  ended_at: Date | null
}

/** A message with its decrypted recipient and subject. */
export interface Message
  extends Omit<MessageRow, 'encrypted_payload' | 'code' | 'dedup_key' | 'recipient_locale'> {
  /** Undefined after erasure, like `subject`. */
  to: NamedAddress | undefined
  subject: string | undefined
  /** The number of a text message. `subject` is its text. */
  phone: string | undefined
}
