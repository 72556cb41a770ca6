import { type Database, inTransaction } from '#platform/postgres/database'
import { saveBouncedAddress } from '../outbox/bounced-address-store.ts'
import { renderSmsRow } from '../outbox/render-sms-row.ts'
import { findDigest } from '../sms/phone-store.ts'
import type { SmsTransport } from '../sms/sms-transport.ts'
import { countText } from '../sms/text-limits.ts'
import type { MessageChannel } from './message-channel.ts'

/**
 * The number of messages that a process has sent to the provider, and of messages that a limit has refused.
 */
export interface TextCounts {
  sent: number
  refused: number
}

/**
 * Creates the channel that sends text messages to the phone number of a gift request. If the provider rejects
 * a message, the sender sees this on the page of the gift.
 */
export const createSmsChannel = (
  db: Database,
  transport: SmsTransport,
  counts: TextCounts,
): MessageChannel => ({
  name: 'sms',
  concurrency: transport.concurrency,
  async send(row, { locale, phone }, timeoutMs) {
    const { deployment } = db
    const text = renderSmsRow(deployment, row, locale)
    if (text === undefined || phone === undefined) return erased
    // A message is counted only once, at its first attempt.
    const refusal =
      row.attempts > 1
        ? undefined
        : await inTransaction(db, row.account_id, (ctx) => countText(ctx, row, phone))
    counts[refusal === undefined ? 'sent' : 'refused'] += 1
    if (refusal !== undefined) return { ...erased, response: refusal }
    const status_url = `${deployment.origin}/sms/status/${row.id}.${row.code}`
    return transport.send({ to: phone, text, status_url }, timeoutMs)
  },
  async handleRejection(ctx, row, { isInvalidAddress }) {
    if (!isInvalidAddress) return
    const digest = await findDigest(ctx, row)
    if (digest !== undefined) saveBouncedAddress(ctx, row.account_id, digest, 'STOP')
  },
})

const erased = {
  isAccepted: false,
  isPermanent: true,
  isInvalidAddress: false,
  response: 'the phone number was deleted',
} as const
