import type { TxContext } from '#platform/postgres/database'
import { hashEmail } from '../outbox/payload-encryption.ts'
import * as store from '../outbox/store.ts'

/** Those of these e-mail addresses at which nobody is written to, since they refused a letter for good. */
export async function findBouncedEmails(
  ctx: TxContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const digests = emails.map(hashEmail)
  const bounced = new Set(await store.filterBouncedDigests(ctx, digests))
  return new Set(emails.filter((_, index) => bounced.has(digests[index]?.toString('hex') ?? '')))
}

/** By which the account's bounced addresses are found among others: SHA-256 of each in lower case. */
export const listBouncedDigests = (ctx: TxContext): Promise<Buffer[]> =>
  store.listBouncedDigests(ctx)
