import { httpsUrl, integer, minLength, oneOf, slug, webhookSecret } from './setting-parsers.ts'

/**
 * The settings of the carriers that ship parcels. Accounts have connections of their own; the carriers of these settings
 * are for accounts without them.
 */
export const carrierSettings = {
  BESTOW_CONNECTORS: {
    description:
      'The kinds of connections that accounts may use, separated by commas; none for no kind. Labels that an account has bought with another kind remain reachable.',
    example: 'easypost,http-carrier',
    defaultDescription: 'all kinds',
    parse: (text: string): readonly string[] =>
      text === 'none' ? [] : text.split(',').map((part) => slug(part.trim())),
  },
  BESTOW_CARRIER: {
    description:
      'The carrier of parcels: a simulator, EasyPost, manual shipping, where a person enters the tracking, or a warehouse with an API of its own (http).',
    example: 'easypost',
    defaultDescription: 'simulator in staging, manual in production',
    parse: oneOf('simulator', 'manual', 'easypost', 'http'),
  },
  BESTOW_SIMULATOR: {
    description:
      'Whether the simulator moves parcels automatically, one day per second (auto), or only on request (manual).',
    example: 'auto',
    default: 'manual',
    parse: oneOf('manual', 'auto'),
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
      'The secret with which EasyPost signs its webhooks: the secret that the webhook was created with.',
    example: 'a long secret sentence',
    defaultDescription: 'required with BESTOW_EASYPOST_API_KEY',
    isSecret: true,
    parse: minLength(16),
  },
  BESTOW_EASYPOST_FROM: {
    description: 'The id of a saved EasyPost address, from which parcels are sent.',
    example: 'adr_8f3a2c1d5b7e4f60a9c8d7e6f5a4b3c2',
    defaultDescription: 'required with BESTOW_EASYPOST_API_KEY',
    parse: (text: string) => text,
  },
  BESTOW_EASYPOST_OUNCES: {
    description: 'The weight of one item in ounces, because EasyPost needs the weight of a parcel.',
    example: '24',
    default: '16',
    parse: integer(1, 10_000),
  },
  BESTOW_HTTP_CARRIER_URL: {
    description:
      'The base URL of a warehouse that ships parcels itself (docs/warehouse.md). Required for BESTOW_CARRIER=http. Orders contain addresses, so the URL is https, except on loopback.',
    example: 'https://warehouse.example.com/bestow',
    defaultDescription: 'no such warehouse',
    parse: httpsUrl,
  },
  BESTOW_HTTP_CARRIER_SECRET: {
    description:
      'The secret that signs the requests to the warehouse and its messages: whsec_ and at least 24 random bytes in base64.',
    example: 'whsec_QmVzdG93IGV4YW1wbGUgc2VjcmV0LCBub3QgcmVhbA==',
    defaultDescription: 'required with BESTOW_HTTP_CARRIER_URL',
    isSecret: true,
    parse: webhookSecret,
  },
} as const
