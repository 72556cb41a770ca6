import type { TxContext } from '#platform/postgres/database'
import * as store from '../outbox/bounced-address-store.ts'
import { filterEmails } from './filter-emails.ts'

/** Returns those of these email addresses that are suppressed after a permanent rejection. */
export const findBouncedEmails = (
  ctx: TxContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> =>
  filterEmails(emails, (digests) => store.filterBouncedDigests(ctx, digests))

/** Counts those of these digests that belong to bounced addresses. */
export const countBounces = async (ctx: TxContext, digests: readonly Buffer[]): Promise<number> =>
  (await store.filterBouncedDigests(ctx, digests)).length

/**
 * Returns the SHA-256 hashes of the account's bounced addresses, each in lower case, for matching in
 * queries.
 */
export const listBouncedDigests = (ctx: TxContext): Promise<Buffer[]> =>
  store.listBouncedDigests(ctx)
