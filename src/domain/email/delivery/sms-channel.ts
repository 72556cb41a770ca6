import type { Deployment } from '#platform/deployment'
import { saveBouncedAddress } from '../outbox/bounced-address-store.ts'
import { renderSmsRow } from '../outbox/render-sms-row.ts'
import { findDigest } from '../sms/phone-store.ts'
import type { SmsTransport } from '../sms/sms-transport.ts'
import type { MessageChannel } from './message-channel.ts'

/** Text messages to the phone number of a gift request. The sender sees a rejection on the page of the gift. */
export const createSmsChannel = (
  deployment: Deployment,
  transport: SmsTransport,
): MessageChannel => ({
  name: 'sms',
  concurrency: transport.concurrency,
  async send(row, { locale, phone }, timeoutMs) {
    const text = renderSmsRow(deployment, row, locale)
    if (text === undefined || phone === undefined) return erased
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
