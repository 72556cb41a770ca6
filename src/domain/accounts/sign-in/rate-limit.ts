import { ApiError, toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { ipRateLimitKey } from '#platform/lib/ip-address'
import type { Database } from '#platform/postgres/database'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { findKnownDevice } from './known-devices.ts'
import { findPersonsByEmail } from './membership-store.ts'
import * as store from './store.ts'
import type { RequestOrigin } from './tables.ts'

/** The maximum number of attempts within a time window in milliseconds. */
export interface RateLimit {
  maxAttempts: number
  windowMs: number
}

const minutesToMs = (count: number) => count * 60_000

/**
 * The rate limits. Passwords have three: per IP address, per user (who need not exist) and IP address,
 * and per user. The limit per user is so high that a single address cannot exhaust it. A known device has
 * a limit of its own in place of these.
 */
export const rateLimits = {
  address: { maxAttempts: 60, windowMs: minutesToMs(5) },
  password: { maxAttempts: 10, windowMs: minutesToMs(5) },
  person: { maxAttempts: 300, windowMs: minutesToMs(60) },
  device: { maxAttempts: 10, windowMs: minutesToMs(5) },
  code: { maxAttempts: 10, windowMs: minutesToMs(10) },
  recovery: { maxAttempts: 5, windowMs: minutesToMs(60) },
  link: { maxAttempts: 30, windowMs: minutesToMs(5) },
  setup: { maxAttempts: 20, windowMs: minutesToMs(5) },
} as const satisfies Record<string, RateLimit>

/** Too many attempts. Contains the seconds until the next attempt is allowed. */
export class TooManyAttempts extends ApiError {
  constructor(retryAfterSeconds: number) {
    const wait =
      retryAfterSeconds <= 90 ? 'a minute' : `${Math.ceil(retryAfterSeconds / 60)} minutes`
    const message = `Too many attempts. Try again in ${wait}.`
    super('too_many_requests', { message, retryAfterSeconds })
  }
}

/**
 * Counts an attempt on all nodes together. Throws above the limit. Runs in a transaction of its own, so
 * that a rollback of the attempted action does not undo the count.
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

/** Counts an attempt to sign in with a password; rejects attempts above the limits. */
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

/**
 * Resets the counts of a user after a correct password. The IP address gets back only this attempt: it may belong to an
 * attacker who has an own user. That user may have the email address of someone else, so the counts of an email address with
 * several persons stay.
 */
export async function resetPasswordAttempts(
  db: Database,
  email: string,
  { address, device_token }: RequestOrigin,
): Promise<void> {
  const device = findKnownDevice(db, device_token, email)
  if (device !== undefined) return resetAttempts(db, 'device', device)
  await refundAttempt(db, 'address', ipRateLimitKey(address))
  const persons = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    findPersonsByEmail(ctx, toEmailKey(email)),
  )
  if (persons.length > 1) return
  await resetAttempts(db, 'password', emailAndAddressKey(email, address))
  await resetAttempts(db, 'person', email)
}

const emailAndAddressKey = (email: string, address: string) => `${ipRateLimitKey(address)} ${email}`

/** Counts attempts of an IP address other than passwords. A known device has a count of its own. */
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

/** Gives back a successful attempt that `countAddressAttempt` counted. */
export function refundAddressAttempt(
  db: Database,
  { address, device_token }: RequestOrigin,
): Promise<void> {
  const device = findKnownDevice(db, device_token)
  return device === undefined
    ? refundAttempt(db, 'address', ipRateLimitKey(address))
    : refundAttempt(db, 'device', device)
}

/** Gives back one attempt, where earlier failed attempts must continue to count. */
const refundAttempt = (
  db: Database,
  kind: keyof typeof rateLimits,
  subject: string,
): Promise<void> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
    store.decrementAttempts(ctx, rateLimitKey(kind, subject)),
  )

/** Resets the count after a successful attempt. */
export const resetAttempts = (
  db: Database,
  kind: keyof typeof rateLimits,
  subject: string,
): Promise<void> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
    store.deleteAttempts(ctx, rateLimitKey(kind, subject)),
  )

const rateLimitKey = (kind: string, subject: string) => sha256(`${kind} ${toEmailKey(subject)}`)
