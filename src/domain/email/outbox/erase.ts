import type { TxContext } from '#platform/postgres/database'
import { hashEmail } from './payload-encryption.ts'
import * as store from './store.ts'

/*
 * Erasing takes address and content away, and whatever has not been sent will not be. That there was a
 * letter, of which kind and when, stays in the history of its gift request.
 */

/** Erases all letters about these gift requests of the work's account. */
export function eraseByGift(ctx: TxContext, gift_request_ids: readonly string[]): Promise<number> {
  store.deleteRecipientLocales(ctx, ctx.account_id, gift_request_ids)
  return store.erase(ctx, { gift_request_ids })
}

/** Erases all letters of the work's account to an address, and that it ever bounced. */
export async function eraseByRecipient(ctx: TxContext, email: string): Promise<number> {
  const digest = hashEmail(email)
  store.deleteBouncedAddress(ctx, ctx.account_id, digest)
  return store.erase(ctx, { digest })
}

/**
 * Contents are kept for 90 days after they were sent, and the rows for a year. Answers how many it dropped, of a
 * bounded number: call again until that is none. The work is for everyone.
 */
export const purgeExpired = (ctx: TxContext): Promise<number> => store.purgeExpired(ctx, 90, 365)
