import { Refusal } from '#contract'
import type { Work } from '#platform/postgres'
import * as store from './store.ts'

/** An answer as it was sent. */
export interface KeptAnswer {
  status: number
  content_type: string
  body: Buffer
}

const day = 24 * 60 * 60 * 1000

/**
 * What this account was answered when it sent this key before; undefined when it never did, or a day
 * ago. From here to the end of the transaction the key is ours alone: whoever else sends it is
 * refused, and so is whoever sends it with another request.
 *
 * @param fingerprint  says in 32 bytes which request it is
 */
export async function recall(
  work: Work,
  key: string,
  fingerprint: Buffer,
): Promise<KeptAnswer | undefined> {
  // Two statements that travel together: the second must look only after the first has the lock.
  const [isOurs, kept] = await Promise.all([
    store.lockKey(work, key),
    store.findKey(work, key, new Date(work.now.getTime() - day)),
  ])
  if (!isOurs) throw new Refusal('idempotency_key_in_use')
  if (kept === undefined) return undefined
  if (!kept.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_key_reused')
  return { status: kept.status, content_type: kept.content_type, body: kept.body }
}

/** Keeps the answer for a day, if the transaction commits. */
export async function remember(
  work: Work,
  key: string,
  fingerprint: Buffer,
  answer: KeptAnswer,
): Promise<void> {
  store.keepKey(work, { key, fingerprint, ...answer })
}

/** Removes what is older than a day, of every account. Answers how many. */
export const forgetOld = (work: Work): Promise<number> =>
  store.deleteKeysBefore(work, new Date(work.now.getTime() - day))
