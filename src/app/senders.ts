import { createSmtpTransport } from '#connectors/smtp'
import { createTwilio } from '#connectors/twilio'
import { captureTexts, type MailTransport, type TextSender } from '#email'
import type { Config } from '#platform/config/config'
import { captureTransport } from '#platform/lib/mail-transport'
import type { Tracing } from '#platform/observability/tracing'
import { traceMail } from './request-tracing.ts'

/**
 * Creates the sender of text messages of the installation. Returns undefined in production without a provider, where only
 * accounts with a connection have text messages.
 */
export function textSenderFromConfig({
  mail: { sms },
  stage,
  webhookAllowPrivate: allowPrivate,
  proxy,
}: Pick<Config, 'mail' | 'stage' | 'webhookAllowPrivate' | 'proxy'>): TextSender | undefined {
  if (sms !== undefined) return createTwilio({ ...sms, outbound: { allowPrivate, proxy } })
  return stage === 'staging' ? captureTexts : undefined
}

/**
 * Creates the transport of emails of the installation. Returns undefined in production without a mail server, where emails
 * stay in the queue without a time limit, except those of accounts with a server of their own.
 */
export function mailTransportFromConfig(
  { mail: { smtp }, stage }: Pick<Config, 'mail' | 'stage'>,
  tracing: Tracing | undefined,
): MailTransport | undefined {
  const whenCaptured = stage === 'staging' ? captureTransport : undefined
  const transport = smtp === undefined ? whenCaptured : createSmtpTransport(smtp)
  return transport && tracing ? traceMail(transport, tracing) : transport
}
