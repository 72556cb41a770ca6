import type { NamedAddress, TemplateName } from '../templates/template-data.ts'

/** `sent`: a server has taken it, or it was kept here. `suppressed`: it was not wanted any more. */
export type MessageState = 'queued' | 'sent' | 'bounced' | 'failed' | 'suppressed'

/** A row of mail.message. */
export interface MessageRow {
  account_id: string
  id: string
  kind: TemplateName
  gift_request_id: string | null
  campaign_id: string | null
  dedup_key: string | null
  locale: string | null
  /** The recipient's own choice, whatever the letter was posted with. */
  recipient_locale: string | null
  /** Null once it was erased. */
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

/** A message as those see it who may: what was sealed is open. */
export interface Message
  extends Omit<MessageRow, 'encrypted_payload' | 'code' | 'dedup_key' | 'recipient_locale'> {
  /** Undefined when its content was erased; so is the subject. */
  to: NamedAddress | undefined
  subject: string | undefined
}
