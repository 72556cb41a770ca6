import type { AttentionKind } from '#contract'

/** An incoming webhook of a chat, without its URL, which is a secret. */
export interface Chat {
  account_id: string
  id: string
  /** The kind of its connector. */
  format: string
  name: string
  /** The host of the URL. */
  host: string
  kinds: AttentionKind[]
  enabled: boolean
  last_sent_at: Date | null
  /** Why the last message was not accepted; null after a success. */
  last_error: string | null
  created_at: Date
  updated_at: Date
}

export const urlContext = (chat_id: string): string => `attention.chat ${chat_id}`
