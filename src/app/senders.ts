import { createSmtpTransport } from '#connectors/smtp'
import { createTwilio } from '#connectors/twilio'
import { captureTexts, type MailTransport, type TextSender } from '#email'
import type { Config } from '#platform/config/config'
import {
  buildUserAgent,
  createHttpClient,
  type HttpClient,
} from '#platform/http-client/http-client'
import { captureTransport } from '#platform/lib/mail-transport'
import type { Tracing } from '#platform/observability/tracing'
import type { Database } from '#platform/postgres/database'
import { traceMail, traceOutbound } from './request-tracing.ts'

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

/** Creates the client that sends webhooks and the messages of chats. */
export function webhookClientFromConfig(db: Database, config: Config): HttpClient {
  const { tracing } = db.deployment
  const client = createHttpClient({
    allowPrivate: config.webhookAllowPrivate,
    ports: config.webhookPorts,
    allowedNetworks: config.webhookNetworks,
    proxy: config.proxy,
    userAgent: buildUserAgent(config.origin),
  })
  return tracing === undefined ? client : traceOutbound(client, tracing, db)
}
