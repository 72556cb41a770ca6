import type { TxContext } from '#platform/postgres'
import { digestOf } from './seal.ts'
import * as store from './store.ts'

/** Those of these e-mail addresses at which nobody is written to, since they refused a letter for good. */
export async function bouncedAmong(
  ctx: TxContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const digests = emails.map(digestOf)
  const bounced = new Set(await store.bouncedAmong(ctx, digests))
  return new Set(emails.filter((_, at) => bounced.has(digests[at]?.toString('hex') ?? '')))
}

/** By which the account's bounced addresses are found among others: SHA-256 of each in lower case. */
export const bouncedDigests = (ctx: TxContext): Promise<Buffer[]> => store.bouncedDigests(ctx)
