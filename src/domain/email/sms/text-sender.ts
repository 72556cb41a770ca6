import { definer, type OpeningConnector } from '#connections'
import type { SendResult } from '#platform/lib/mail-transport'

/** One text message. */
export interface OutgoingText {
  to: string
  text: string
  /** The URL to which the provider reports whether the message arrived. */
  status_url: string
}

/**
 * The port of services that send text messages. `docs/connectors/text-senders.md` states what a sender guarantees, and the
 * kit in test/support/text-sender-kit.ts attacks it.
 */
export interface TextSender {
  /** Sends a text message. Never throws. No result contains the number, the text or a credential. */
  send(message: OutgoingText, timeoutMs: number): Promise<SendResult>
  /** The maximum number of concurrent sends. */
  readonly concurrency: number
  /** Reads what the provider reports. Absent if it reports nothing. */
  readonly inbox?: TextInbox
}

export interface TextInbox {
  /** Verifies and reads a request of the provider. Never throws. */
  parse(request: TextRequest): TextReport
  /** The body with which the provider sends no answer to a reply. */
  readonly noReply: { type: string; body: string }
}

interface TextRequest {
  /** The public URL, which the server behind a proxy does not see. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export type TextReport =
  | { kind: 'forged' }
  /** Genuine, and without consequence, such as a reply that is no choice. */
  | { kind: 'other' }
  /** The message did not arrive. */
  | { kind: 'failed'; reason: string }
  /** The owner of a number stops messages, or allows them again. */
  | { kind: 'choice'; phone: string; isStopped: boolean }

/** A connector of the port `text`. */
export interface TextConnector extends OpeningConnector<'text', TextSender> {}

/** Declares a connector of the port `text`. */
export const defineTextSender = definer<TextConnector>('text')

/**
 * Accepts every text message without sending it. The mailbox of a staging deployment shows these messages.
 */
export const captureTexts: TextSender = {
  concurrency: 5,
  send: async () => ({ isAccepted: true, response: 'captured' }),
}
