import type { DefaultConnection } from '#connections'
import type { SendResult } from '#platform/lib/mail-transport'
import type { TxContext } from '#platform/postgres/database'
import type { ChannelName, MessageRow } from '../outbox/tables.ts'
import type { RenderContext } from '../render/render-email.ts'
import type { SenderIdentity } from '../sender/account-sender.ts'

/** What a message needs besides its row. */
export interface MessageContext extends RenderContext {
  /** The number of a text message; undefined if it was deleted. */
  phone?: string | undefined
  /** The connection of the account that sends the message. */
  own: DefaultConnection<unknown>
  /** The address of the account and its key. Absent if the email leaves from the address of the installation. */
  identity?: SenderIdentity | undefined
}

/**
 * A way to the recipient. Email and text messages share the outbox: its queue, retries, deduplication, erasure and history. A
 * channel renders a message and sends it. To add a channel: its name in `tables.ts`, its rows in `enqueue.ts`, and a file beside
 * `email-channel.ts`.
 */
export interface MessageChannel {
  readonly name: ChannelName
  /** Finds the accounts whose messages can be sent; those of others stay in the queue. Absent if all can. */
  readonly findServedAccounts?: ((ctx: TxContext) => Promise<readonly string[]>) | undefined
  /** The maximum number of concurrent sends. */
  readonly concurrency: number
  /** Throws if the message cannot be rendered; returns the failure of the remote server. */
  send(row: MessageRow, context: MessageContext, timeoutMs: number): Promise<SendResult>
  /** Handles a message that will not be delivered. */
  handleRejection(
    ctx: TxContext,
    row: MessageRow,
    rejection: { response: string; isInvalidAddress: boolean },
  ): Promise<void>
}

/** Returns the result for a message that waits until a person has repaired what sends it. */
export const waiting = (response: string): SendResult => ({
  isAccepted: false,
  isPermanent: false,
  isInvalidAddress: false,
  response,
})

/**
 * The time limit of a send through the connection of an account. Less than for the installation, so that a slow server of one
 * account delays others less.
 */
export const ownTimeoutMs = 20_000
