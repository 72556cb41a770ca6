import { ApiError, getNewestVersion } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { StoredResponse } from './tables.ts'

const dayMs = 24 * 60 * 60 * 1000

/** People write names and addresses into keys: none is kept as it stands. */
const hashKey = (key: string): string => sha256(key).toString('hex')

/**
 * What this account was answered when it sent this key before; undefined when it never did, or a day
 * ago. From here to the end of the transaction the key is ours alone: whoever else sends it is
 * refused, and so is whoever sends it with another request.
 *
 * @param fingerprint  says in 32 bytes which request it is
 */
export async function findReplay(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
): Promise<StoredResponse | undefined> {
  // Two statements that travel together: the second must look only after the first has the lock.
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

/** Keeps the answer for a day, if the transaction commits. */
export async function saveResponse(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
  response: StoredResponse,
): Promise<void> {
  store.upsertResponse(ctx, { key: hashKey(key), fingerprint, ...response })
}

/**
 * Takes out of the kept answers all that speak of these resources of the work's account. Whoever sends
 * one of those requests again is told so, and does not do it a second time.
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

const erasedMessage = 'What this request made has been erased, with the person it was for.'

/** Removes what is older than a day, of every account. Answers how many, of a bounded number: call again until that is none. */
export const purgeIdempotencyKeys = (ctx: TxContext): Promise<number> =>
  store.deleteKeysBefore(ctx, new Date(ctx.now.getTime() - dayMs))
