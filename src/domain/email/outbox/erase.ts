import type { TxContext } from '#platform/postgres/database'
import { deleteRecipientPhones } from '../sms/phone.ts'
import { deleteBouncedAddress } from './bounced-address-store.ts'
import { deleteRecipientLocales } from './locale-store.ts'
import * as optedOutStore from './opted-out-store.ts'
import { hashEmail } from './payload-encryption.ts'
import * as store from './store.ts'

/*
 * Erasure removes address and content, and cancels unsent emails. The existence of an email, its
 * template and its time stay in the history of the gift request.
 */

/** Erases all emails about these gift requests of the transaction's account. */
export function eraseByGift(ctx: TxContext, gift_request_ids: readonly string[]): Promise<number> {
  deleteRecipientLocales(ctx, ctx.account_id, gift_request_ids)
  deleteRecipientPhones(ctx, gift_request_ids)
  return store.erase(ctx, { gift_request_ids })
}

/** Erases all emails of the transaction's account to an address, and its bounce and opt-out. */
export async function eraseByRecipient(ctx: TxContext, email: string): Promise<number> {
  const digest = hashEmail(email)
  deleteBouncedAddress(ctx, ctx.account_id, digest)
  await optedOutStore.remove(ctx, digest)
  return store.erase(ctx, { digest })
}

/** Erases all stored digests of the transaction's account. Enqueues the statement without waiting. */
export const eraseDigests = store.eraseDigests

/** Deletes emails without a trace. Enqueues the statement without waiting. */
export function deleteMessages(ctx: TxContext, ids: readonly string[]): void {
  if (ids.length > 0) store.deleteMessages(ctx, ids)
}

/**
 * Deletes contents `contentDays` after sending. Returns how many, up to a limit: call again until the result is 0. The
 * transaction covers all accounts.
 */
export const purgeContents = (ctx: TxContext, contentDays = 90): Promise<number> =>
  store.purgeContents(ctx, contentDays)
