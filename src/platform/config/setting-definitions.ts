import { parseKeyring } from '../crypto/encryption.ts'
import { limitSettings } from './limit-settings.ts'
import {
  boolean,
  databaseUrl,
  durations,
  durationUpTo,
  host,
  integer,
  mailbox,
  minLength,
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

/** One environment variable. The operator's reference page is generated from these. */
export interface Setting {
  /** One or two sentences for the operator. */
  description: string
  example: string
  /** The default in the syntax of the variable … */
  default?: string
  /** … or a description, if the default depends on other settings (`config.ts` decides). */
  defaultDescription?: string
  /** A secret is never printed. NAME_FILE can name a file that contains it. */
  isSecret?: true
  /** Returns the value, or throws `InvalidSetting`. */
  parse: (text: string) => unknown
}

/** All settings. To add one: an entry here, a member of `Config`, and a line in `readConfig`. */
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
    defaultDescription: '127.0.0.1 with the embedded database, 0.0.0.0 with one of your own',
    parse: host,
  },
  BESTOW_OPS_PORT: {
    description:
      'A port of its own for /metrics and the details of /readyz, on the address of BESTOW_HOST. Without one, both are served on PORT, to private addresses only.',
    example: '9464',
    defaultDescription: 'no such port',
    parse: integer(1, 65_535),
  },
  BESTOW_ORIGIN: {
    description:
      'The address under which people reach the service. It stands in every link that is sent.',
    example: 'https://gifts.example.com',
    defaultDescription: 'localhost, with the port of PORT',
    parse: origin,
  },
  BESTOW_TRUSTED_PROXIES: {
    description:
      'The reverse proxies before the service: addresses or networks. Only they may say (X-Forwarded-For) where a request really comes from; limits by address need it.',
    example: '127.0.0.1,10.0.0.0/8',
    defaultDescription: 'nobody: whoever connects is the visitor',
    parse: networks,
  },
  BESTOW_DRAIN_DELAY: {
    description:
      'How long the listener stays open after SIGTERM, while /readyz already returns 503: the time that a load balancer takes to notice. At most 60s.',
    example: '5s',
    default: '0s',
    parse: durationUpTo(60_000),
  },
  BESTOW_STAGE: {
    description: 'Staging has test helpers and a clock to advance; production has neither.',
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
    description:
      'Whether a pooler in transaction mode (such as PgBouncer) stands before the database.',
    example: 'true',
    default: 'false',
    parse: boolean,
  },
  BESTOW_DATABASE_DIRECT_URL: {
    description:
      'The same database past the pooler, for what a pooler cannot do: migrating at the start, and waking other processes at once.',
    example: 'postgresql://bestow:password@db.example.com:5432/bestow',
    defaultDescription: 'BESTOW_DATABASE_URL; behind a pooler, neither is done',
    isSecret: true,
    parse: databaseUrl,
  },
  BESTOW_DATABASE_CONNECTIONS: {
    description: 'How many connections to the database one process opens at most.',
    example: '40',
    default: '20',
    parse: integer(2, 1_000),
  },
  BESTOW_DATA_DIR: {
    description: 'Where the embedded default keeps its database and its key.',
    example: '/var/lib/bestow',
    defaultDescription: 'the folder data beside package.json',
    parse: (text: string) => text,
  },
  BESTOW_SECRET_KEY: {
    description:
      'The keys that seal secrets in the database: id:key, the key being 32 bytes in base64. Several have commas between them; the first seals, all of them open.',
    example: '2026a:$(openssl rand -base64 32)',
    defaultDescription:
      'a file in BESTOW_DATA_DIR, made on the first run; required with BESTOW_DATABASE_URL',
    isSecret: true,
    parse: parseKeyring,
  },
  BESTOW_WEBHOOK_RETRY_DELAYS: {
    description:
      'How long to wait before the second, third, fourth and fifth attempt of a webhook delivery.',
    example: '30s,10m,2h,12h',
    default: '30s,10m,2h,12h',
    parse: durations(4),
  },
  BESTOW_WEBHOOK_ALLOW_PRIVATE: {
    description: 'Lets webhooks go to private addresses, for development. Refused in production.',
    example: 'true',
    defaultDescription: 'true with the embedded database in staging, false otherwise',
    parse: boolean,
  },
  BESTOW_WEBHOOK_PORTS: {
    description: 'The ports that webhooks may go to, with commas between them.',
    example: '443,8443,9443',
    defaultDescription: '443 and 8443 in production, any port in staging',
    parse: ports,
  },
  BESTOW_RATE_LIMIT: {
    description:
      'Requests a second for each API token or OAuth client, with bursts of twice as many. All of an account together may send four times that. 0 switches the limits off.',
    example: '100',
    default: '100',
    parse: integer(0, 1_000_000),
  },
  ...limitSettings,
  BESTOW_CLAIM_LIMIT: {
    description:
      'Claims of one-links in an hour from one IPv4 address or IPv6 /64 network, counted by each process. Raise it for an event where everyone shares one address; one-links with allowed_email_domains allow ten times as many. 0 switches the limit off.',
    example: '500',
    default: '10',
    parse: integer(0, 1_000_000),
  },
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
    description: 'Serves agents at /mcp. Sending still needs a permission of the token.',
    example: 'true',
    default: 'false',
    parse: boolean,
  },
  BESTOW_SMTP_URL: {
    description:
      'The server that takes mail: smtp:// or smtps://, with user, password, host and port. Users and passwords are written as in any URL, with %40 for @.',
    example: 'smtp://user:password@smtp.example.com:587',
    defaultDescription: 'in staging mail is kept and shown at /mailbox; in production it waits',
    isSecret: true,
    parse: smtpUrl,
  },
  BESTOW_SMTP_TLS: {
    description:
      'Whether an smtp:// connection has to become a TLS one (required), does when the server offers it, or never does (none).',
    example: 'required',
    defaultDescription: 'required in production, offered in staging',
    parse: oneOf('required', 'offered', 'none'),
  },
  BESTOW_SMTP_CONNECTIONS: {
    description: 'How many connections to the mail server one process keeps at most.',
    example: '10',
    default: '5',
    parse: integer(1, 100),
  },
  BESTOW_MAIL_FROM: {
    description:
      'The name and address that mail comes from. Recipients see the giver’s name before this address.',
    example: 'Larkfield Gifts <gifts@example.com>',
    defaultDescription: 'gifts@ and the host of BESTOW_ORIGIN; required with BESTOW_SMTP_URL',
    parse: mailbox,
  },
  BESTOW_BOUNCE_ADDRESS: {
    description:
      'Where refusals go that come later. Each mail has one of its own, with +{its name} before the @.',
    example: 'bounces@example.com',
    defaultDescription: 'the address of BESTOW_MAIL_FROM',
    parse: returnPath,
  },
  BESTOW_BOUNCE_SECRET: {
    description: 'Opens POST /mail/bounces for a mail server that hands refusals on by HTTP.',
    example: 'a-long-random-text-of-32-characters',
    defaultDescription: 'nobody can post there',
    isSecret: true,
    parse: secret,
  },
  BESTOW_MAILBOX: {
    description:
      'Shows every mail of every account at /mailbox, to anybody. Refused in production.',
    example: 'true',
    defaultDescription:
      'true in staging without BESTOW_SMTP_URL, where the service listens on loopback only; false otherwise',
    parse: boolean,
  },
  BESTOW_SEED: {
    description:
      'Whether the first run, on an empty database, makes a demo account with a catalogue.',
    example: 'none',
    defaultDescription: 'demo with the embedded database in staging, none otherwise',
    parse: oneOf('demo', 'none'),
  },
  BESTOW_CARRIER: {
    description:
      'Who brings the parcels: a simulator, EasyPost, or somebody who enters the tracking by hand.',
    example: 'easypost',
    defaultDescription: 'simulator in staging, manual in production',
    parse: oneOf('simulator', 'manual', 'easypost'),
  },
  BESTOW_SIMULATOR: {
    description:
      'Whether the simulator moves parcels by itself, a day taking a second (auto), or only when told to (told).',
    example: 'auto',
    default: 'told',
    parse: oneOf('told', 'auto'),
  },
  BESTOW_EASYPOST_API_KEY: {
    description: 'The API key of an EasyPost account. Required for BESTOW_CARRIER=easypost.',
    example: 'EZAK0123456789abcdef',
    defaultDescription: 'no EasyPost',
    isSecret: true,
    parse: (text: string) => text,
  },
  BESTOW_EASYPOST_WEBHOOK_SECRET: {
    description:
      'The secret with which EasyPost signs its messages: the one that its webhook was made with.',
    example: 'a long sentence that nobody else knows',
    defaultDescription: 'required with BESTOW_EASYPOST_API_KEY',
    isSecret: true,
    parse: minLength(16),
  },
  BESTOW_EASYPOST_FROM: {
    description: 'The id of the address, saved at EasyPost, that parcels are sent from.',
    example: 'adr_8f3a2c1d5b7e4f60a9c8d7e6f5a4b3c2',
    defaultDescription: 'required with BESTOW_EASYPOST_API_KEY',
    parse: (text: string) => text,
  },
  BESTOW_EASYPOST_OUNCES: {
    description: 'What one item weighs, in ounces: EasyPost wants the weight of a parcel.',
    example: '24',
    default: '16',
    parse: integer(1, 10_000),
  },
  BESTOW_LOG_LEVEL: {
    description: 'The least important lines to log.',
    example: 'debug',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
export type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]['parse']>
export const settingNames = Object.keys(settings) as SettingName[]
