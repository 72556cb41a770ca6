import { createHmac, randomBytes } from 'node:crypto'
import type { RefusalReason } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as limitStore from './claim-limit-store.ts'
import type { LockedOneLink } from './one-link-store.ts'
import type { OneLink } from './tables.ts'
import { dayMs, hourMs, requiresConfirmation } from './tables.ts'

/*
 * Limits per hour and per day. PostgreSQL counts the claims, so that the limits apply to all processes
 * together. The periods start at full hours and days of UTC. Networks and devices are stored as digests, and
 * their key is deleted after two days.
 */

/** The origin of a claim. The database stores it only as digests. */
export interface ClaimOrigin {
  /** The IPv4 address or the IPv6 /64 network. */
  network?: string | undefined
  /** The random id in the cookie of the browser. */
  device?: string | undefined
  /** The language of the page, which the emails about the claim also use. */
  locale?: string | undefined
}

/** A claim above a limit. `retry_at` is the start of the next period. */
export interface LimitExceeded {
  reason: Extract<RefusalReason, 'address_limit' | 'network_limit' | 'device_limit' | 'email_limit'>
  retry_at: Date
}

/** The maximum number of emails about one one-link that one mailbox receives in a day. */
export const maxEmailsPerDay = 3
/**
 * The maximum number of addresses, networks and devices that one one-link counts in an hour. It limits the
 * number of rows.
 */
const maxNewKeysPerHour = 50_000

/** Returns the digest that identifies a mailbox within one one-link. */
export const hashMailbox = (one_link_id: string, mailbox: string): Buffer =>
  sha256(`${one_link_id} ${mailbox}`)

/**
 * Returns the digest of the network, which is calculated with the key of the day. Returns null if the network
 * is unknown.
 */
export async function hashNetwork(
  ctx: TxContext,
  { network }: ClaimOrigin,
): Promise<Buffer | null> {
  return network === undefined ? null : hmac(await keyOfDay(ctx), `network ${network}`)
}

type LimitedKind = 'address' | 'network' | 'device'

/** Counts a claim. Returns the first limit that the claim exceeds. */
export async function countClaim(
  ctx: TxContext,
  link: LockedOneLink,
  mailbox_digest: Buffer,
  origin: ClaimOrigin,
): Promise<LimitExceeded | undefined> {
  const key = await keyOfDay(ctx)
  const { network, device } = origin
  const counted: { kind: LimitedKind; digest: Buffer; max: number }[] = []
  if (network !== undefined)
    counted.push({
      kind: 'network',
      digest: hmac(key, `network ${network}`),
      max: networkLimit(ctx, link),
    })
  if (device !== undefined)
    counted.push({
      kind: 'device',
      digest: hmac(key, `device ${device}`),
      max: link.max_claims_per_device,
    })
  counted.push({ kind: 'address', digest: mailbox_digest, max: link.max_claims_per_address })
  const since = startOfWindow(ctx.real_now, hourMs)
  const retry_at = new Date(since.getTime() + hourMs)
  for (const { kind, digest, max } of counted) {
    const count = await countOne(ctx, { one_link_id: link.id, kind, digest, since })
    if (count > max) return { reason: `${kind}_limit`, retry_at }
  }
  return undefined
}

async function countOne(ctx: TxContext, counter: limitStore.Counter): Promise<number> {
  const count = await limitStore.increment(ctx, counter)
  if (count > 1) return count
  const newKeys = await limitStore.increment(ctx, {
    ...counter,
    kind: 'new_keys',
    digest: noDigest,
  })
  return newKeys > maxNewKeysPerHour ? Number.MAX_SAFE_INTEGER : count
}

const noDigest = Buffer.alloc(0)

/**
 * Returns the limit for a network. If no email confirms a claim, the limit of the operator also applies; 0
 * means that the operator has set no limit.
 */
function networkLimit(
  { deployment }: TxContext,
  link: Parameters<typeof requiresConfirmation>[0] & Pick<OneLink, 'max_claims_per_network'>,
): number {
  const operatorLimit = deployment.claims?.maxWithoutConfirmation ?? 0
  return requiresConfirmation(link) || operatorLimit === 0
    ? link.max_claims_per_network
    : Math.min(operatorLimit, link.max_claims_per_network)
}

/**
 * Counts an email to a mailbox. If the mailbox already received three emails on this day, returns the
 * exceeded limit.
 */
export async function countEmail(
  ctx: TxContext,
  one_link_id: string,
  mailbox_digest: Buffer,
): Promise<LimitExceeded | undefined> {
  const since = startOfWindow(ctx.real_now, dayMs)
  const count = await limitStore.increment(ctx, {
    one_link_id,
    kind: 'email',
    digest: mailbox_digest,
    since,
  })
  if (count <= maxEmailsPerDay) return undefined
  return { reason: 'email_limit', retry_at: new Date(since.getTime() + dayMs) }
}

const startOfWindow = (now: Date, lengthMs: number) =>
  new Date(Math.floor(now.getTime() / lengthMs) * lengthMs)

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const digestKeyContext = (id: string) => `gifting.claim_digest_key ${id}`

/** Returns the key of this day. The first claim of the day creates it. */
async function keyOfDay(ctx: TxContext): Promise<string> {
  const { cache, cipher } = ctx.deployment
  const day = ctx.real_now.toISOString().slice(0, 10)
  const cacheKey = `claim digest key ${ctx.account_id} ${day}`
  const cached = cache.get(cacheKey)
  if (typeof cached === 'string') return cached
  const id = newId(ctx.real_now)
  const key = randomBytes(32).toString('base64')
  const saved = await limitStore.saveDigestKey(ctx, {
    id,
    day,
    key: cipher.encrypt(key, digestKeyContext(id)),
  })
  const current = cipher.decrypt(saved.key, digestKeyContext(saved.id))
  ctx.afterCommit(() => cache.set(cacheKey, current))
  return current
}

/**
 * Deletes the counts and keys of past days in all accounts. Returns the number of deleted counts, which has a
 * limit per call.
 */
export const purgeClaimCounts = (ctx: TxContext): Promise<number> =>
  limitStore.purge(ctx, new Date(ctx.real_now.getTime() - 2 * dayMs))
