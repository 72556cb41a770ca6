import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'

/*
 * The form that redeems a gift contains a random token. A second tap sends the same token, and so comes from the browser
 * that redeemed the gift; a visitor with only the link has another one.
 */

/** Stores the digest of the token that redeemed a gift. The statement is not awaited. */
export function saveConfirmation(ctx: TxContext, gift: Gift, token: string): void {
  if (token !== '') sessionStore.upsert(ctx, gift, { confirmation_digest: sha256(token) })
}

/** Whether this token redeemed the gift. */
export async function isConfirmation(ctx: TxContext, gift: Gift, token: string): Promise<boolean> {
  const session = await sessionStore.find(ctx, gift)
  return token !== '' && session?.confirmation_digest?.equals(sha256(token)) === true
}
