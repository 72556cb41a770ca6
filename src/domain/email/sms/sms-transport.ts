import type { SendResult } from '#platform/lib/smtp'

/** One text message. */
export interface OutgoingSms {
  to: string
  text: string
  /** The URL to which the provider reports whether the message arrived. */
  status_url: string
}

/** Sends text messages. */
export interface SmsTransport {
  /** Sends a text message. Never throws. */
  send(message: OutgoingSms, timeoutMs: number): Promise<SendResult>
  /** The maximum number of concurrent sends. */
  readonly concurrency: number
}

/**
 * Accepts every text message without sending it. The mailbox of a staging deployment shows these messages.
 */
export const captureSms: SmsTransport = {
  concurrency: 5,
  send: async () => ({ isAccepted: true, response: 'captured' }),
}
