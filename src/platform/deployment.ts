import type { Versions } from '#contract'
import type { Cipher } from './crypto/encryption.ts'
import type { LruCache } from './lib/lru-cache.ts'
import type { Tracing } from './observability/tracing.ts'

/** Settings and services of the whole deployment that domain code needs. */
export interface Deployment {
  /** Scheme, host and port of the public address, without a trailing slash. */
  readonly origin: string
  readonly stage: 'staging' | 'production'
  readonly region: string
  /** The API versions that this deployment supports. */
  readonly versions: Versions
  readonly cipher: Cipher
  /** Values derived from immutable rows. Bounded, and safe to evict. */
  readonly cache: LruCache
  /** The limits of one account. Default: `defaultLimits`. */
  readonly limits?: AccountLimits
  /** Rules for claims of one-links. Default: the operator sets none. */
  readonly claims?: ClaimSettings
  /** Whether a provider of text messages is configured. */
  readonly hasSms?: boolean
  /** The limits of text messages. Default: all countries, and `defaultTextsPerDay`. */
  readonly smsLimits?: SmsLimits | undefined
  /** Notifies the loops of all processes that a topic has work. Notifications are batched. */
  readonly notify: (topic: WakeTopic) => void
  /** Undefined when no trace collector is configured. */
  readonly tracing?: Tracing | undefined
}

/** The operator's limits of text messages. */
export interface SmsLimits {
  /** ISO 3166-1, two letters. */
  countries: readonly string[]
  /** The text messages of one account in a day. */
  maxPerDay: number
}

export const defaultTextsPerDay = 500

/** The operator's rules for claims of one-links. */
interface ClaimSettings {
  /** Claims in an hour from one network where no email confirms them; 0 for no limit. */
  maxWithoutConfirmation: number
  /** Domains that are disposable in addition to the list, and exceptions from the list. */
  disposableDomains: readonly string[]
  allowedDomains: readonly string[]
}

/** The loops that can be notified: deliveries, timers of gift requests, emails and parcels. */
export type WakeTopic = 'deliveries' | 'gifts' | 'mail' | 'fulfilment' | 'chats'

/** The maximum number of objects of each kind in one account. */
export interface AccountLimits {
  /** Webhook endpoints that are not deleted. */
  endpoints: number
  /** One-links that are neither closed nor expired. */
  one_links: number
  products: number
  /** Warehouses that are not archived. */
  warehouses: number
  /** Uploaded pictures. */
  pictures: number
}

export const defaultLimits: AccountLimits = {
  endpoints: 100,
  one_links: 500,
  products: 1_000,
  warehouses: 100,
  pictures: 2_000,
}
