import { ApiError, getNewestVersion } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { StoredResponse } from './tables.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Keys are stored as hashes, because clients put names and addresses into them. */
const hashKey = (key: string): string => sha256(key).toString('hex')

/**
 * Returns the stored response of this account for the key; undefined if the key was not used in the last
 * day. Locks the key until the end of the transaction.
 *
 * @param fingerprint identifies the request in 32 bytes
 * @throws ApiError when another transaction is using the key, or when the key belongs to a different
 *   request
 */
export async function findReplay(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
): Promise<StoredResponse | undefined> {
  // Both statements are sent at once, in this order: the second must read only after the first has
  // the lock.
  const keyHash = hashKey(key)
  const [isLocked, stored] = await Promise.all([
    store.tryLockKey(ctx, keyHash),
    store.findResponse(ctx, keyHash, new Date(ctx.now.getTime() - dayMs)),
  ])
  if (!isLocked) throw new ApiError('idempotency_key_in_use')
  if (stored === undefined) return undefined
  if (!stored.fingerprint.equals(fingerprint)) throw new ApiError('idempotency_key_reused')
  return { status: stored.status, content_type: stored.content_type, body: stored.body }
}

/** Stores the response for a day, if the transaction commits. */
export async function saveResponse(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
  response: StoredResponse,
): Promise<void> {
  store.upsertResponse(ctx, { key: hashKey(key), fingerprint, ...response })
}

/**
 * Replaces all stored responses of the account that mention these resources by an error. A repeated
 * request gets the error and does not run a second time.
 */
export async function eraseResponses(ctx: TxContext, ids: readonly string[]): Promise<void> {
  const entries = await store.findKeysMentioning(ctx, ids)
  const { versions } = ctx.deployment
  for (const { key, content_type } of entries) {
    const version =
      Object.values(versions).find((each) => each.contentType === content_type) ??
      versions[getNewestVersion(versions)]
    const error = new ApiError('not_found', { message: erasedMessage })
    store.replaceResponse(ctx, key, {
      status: error.status,
      content_type,
      body: Buffer.from(version?.renderError(error) ?? ''),
    })
  }
}

const erasedMessage = 'The result of this request was erased, together with its recipient.'

/**
 * Deletes keys that are older than a day, of all accounts, in a batch of limited size. Returns how many;
 * call again until this is 0.
 */
export const purgeIdempotencyKeys = (ctx: TxContext): Promise<number> =>
  store.deleteKeysBefore(ctx, new Date(ctx.now.getTime() - dayMs))
