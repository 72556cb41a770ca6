import { newestOf, Refusal } from '#contract'
import type { TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'

/** An answer as it was sent. */
export interface KeptAnswer {
  status: number
  content_type: string
  body: Buffer
}

const day = 24 * 60 * 60 * 1000

/** People write names and addresses into keys: none is kept as it stands. */
const nameOf = (key: string): string => sha256(key).toString('hex')

/**
 * What this account was answered when it sent this key before; undefined when it never did, or a day
 * ago. From here to the end of the transaction the key is ours alone: whoever else sends it is
 * refused, and so is whoever sends it with another request.
 *
 * @param fingerprint  says in 32 bytes which request it is
 */
export async function recall(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
): Promise<KeptAnswer | undefined> {
  // Two statements that travel together: the second must look only after the first has the lock.
  const name = nameOf(key)
  const [isOurs, kept] = await Promise.all([
    store.lockKey(ctx, name),
    store.findKey(ctx, name, new Date(ctx.now.getTime() - day)),
  ])
  if (!isOurs) throw new Refusal('idempotency_key_in_use')
  if (kept === undefined) return undefined
  if (!kept.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_key_reused')
  return { status: kept.status, content_type: kept.content_type, body: kept.body }
}

/** Keeps the answer for a day, if the transaction commits. */
export async function remember(
  ctx: TxContext,
  key: string,
  fingerprint: Buffer,
  answer: KeptAnswer,
): Promise<void> {
  store.keepKey(ctx, { key: nameOf(key), fingerprint, ...answer })
}

/**
 * Takes out of the kept answers all that speak of these resources of the work's account. Whoever sends
 * one of those requests again is told so, and does not do it a second time.
 */
export async function forgetAnswers(ctx: TxContext, ids: readonly string[]): Promise<void> {
  const types = await store.findKeysAbout(ctx, ids)
  const { versions } = ctx.installation
  for (const { key, content_type } of types) {
    const version =
      Object.values(versions).find((each) => each.contentType === content_type) ??
      versions[newestOf(versions)]
    const refusal = new Refusal('not_found', { message: erased })
    store.replaceAnswer(ctx, key, {
      status: refusal.status,
      content_type,
      body: Buffer.from(version?.refusal(refusal) ?? ''),
    })
  }
}

const erased = 'What this request made has been erased, with the person it was for.'

/** Removes what is older than a day, of every account. Answers how many, of a bounded number: call again until that is none. */
export const forgetOld = (ctx: TxContext): Promise<number> =>
  store.deleteKeysBefore(ctx, new Date(ctx.now.getTime() - day))
