import type { TxContext } from '#platform/postgres/database'
import { deleteBouncedAddress, saveBouncedAddress } from '../outbox/bounced-address-store.ts'
import { hashPhone } from '../sms/phone.ts'
import * as store from '../sms/phone-store.ts'

/**
 * Stops text messages to a number, or allows them again: in the account of the transaction, whose own number sends them, or
 * in every account that has the number if the transaction covers all of them. Returns how many accounts.
 */
export async function recordOptOut(
  ctx: TxContext,
  phone: string,
  isStopped: boolean,
): Promise<number> {
  const digest = hashPhone(phone)
  const accountIds = await store.findAccountsOfNumber(ctx, digest)
  for (const account_id of accountIds)
    if (isStopped) saveBouncedAddress(ctx, account_id, digest, 'STOP')
    else deleteBouncedAddress(ctx, account_id, digest)
  return accountIds.length
}
