import type { SendResult } from '#platform/lib/smtp'

/** One text message. */
export interface OutgoingSms {
  to: string
  text: string
  /** Where the provider reports whether the message arrived. */
  status_url: string
}

/** Sends text messages. */
export interface SmsTransport {
  /** Never throws. */
  send(message: OutgoingSms, timeoutMs: number): Promise<SendResult>
  /** The maximum number of concurrent sends. */
  readonly concurrency: number
}

/** Accepts every text message without sending it: the mailbox of a staging deployment shows them. */
export const captureSms: SmsTransport = {
  concurrency: 5,
  send: async () => ({ isAccepted: true, response: 'captured' }),
}
