import * as connections from '#connections'
import { type Database, inTransaction } from '#platform/postgres/database'
import { saveBouncedAddress } from '../outbox/bounced-address-store.ts'
import { renderSmsRow } from '../outbox/render-sms-row.ts'
import { findDigest } from '../sms/phone-store.ts'
import { toInboxPath } from '../sms/text-inbox.ts'
import { countText } from '../sms/text-limits.ts'
import type { TextSender } from '../sms/text-sender.ts'
import { type MessageChannel, ownTimeoutMs, waiting } from './message-channel.ts'

/**
 * The number of messages that a process has sent to the provider, and of messages that a limit has refused.
 */
export interface TextCounts {
  sent: number
  refused: number
}

/**
 * Creates the channel that sends text messages to the phone number of a gift request: with the connection of the account,
 * or with the provider of the installation. If the provider rejects a message, the sender sees this on the page of the gift.
 */
export const createSmsChannel = (
  db: Database,
  installation: TextSender | undefined,
  counts: TextCounts,
): MessageChannel => ({
  name: 'sms',
  findServedAccounts:
    installation === undefined ? (ctx) => connections.findAccountsWith(ctx, 'text') : undefined,
  concurrency: installation?.concurrency ?? defaultConcurrency,
  async send(row, { locale, tone, phone, own }, timeoutMs) {
    const { deployment } = db
    const text = renderSmsRow(deployment, row, { locale, tone })
    if (text === undefined || phone === undefined) return erased
    const sender = own.kind === 'usable' ? (own.open() as TextSender) : installation
    const payer = payers[own.kind]
    const refusal = await inTransaction(db, row.account_id, (ctx) =>
      countText(ctx, row, phone, payer),
    )
    if (row.attempts === 1 || refusal !== undefined)
      counts[refusal === undefined ? 'sent' : 'refused'] += 1
    if (refusal !== undefined) return { ...erased, response: refusal }
    if (own.kind === 'unusable') return waiting(own.problem)
    if (sender === undefined) return waiting('text messages are not set up')
    const path = toInboxPath(own.kind === 'usable' ? own.id : undefined)
    const status_url = `${deployment.origin}${path}/status/${row.id}.${row.code}`
    const limitMs = own.kind === 'usable' ? Math.min(timeoutMs, ownTimeoutMs) : timeoutMs
    return sender.send({ to: phone, text, status_url }, limitMs)
  },
  async handleRejection(ctx, row, { isInvalidAddress }) {
    if (!isInvalidAddress) return
    const digest = await findDigest(ctx, row)
    if (digest !== undefined) saveBouncedAddress(ctx, row.account_id, digest, 'STOP')
  },
})

const defaultConcurrency = 5
const payers = { usable: 'account', none: 'installation', unusable: undefined } as const

const erased = {
  isAccepted: false,
  isPermanent: true,
  isInvalidAddress: false,
  response: 'the phone number was deleted',
} as const
