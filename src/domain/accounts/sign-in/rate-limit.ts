import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { ipRateLimitKey } from '#platform/lib/ip-address'
import type { Database } from '#platform/postgres/database'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { findKnownDevice } from './known-devices.ts'
import * as store from './store.ts'
import type { RequestOrigin } from './tables.ts'

/** So many tries within so many milliseconds. */
export interface RateLimit {
  maxAttempts: number
  windowMs: number
}

const minutesToMs = (count: number) => count * 60_000

/**
 * What may be tried how often. A password: from one address, on one person (who need not exist) from one address, and on
 * one person from everywhere, which is wide enough that no single address uses it up. A browser that has signed in as the
 * person before has an allowance of its own in place of these.
 */
export const rateLimits = {
  address: { maxAttempts: 60, windowMs: minutesToMs(5) },
  password: { maxAttempts: 10, windowMs: minutesToMs(5) },
  person: { maxAttempts: 300, windowMs: minutesToMs(60) },
  device: { maxAttempts: 10, windowMs: minutesToMs(5) },
  code: { maxAttempts: 10, windowMs: minutesToMs(10) },
  recovery: { maxAttempts: 5, windowMs: minutesToMs(60) },
  setup: { maxAttempts: 20, windowMs: minutesToMs(5) },
} as const satisfies Record<string, RateLimit>

/** Too many tries. Says after how many seconds the next one is looked at. */
export class TooManyAttempts extends ApiError {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    const wait =
      retryAfterSeconds <= 90 ? 'a minute' : `${Math.ceil(retryAfterSeconds / 60)} minutes`
    super('too_many_requests', { message: `Too many attempts. Try again in ${wait}.` })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Counts a try, on all nodes together, and refuses one too many. In a transaction of its own: what
 * the try then comes to must not take its count back.
 */
export async function countAttempt(
  db: Database,
  kind: keyof typeof rateLimits,
  subject: string,
): Promise<void> {
  const { maxAttempts, windowMs } = rateLimits[kind]
  const { count, expires_at } = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    store.incrementAttempts(
      ctx,
      rateLimitKey(kind, subject),
      new Date(ctx.now.getTime() + windowMs),
    ),
  )
  if (count <= maxAttempts) return
  throw new TooManyAttempts(
    Math.max(1, Math.ceil((expires_at.getTime() - db.clock().getTime()) / 1000)),
  )
}

/** Counts a guess at somebody's password; rejects one too many. */
export async function countPasswordAttempt(
  db: Database,
  email: string,
  { address, device_token }: RequestOrigin,
): Promise<void> {
  const device = findKnownDevice(db, device_token, email)
  if (device !== undefined) return countAttempt(db, 'device', device)
  await countAttempt(db, 'address', ipRateLimitKey(address))
  await countAttempt(db, 'password', emailAndAddressKey(email, address))
  await countAttempt(db, 'person', email)
}

/** After the right password: whoever got in may make as many mistakes again. */
export async function resetPasswordAttempts(
  db: Database,
  email: string,
  { address, device_token }: RequestOrigin,
): Promise<void> {
  const device = findKnownDevice(db, device_token, email)
  if (device !== undefined) return resetAttempts(db, 'device', device)
  await resetAttempts(db, 'password', emailAndAddressKey(email, address))
  await resetAttempts(db, 'person', email)
}

const emailAndAddressKey = (email: string, address: string) => `${ipRateLimitKey(address)} ${email}`

/** Counts what one address tries, other than passwords. A browser that has signed in before counts for itself. */
export function countAddressAttempt(
  db: Database,
  { address, device_token }: RequestOrigin,
  kind: 'address' | 'setup' = 'address',
): Promise<void> {
  const device = findKnownDevice(db, device_token)
  return device === undefined
    ? countAttempt(db, kind, ipRateLimitKey(address))
    : countAttempt(db, 'device', device)
}

/** Whoever got in may make as many mistakes again. */
export const resetAttempts = (
  db: Database,
  kind: keyof typeof rateLimits,
  subject: string,
): Promise<void> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
    store.deleteAttempts(ctx, rateLimitKey(kind, subject)),
  )

const rateLimitKey = (kind: string, subject: string) =>
  sha256(`${kind} ${subject.trim().toLowerCase()}`)
