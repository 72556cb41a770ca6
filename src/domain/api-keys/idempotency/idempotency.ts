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
  const { status, content_type } = stored
  return { status, content_type, body: decryptBody(ctx, keyHash, stored.body) }
}

/** Stores the response for a day, if the transaction commits. A response with a secret is encrypted. */
export async function saveResponse(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
  { isSecret = false, ...response }: StoredResponse & { isSecret?: boolean },
): Promise<void> {
  const keyHash = hashKey(key)
  const body = isSecret
    ? ctx.deployment.cipher.encrypt(response.body.toString(), encryptionContext(ctx, keyHash))
    : response.body
  store.upsertResponse(ctx, { key: keyHash, fingerprint, ...response, body })
}

const encryptionContext = ({ account_id }: TxContext, keyHash: string) =>
  `idempotent response ${account_id} ${keyHash}`

/** Returns the body of a stored response. Encrypted bytes begin with the number of their layout, which JSON never does. */
function decryptBody(ctx: TxContext, keyHash: string, body: Buffer): Buffer {
  if (body[0] !== ctx.deployment.cipher.keyPrefix[0]) return body
  try {
    return Buffer.from(ctx.deployment.cipher.decrypt(body, encryptionContext(ctx, keyHash)))
  } catch {
    throw new ApiError('not_found', { message: undecryptableMessage })
  }
}

const undecryptableMessage =
  'The result of this request can no longer be decrypted, because the key of the service was removed.'

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
