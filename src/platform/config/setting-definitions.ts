import { parseKeyring } from '../crypto/encryption.ts'
import { parseProxy } from '../http-client/proxy.ts'
import { carrierSettings } from './carrier-settings.ts'
import { claimSettings } from './claim-settings.ts'
import { dnsSettings } from './dns-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import {
  allowedNetworks,
  boolean,
  databaseUrl,
  durations,
  durationUpTo,
  host,
  integer,
  mailbox,
  networks,
  oneOf,
  origin,
  pageUrl,
  ports,
  returnPath,
  secret,
  slug,
  smtpUrl,
} from './setting-parsers.ts'
import { smsSettings } from './sms-settings.ts'
import { telemetrySettings } from './telemetry-settings.ts'

/** One environment variable. The operator's reference page is generated from these definitions. */
export interface Setting {
  /** The description for the operator, in one or two sentences. */
  description: string
  example: string
  /** The default in the syntax of the variable. */
  default?: string
  /** A description of the default, if the default depends on other settings (`config.ts` decides). */
  defaultDescription?: string
  /** True for a secret, which is never printed. NAME_FILE can name a file that contains the secret. */
  isSecret?: true
  /** Parses the text of the variable. Returns the value, or throws `InvalidSetting`. */
  parse: (text: string) => unknown
}

/**
 * All settings. To add a setting, add an entry to this table. Code reads its value as `config.settings.NAME`.
 */
