import { limitSettings } from './config-limits.ts'
import {
  atLeast,
  databaseUrl,
  durations,
  durationUpTo,
  host,
  longSecret,
  mailbox,
  networks,
  oneOf,
  origin,
  pageUrl,
  ports,
  returnPath,
  smtpUrl,
  whole,
  word,
  yesOrNo,
} from './config-values.ts'
import { readKeyring } from './secrets.ts'

/** One environment variable. The operator's reference page is made from these. */
export interface Setting {
  /** One or two sentences for the operator. */
  about: string
  example: string
  /** What holds when the variable is not set, as it would be written … */
  otherwise?: string
  /** … or in words, where that depends on other settings (`config.ts` decides). */
  absent?: string
  /** A secret can also be given as NAME_FILE, the path of a file that holds it, and is never shown. */
  isSecret?: true
  /** Answers the value, or throws `Unfit`. */
  read: (text: string) => unknown
}

/**
 * Every setting there is. To add one: its entry here, its member in `Config`, and its line in `readConfig`.
 */
export const settings = {
  PORT: {
    about: 'The port of the web app, the API and the recipients’ pages.',
    example: '3000',
    otherwise: '3000',
    read: whole(0, 65_535),
  },
  BESTOW_HOST: {
    about:
      'The address to listen on. In a container, or for other machines to reach it: 0.0.0.0 or ::',
    example: '0.0.0.0',
    absent: '127.0.0.1 with the embedded database, 0.0.0.0 with one of your own',
    read: host,
  },
  BESTOW_OPS_PORT: {
    about:
      'A port of its own for /metrics and the details of /readyz, on the address of BESTOW_HOST. Without one, both are served on PORT, to private addresses only.',
    example: '9464',
    absent: 'no such port',
    read: whole(1, 65_535),
  },
  BESTOW_ORIGIN: {
    about:
      'The address under which people reach the service. It stands in every link that is sent.',
    example: 'https://gifts.example.com',
    absent: 'localhost, with the port of PORT',
    read: origin,
  },
  BESTOW_TRUSTED_PROXIES: {
    about:
      'The reverse proxies before the service: addresses or networks. Only they may say (X-Forwarded-For) where a request really comes from; limits by address need it.',
    example: '127.0.0.1,10.0.0.0/8',
    absent: 'nobody: whoever connects is the visitor',
    read: networks,
  },
  BESTOW_DRAIN_DELAY: {
    about:
      'How long the listener stays open after SIGTERM, while /readyz already returns 503: the time that a load balancer takes to notice. At most 60s.',
    example: '5s',
    otherwise: '0s',
    read: durationUpTo(60_000),
  },
  BESTOW_STAGE: {
    about: 'Staging has test helpers and a clock to advance; production has neither.',
    example: 'production',
    absent: 'staging with the embedded database; required with BESTOW_DATABASE_URL',
    read: oneOf('staging', 'production'),
  },
  BESTOW_REGION: {
    about: 'The name of the region. Accounts and their tokens belong to one.',
    example: 'eu',
    otherwise: 'us',
    read: word,
  },
  BESTOW_DATABASE_URL: {
    about: 'A PostgreSQL (15 or later) to use in place of the embedded one.',
    example: 'postgresql://bestow:password@db.example.com:5432/bestow',
    absent: 'the embedded database in BESTOW_DATA_DIR',
    isSecret: true,
    read: databaseUrl,
  },
  BESTOW_DATABASE_POOLER: {
    about: 'Whether a pooler in transaction mode (such as PgBouncer) stands before the database.',
    example: 'true',
    otherwise: 'false',
    read: yesOrNo,
  },
  BESTOW_DATABASE_DIRECT_URL: {
    about:
      'The same database past the pooler, for what a pooler cannot do: migrating at the start, and waking other processes at once.',
    example: 'postgresql://bestow:password@db.example.com:5432/bestow',
    absent: 'BESTOW_DATABASE_URL; behind a pooler, neither is done',
    isSecret: true,
    read: databaseUrl,
  },
  BESTOW_DATABASE_CONNECTIONS: {
    about: 'How many connections to the database one process opens at most.',
    example: '40',
    otherwise: '20',
    read: whole(2, 1_000),
  },
  BESTOW_DATA_DIR: {
    about: 'Where the embedded default keeps its database and its key.',
    example: '/var/lib/bestow',
    absent: 'the folder data beside package.json',
    read: (text: string) => text,
  },
  BESTOW_SECRET_KEY: {
    about:
      'The keys that seal secrets in the database: id:key, the key being 32 bytes in base64. Several have commas between them; the first seals, all of them open.',
    example: '2026a:$(openssl rand -base64 32)',
    absent: 'a file in BESTOW_DATA_DIR, made on the first run; required with BESTOW_DATABASE_URL',
    isSecret: true,
    read: readKeyring,
  },
  BESTOW_WEBHOOK_RETRY_DELAYS: {
    about:
      'How long to wait before the second, third, fourth and fifth attempt of a webhook delivery.',
    example: '30s,10m,2h,12h',
    otherwise: '30s,10m,2h,12h',
    read: durations(4),
  },
  BESTOW_WEBHOOK_ALLOW_PRIVATE: {
    about: 'Lets webhooks go to private addresses, for development. Refused in production.',
    example: 'true',
    absent: 'true with the embedded database in staging, false otherwise',
    read: yesOrNo,
  },
  BESTOW_WEBHOOK_PORTS: {
    about: 'The ports that webhooks may go to, with commas between them.',
    example: '443,8443,9443',
    absent: '443 and 8443 in production, any port in staging',
    read: ports,
  },
  BESTOW_RATE_LIMIT: {
    about:
      'Requests a second for each API token or OAuth client, with bursts of twice as many. All of an account together may send four times that. 0 switches the limits off.',
    example: '100',
    otherwise: '100',
    read: whole(0, 1_000_000),
  },
  ...limitSettings,
  BESTOW_CLAIM_LIMIT: {
    about:
      'Claims of one-links in an hour from one IPv4 address or IPv6 /64 network, counted by each process. Raise it for an event where everyone shares one address; one-links with allowed_email_domains allow ten times as many. 0 switches the limit off.',
    example: '500',
    otherwise: '10',
    read: whole(0, 1_000_000),
  },
  BESTOW_PRIVACY_URL: {
    about: 'Your privacy notice. Recipients’ pages link to it at the bottom.',
    example: 'https://example.com/privacy',
    absent: 'no link',
    read: pageUrl,
  },
  BESTOW_IMPRINT_URL: {
    about: 'Your legal notice. Recipients’ pages link to it at the bottom.',
    example: 'https://example.com/legal',
    absent: 'no link',
    read: pageUrl,
  },
  BESTOW_MCP: {
    about: 'Serves agents at /mcp. Sending still needs a permission of the token.',
    example: 'true',
    otherwise: 'false',
    read: yesOrNo,
  },
  BESTOW_SMTP_URL: {
    about:
      'The server that takes mail: smtp:// or smtps://, with user, password, host and port. Users and passwords are written as in any URL, with %40 for @.',
    example: 'smtp://user:password@smtp.example.com:587',
    absent: 'in staging mail is kept and shown at /mailbox; in production it waits',
    isSecret: true,
    read: smtpUrl,
  },
  BESTOW_SMTP_TLS: {
    about:
      'Whether an smtp:// connection has to become a TLS one (required), does when the server offers it, or never does (none).',
    example: 'required',
    absent: 'required in production, offered in staging',
    read: oneOf('required', 'offered', 'none'),
  },
  BESTOW_SMTP_CONNECTIONS: {
    about: 'How many connections to the mail server one process keeps at most.',
    example: '10',
    otherwise: '5',
    read: whole(1, 100),
  },
  BESTOW_MAIL_FROM: {
    about:
      'The name and address that mail comes from. Recipients see the giver’s name before this address.',
    example: 'Larkfield Gifts <gifts@example.com>',
    absent: 'gifts@ and the host of BESTOW_ORIGIN; required with BESTOW_SMTP_URL',
    read: mailbox,
  },
  BESTOW_BOUNCE_ADDRESS: {
    about:
      'Where refusals go that come later. Each mail has one of its own, with +{its name} before the @.',
    example: 'bounces@example.com',
    absent: 'the address of BESTOW_MAIL_FROM',
    read: returnPath,
  },
  BESTOW_BOUNCE_SECRET: {
    about: 'Opens POST /mail/bounces for a mail server that hands refusals on by HTTP.',
    example: 'a-long-random-text-of-32-characters',
    absent: 'nobody can post there',
    isSecret: true,
    read: longSecret,
  },
  BESTOW_MAILBOX: {
    about: 'Shows every mail of every account at /mailbox, to anybody. Refused in production.',
    example: 'true',
    absent:
      'true in staging without BESTOW_SMTP_URL, where the service listens on loopback only; false otherwise',
    read: yesOrNo,
  },
  BESTOW_SEED: {
    about: 'Whether the first run, on an empty database, makes a demo account with a catalogue.',
    example: 'none',
    absent: 'demo with the embedded database in staging, none otherwise',
    read: oneOf('demo', 'none'),
  },
  BESTOW_CARRIER: {
    about:
      'Who brings the parcels: a simulator, EasyPost, or somebody who enters the tracking by hand.',
    example: 'easypost',
    absent: 'simulator in staging, manual in production',
    read: oneOf('simulator', 'manual', 'easypost'),
  },
  BESTOW_SIMULATOR: {
    about:
      'Whether the simulator moves parcels by itself, a day taking a second (auto), or only when told to (told).',
    example: 'auto',
    otherwise: 'told',
    read: oneOf('told', 'auto'),
  },
  BESTOW_EASYPOST_API_KEY: {
    about: 'The API key of an EasyPost account. Required for BESTOW_CARRIER=easypost.',
    example: 'EZAK0123456789abcdef',
    absent: 'no EasyPost',
    isSecret: true,
    read: (text: string) => text,
  },
  BESTOW_EASYPOST_WEBHOOK_SECRET: {
    about:
      'The secret with which EasyPost signs its messages: the one that its webhook was made with.',
    example: 'a long sentence that nobody else knows',
    absent: 'required with BESTOW_EASYPOST_API_KEY',
    isSecret: true,
    read: atLeast(16),
  },
  BESTOW_EASYPOST_FROM: {
    about: 'The id of the address, saved at EasyPost, that parcels are sent from.',
    example: 'adr_8f3a2c1d5b7e4f60a9c8d7e6f5a4b3c2',
    absent: 'required with BESTOW_EASYPOST_API_KEY',
    read: (text: string) => text,
  },
  BESTOW_EASYPOST_OUNCES: {
    about: 'What one item weighs, in ounces: EasyPost wants the weight of a parcel.',
    example: '24',
    otherwise: '16',
    read: whole(1, 10_000),
  },
  BESTOW_LOG_LEVEL: {
    about: 'The least important lines to log.',
    example: 'debug',
    otherwise: 'info',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
export type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]['read']>
export const settingNames = Object.keys(settings) as SettingName[]
