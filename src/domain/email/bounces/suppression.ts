import type { TxContext } from '#platform/postgres/database'
import * as store from '../outbox/bounced-address-store.ts'
import { hashEmail } from '../outbox/payload-encryption.ts'

/** Returns those of these email addresses that are suppressed after a permanent rejection. */
export async function findBouncedEmails(
  ctx: TxContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const digests = emails.map(hashEmail)
  const bounced = new Set(await store.filterBouncedDigests(ctx, digests))
  return new Set(emails.filter((_, index) => bounced.has(digests[index]?.toString('hex') ?? '')))
}

/**
 * Returns the SHA-256 hashes of the account's bounced addresses, each in lower case, for matching in
 * queries.
 */
export const listBouncedDigests = (ctx: TxContext): Promise<Buffer[]> =>
  store.listBouncedDigests(ctx)