export const settings = {
  PORT: {
    description: 'The port of the web app, the API and the recipients’ pages.',
    example: '3000',
    default: '3000',
    parse: integer(0, 65_535),
  },
  BESTOW_HOST: {
    description:
      'The address to listen on. In a container, or for other machines to reach it: 0.0.0.0 or ::',
    example: '0.0.0.0',
    defaultDescription: '127.0.0.1 with the embedded database, 0.0.0.0 with an external database',
    parse: host,
  },
  BESTOW_OPS_PORT: {
    description:
      'A separate port for /metrics and the details of /readyz, on the address of BESTOW_HOST. Without one, both are served on PORT, to private addresses only.',
    example: '9464',
    defaultDescription: 'no such port',
    parse: integer(1, 65_535),
  },
  BESTOW_ORIGIN: {
    description: 'The public URL of the service. Every link in emails begins with it.',
    example: 'https://gifts.example.com',
    defaultDescription: 'localhost, with the port of PORT',
    parse: origin,
  },
  BESTOW_TRUSTED_PROXIES: {
    description:
      'The reverse proxies of the service: addresses or networks. Only their X-Forwarded-For headers are trusted, which limits by address need.',
    example: '127.0.0.1,10.0.0.0/8',
    defaultDescription: 'none: the connecting address is the visitor',
    parse: networks,
  },
  BESTOW_DRAIN_DELAY: {
    description:
      'How long the listener stays open after SIGTERM, while /readyz already returns 503: the time that a load balancer needs to notice. At most 60s.',
    example: '5s',
    default: '0s',
    parse: durationUpTo(60_000),
  },
  BESTOW_STAGE: {
    description:
      'Staging has test helpers and a clock that can be advanced; production has neither.',
    example: 'production',
    defaultDescription: 'staging with the embedded database; required with BESTOW_DATABASE_URL',
    parse: oneOf('staging', 'production'),
  },
  BESTOW_REGION: {
    description: 'The name of the region. Accounts and their tokens belong to one.',
    example: 'eu',
    default: 'us',
    parse: slug,
  },
  BESTOW_DATABASE_URL: {
    description: 'A PostgreSQL (15 or later) to use in place of the embedded one.',
    example: 'postgresql://bestow:password@db.example.com:5432/bestow',
    defaultDescription: 'the embedded database in BESTOW_DATA_DIR',
    isSecret: true,
    parse: databaseUrl,
  },
  BESTOW_DATABASE_POOLER: {
    description: 'Whether the database is behind a pooler in transaction mode (such as PgBouncer).',
    example: 'true',
    default: 'false',
    parse: boolean,
  },
  BESTOW_DATABASE_DIRECT_URL: {
    description:
      'The same database without the pooler, for migrations at the start and for notifications between processes, which a pooler does not support.',
    example: 'postgresql://bestow:password@db.example.com:5432/bestow',
    defaultDescription: 'BESTOW_DATABASE_URL; behind a pooler, neither is available',
    isSecret: true,
    parse: databaseUrl,
  },
  BESTOW_DATABASE_READ_URL: {
    description:
      'A streaming replica of the database, for lists, exports and reports. A replica that lags or does not respond is not used.',
    example: 'postgresql://bestow:password@replica.example.com:5432/bestow',
    isSecret: true,
    parse: databaseUrl,
  },
  BESTOW_DATABASE_CONNECTIONS: {
    description: 'The maximum number of database connections of one process.',
    example: '40',
    default: '20',
    parse: integer(2, 1_000),
  },
  BESTOW_DATA_DIR: {
    description: 'The folder of the embedded database and of the key file.',
    example: '/var/lib/bestow',
    defaultDescription: 'the folder data next to package.json',
    parse: (text: string) => text,
  },
  BESTOW_SECRET_KEY: {
    description:
      'The keys that encrypt secrets in the database: id:key, the key being 32 bytes in base64. Separate several keys with commas: the first one encrypts, all of them decrypt.',
    example: '2026a:$(openssl rand -base64 32)',
    defaultDescription:
      'a file in BESTOW_DATA_DIR, created on the first run; required with BESTOW_DATABASE_URL',
    isSecret: true,
    parse: parseKeyring,
  },
  BESTOW_WEBHOOK_RETRY_DELAYS: {
    description:
      'The delays before the second, third, fourth and fifth attempt of a webhook delivery.',
    example: '30s,10m,2h,12h',
    default: '30s,10m,2h,12h',
    parse: durations(4),
  },
  BESTOW_WEBHOOK_ALLOW_PRIVATE: {
    description: 'Allows webhooks to private addresses, for development. Rejected in production.',
    example: 'true',
    defaultDescription: 'true with the embedded database in staging, false otherwise',
    parse: boolean,
  },
  BESTOW_WEBHOOK_PORTS: {
    description: 'The allowed ports of webhooks, separated by commas.',
    example: '443,8443,9443',
    defaultDescription: '443 and 8443 in production, any port in staging',
    parse: ports,
  },
  BESTOW_WEBHOOK_ALLOWED_NETWORKS: {
    description:
      'Private networks whose addresses may receive webhooks, also in production: addresses or networks, separated by commas. Every account can then send webhooks to them. Metadata services are never allowed.',
    example: '10.20.0.0/16,fd12:3456:789a::/48',
    defaultDescription: 'none: public addresses only',
    parse: allowedNetworks,
  },
  BESTOW_WEBHOOK_PROXY_URL: {
    description:
      'The HTTP proxy of every connection to an address that a customer chose: webhooks, pictures, labels and carriers. The service checks the address and sends CONNECT for it. Users and passwords are URL-encoded, with %40 for @.',
    example: 'http://user:password@proxy.example.com:3128',
    defaultDescription: 'direct connections',
    isSecret: true,
    parse: parseProxy,
  },
  ...dnsSettings,
  BESTOW_RATE_LIMIT: {
    description:
      'Requests a second for each API token, OAuth client or user of the web app, with bursts of twice as many. All API clients of an account together may send four times that, and so may all its users. 0 switches the limits off.',
    example: '100',
    default: '100',
    parse: integer(0, 1_000_000),
  },
  ...limitSettings,
  ...claimSettings,
  ...retentionSettings,
  BESTOW_PRIVACY_URL: {
    description: 'Your privacy notice. Recipients’ pages link to it at the bottom.',
    example: 'https://example.com/privacy',
    defaultDescription: 'no link',
    parse: pageUrl,
  },
  BESTOW_IMPRINT_URL: {
    description: 'Your legal notice. Recipients’ pages link to it at the bottom.',
    example: 'https://example.com/legal',
    defaultDescription: 'no link',
    parse: pageUrl,
  },
  BESTOW_MCP: {
    description: 'Enables /mcp for agents. Sending also needs a permission of the token.',
    example: 'true',
    default: 'false',
    parse: boolean,
  },
  BESTOW_SMTP_URL: {
    description:
      'The server for outgoing email: smtp:// or smtps://, with user, password, host and port. Users and passwords are URL-encoded, with %40 for @.',
    example: 'smtp://user:password@smtp.example.com:587',
    defaultDescription:
      'in staging, emails are captured and shown at /mailbox; in production they stay in the queue',
    isSecret: true,
    parse: smtpUrl,
  },
  BESTOW_SMTP_TLS: {
    description:
      'Whether an smtp:// connection must use TLS (required), uses TLS if the server offers it (offered), or never uses TLS (none).',
    example: 'required',
    defaultDescription: 'required in production, offered in staging',
    parse: oneOf('required', 'offered', 'none'),
  },
  BESTOW_SMTP_CONNECTIONS: {
    description: 'The maximum number of mail server connections of one process.',
    example: '10',
    default: '5',
    parse: integer(1, 100),
  },
  BESTOW_MAIL_FROM: {
    description:
      'The sender name and address of emails. Recipients see the giver’s name before this address.',
    example: 'Larkfield Gifts <gifts@example.com>',
    defaultDescription: 'gifts@ and the host of BESTOW_ORIGIN; required with BESTOW_SMTP_URL',
    parse: mailbox,
  },
  BESTOW_BOUNCE_ADDRESS: {
    description:
      'The address for bounces. Each email has its own bounce address, with +{its id} before the @.',
    example: 'bounces@example.com',
    defaultDescription: 'the address of BESTOW_MAIL_FROM',
    parse: returnPath,
  },
  BESTOW_BOUNCE_SECRET: {
    description: 'Enables POST /mail/bounces for a mail server that forwards bounces by HTTP.',
    example: 'a-long-random-text-of-32-characters',
    defaultDescription: 'the route is disabled',
    isSecret: true,
    parse: secret,
  },
  BESTOW_MAILBOX: {
    description:
      'Shows all emails of all accounts at /mailbox, without sign-in. Rejected in production.',
    example: 'true',
    defaultDescription:
      'true in staging without BESTOW_SMTP_URL, where the service listens on loopback only; false otherwise',
    parse: boolean,
  },
  BESTOW_SEED: {
    description:
      'Whether the first run, on an empty database, creates a demo account with a catalogue.',
    example: 'none',
    defaultDescription: 'demo with the embedded database in staging, none otherwise',
    parse: oneOf('demo', 'none'),
  },
  BESTOW_DEMO_RECEIVER_URL: {
    description:
      'Where the endpoint of a new demo account sends its webhooks: the receiver of the README.',
    example: 'http://localhost:4001/webhooks',
    default: 'http://localhost:4000/webhooks',
    parse: pageUrl,
  },
  ...smsSettings,
  ...carrierSettings,
  BESTOW_LOG_LEVEL: {
    description: 'The minimum level of log lines.',
    example: 'debug',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  ...telemetrySettings,
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
export type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]['parse']>
export const settingNames = Object.keys(settings) as SettingName[]
