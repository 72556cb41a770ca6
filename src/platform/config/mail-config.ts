import { isLoopback } from '../lib/ip-address.ts'
import type { Mailbox, TlsMode } from '../lib/mail-transport.ts'
import { buildSmsConfig, type SmsConfig, type SmsSettings } from './sms-settings.ts'

/** The settings for outgoing email and for bounces. */
export interface MailConfig {
  /** The mail server. If undefined, staging captures emails, and production queues them. */
  smtp: { url: string; tls: TlsMode; maxConnections: number } | undefined
  from: Mailbox
  /** The address for bounces. If undefined, bounces go to the address of `from`. */
  bounceAddress: string | undefined
  /** The secret of POST /mail/bounces. If undefined, the route is disabled. */
  bounceSecret: string | undefined
  /** Whether the page that shows every email is available. */
  isMailboxOpen: boolean
  /** The provider of text messages. If undefined, staging captures text messages, and production has none. */
  sms: SmsConfig | undefined
}

interface MailSettings extends SmsSettings {
  BESTOW_STAGE: 'staging' | 'production'
  BESTOW_SMTP_URL?: string
  BESTOW_SMTP_TLS?: TlsMode
  BESTOW_SMTP_CONNECTIONS: number
  BESTOW_MAIL_FROM?: Mailbox
  BESTOW_BOUNCE_ADDRESS?: string
  BESTOW_BOUNCE_SECRET?: string
  BESTOW_MAILBOX?: boolean
}

/**
 * Builds the email settings. Without BESTOW_MAIL_FROM, the sender address uses the host of `origin`. `host`
 * is the address on which the service listens.
 */
export function buildMailConfig(
  resolved: MailSettings,
  { origin, host }: { origin: string; host: string },
): MailConfig {
  const { BESTOW_STAGE: stage, BESTOW_SMTP_URL: url } = resolved
  return {
    smtp:
      url === undefined
        ? undefined
        : {
            url,
            tls: resolved.BESTOW_SMTP_TLS ?? (stage === 'production' ? 'required' : 'offered'),
            maxConnections: resolved.BESTOW_SMTP_CONNECTIONS,
          },
    from: resolved.BESTOW_MAIL_FROM ?? { name: 'Bestow', email: `gifts@${getHost(origin)}` },
    bounceAddress: resolved.BESTOW_BOUNCE_ADDRESS,
    bounceSecret: resolved.BESTOW_BOUNCE_SECRET,
    isMailboxOpen:
      stage === 'staging' && (resolved.BESTOW_MAILBOX ?? (url === undefined && isLoopback(host))),
    sms: buildSmsConfig(resolved),
  }
}

const getHost = (origin: string) => new URL(origin).hostname

/** Finds email settings that are valid alone but not together. */
export function findMailConflicts(values: Partial<MailSettings>) {
  const problems: { variable: string; problem: string; example: string }[] = []
  if (values.BESTOW_SMTP_URL !== undefined && values.BESTOW_MAIL_FROM === undefined)
    problems.push({
      variable: 'BESTOW_MAIL_FROM',
      problem: 'is required with BESTOW_SMTP_URL: it is the sender address',
      example: 'Larkfield Gifts <gifts@example.com>',
    })
  if (values.BESTOW_STAGE === 'production' && values.BESTOW_MAILBOX === true)
    problems.push({
      variable: 'BESTOW_MAILBOX',
      problem: 'must not be true in production: the page shows the mail of all accounts',
      example: 'false',
    })
  return problems
}

export function warnMailSettings(resolved: MailSettings, host: string): string[] {
  if (resolved.BESTOW_SMTP_URL === undefined && resolved.BESTOW_STAGE === 'production')
    return ['BESTOW_SMTP_URL is not set: all emails stay in the queue until it is set.']
  if (resolved.BESTOW_MAILBOX === true && !isLoopback(host))
    return [
      'BESTOW_MAILBOX is true on an address that other machines can reach: their users can read every email, including password reset links.',
    ]
  return []
}
