import type { Versions } from '#contract'
import type { Cipher } from './crypto/encryption.ts'
import type { LruCache } from './lib/lru-cache.ts'
import type { Tracing } from './observability/tracing.ts'

/** What is true of this installation as a whole and that its verbs need: where it lives, what it keeps sealed. */
export interface Deployment {
  /** Scheme, host and port under which people reach it, without a slash at the end. */
  readonly origin: string
  readonly stage: 'staging' | 'production'
  readonly region: string
  /** The versions of the interface that are spoken here. */
  readonly versions: Versions
  readonly cipher: Cipher
  /** Things built once from rows that never change; bounded, and safe to lose. */
  readonly cache: LruCache
  /** How much one account may have; the defaults when left out. */
  readonly limits?: AccountLimits
  /** Tells the loops of every process, soon and once for many, that there is something for them to do. */
  readonly notify: (topic: WakeTopic) => void
  /** Undefined where nobody collects traces. */
  readonly tracing?: Tracing | undefined
}

/** The loops that wait for work: deliveries to send, gift requests that time moves, letters, parcels. */
export type WakeTopic = 'deliveries' | 'gifts' | 'mail' | 'fulfilment'

/** The maximum number of objects of each kind in one account. */
export interface AccountLimits {
  /** Webhook endpoints that are not deleted. */
  endpoints: number
  /** One-links that are neither closed nor expired. */
  one_links: number
  products: number
  /** Uploaded pictures. */
  pictures: number
}

export const defaultLimits: AccountLimits = {
  endpoints: 100,
  one_links: 500,
  products: 1_000,
  pictures: 2_000,
}
