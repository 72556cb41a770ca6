import type { Versions } from '#contract'
import type { Cipher } from './crypto/encryption.ts'
import type { LruCache } from './lib/lru-cache.ts'
import type { Tracing } from './observability/tracing.ts'

/** Settings and services of the whole deployment that domain code needs. */
export interface Deployment {
  /** The scheme, host and port of the public address, without a trailing slash. */
  readonly origin: string
  readonly stage: 'staging' | 'production'
  readonly region: string
  /** The API versions that this deployment supports. */
  readonly versions: Versions
  readonly cipher: Cipher
  /**
   * A cache of values that are derived from immutable rows. Its size is bounded,
   * and every value can be evicted.
   */
  readonly cache: LruCache
  /** The limits of one account. The default is `defaultLimits`. */
  readonly limits?: AccountLimits
  /** The rules for claims of one-links. By default, the operator sets none. */
  readonly claims?: ClaimSettings
  /** Whether a provider of text messages is configured. */
  readonly hasSms?: boolean
  /** The limits of text messages. The default is all countries, and `defaultTextsPerDay`. */
  readonly smsLimits?: SmsLimits | undefined
  /** The name servers of the checks of domains, as `host:port`. The default is those of the system. */
  readonly nameServers?: readonly string[] | undefined
  /** The names and addresses to which the hosts of accounts must point. Undefined if accounts cannot have hosts. */
  readonly hostTargets?: readonly string[] | undefined
  readonly hosts?: AccountHosts | undefined
  /** Notifies the loops of all processes that a topic has work. Notifications are batched. */
  readonly notify: (topic: WakeTopic) => void
  /** Undefined in a process without a worker: its deliveries wait for a claim. */
  readonly insertLeases?: InsertLeases | undefined
  /** The tracing of the process. Undefined if no trace collector is configured. */
  readonly tracing?: Tracing | undefined
}

/** The hosts of accounts. A process holds them in memory, so that neither a link nor a hostile Host header costs a statement. */
export interface AccountHosts {
  /** Returns the host of the account's new links. */
  nameOf(account_id: string): string | undefined
  /** Returns the account whose pages a host serves. Undefined for every other name. */
  accountOf(hostname: string): string | undefined
}

/**
 * Leases deliveries to the worker of this process in the transaction that writes them. The worker sends them after the
 * commit, without a claim.
 */
export interface InsertLeases {
  /** Returns undefined if all deliveries of the account must wait for a claim. */
  offer(account_id: string): LeaseOffer | undefined
}

/** Room for one delivery to each of these endpoints. Either `commit` or `abandon` must follow. */
export interface LeaseOffer {
  readonly token: string
  readonly leaseSeconds: number
  readonly endpoint_ids: readonly string[]
  /** The version of each endpoint's settings that the worker knows. Deliveries of another version get no lease. */
  readonly config_versions: readonly number[]
  /** Sends the deliveries that the transaction has leased. */
  commit(deliveries: readonly LeasedDelivery[]): void
  /** Gives the room back after a transaction that has failed, or whose outcome is unknown. */
  abandon(): void
}

export interface LeasedDelivery {
  account_id: string
  endpoint_id: string
  id: string
  /** The ctid of its row in the queue. */
  row_ctid: string
  event_id: string
  event_type: string
  payload_version: string
  body: Buffer
}

/** Returns the origin of the links to recipients of an account: that of its host, or that of the deployment. */
export function recipientOrigin(
  { hosts, origin }: Pick<Deployment, 'hosts' | 'origin'>,
  account_id: string,
): string {
  const name = hosts?.nameOf(account_id)
  return name === undefined ? origin : origin.replace(/(?<=:\/\/)(\[.*\]|[^:]+)/, name)
}

/** The operator's limits for text messages. */
export interface SmsLimits {
  /** The codes of the allowed countries (ISO 3166-1, two letters). */
  countries: readonly string[]
  /** The maximum number of text messages of one account in a day. */
  maxPerDay: number
}

export const defaultTextsPerDay = 500

/** The operator's rules for claims of one-links. */
interface ClaimSettings {
  /**
   * The maximum number of claims in an hour from one network, if no email confirms them. 0 means no limit.
   */
  maxWithoutConfirmation: number
  /** The domains that are disposable in addition to the built-in list, and exceptions from that list. */
  disposableDomains: readonly string[]
  allowedDomains: readonly string[]
}

/**
 * The topics whose loops can be notified: deliveries, timers of gift requests, emails, parcels, chats, and the hosts of
 * accounts.
 */
export type WakeTopic = 'deliveries' | 'gifts' | 'mail' | 'fulfilment' | 'chats' | 'hosts'

/** The maximum number of objects of each kind in one account. */
export interface AccountLimits {
  /** The maximum number of webhook endpoints that are not deleted. */
  endpoints: number
  /** The maximum number of one-links that are neither closed nor expired. */
  one_links: number
  products: number
  /** The maximum number of warehouses that are not archived. */
  warehouses: number
  /** The maximum number of uploaded pictures. */
  pictures: number
}

export const defaultLimits: AccountLimits = {
  endpoints: 100,
  one_links: 500,
  products: 1_000,
  warehouses: 100,
  pictures: 2_000,
}
