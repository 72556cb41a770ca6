import type { TxContext } from '#platform/postgres/database'
import * as store from '../outbox/opted-out-store.ts'
import { hashEmail } from '../outbox/payload-encryption.ts'
import { filterEmails } from './filter-emails.ts'

/**
 * Stops campaign emails to an address: invitations, announcements and reminders. Emails about a redeemed gift follow. Returns
 * whether the opt-out is new.
 */
export const optOut = (ctx: TxContext, email: string, set_by: string): Promise<boolean> =>
  store.insert(ctx, hashEmail(email), set_by)

/** Allows campaign emails to an address again. Suppressed emails are not sent. Returns whether there was an opt-out. */
export const clearOptOut = (ctx: TxContext, email: string): Promise<boolean> =>
  store.remove(ctx, hashEmail(email))

export async function findOptOut(ctx: TxContext, email: string): Promise<store.OptOut | undefined> {
  const [found] = await store.findByDigests(ctx, [hashEmail(email)])
  return found && { set_by: found.set_by, created_at: found.created_at }
}

/** Returns those of these email addresses that have opted out. */
export const findOptedOutEmails = (
  ctx: TxContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> =>
  filterEmails(emails, async (digests) => {
    const rows = await store.findByDigests(ctx, digests)
    return rows.map(({ to_digest }) => to_digest.toString('hex'))
  })
