import * as accounts from '#accounts'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'

/**
 * The same transaction for one account, at the moment that its own clock says: in staging that clock
 * may run ahead. Work that an account's own request began has that moment already.
 */
export async function ensureAccountClock(ctx: TxContext, account_id: string): Promise<TxContext> {
  if (ctx.account_id !== ALL_ACCOUNTS) return ctx
  return withAccountClock(ctx, account_id)
}

/** The same for work that was opened for the account by one of our own loops, at the real moment. */
export async function withAccountClock(ctx: TxContext, account_id: string): Promise<TxContext> {
  const offsetMs = (await accounts.findClockOffsets(ctx, [account_id])).get(account_id) ?? 0
  return { ...ctx, account_id, now: new Date(ctx.now.getTime() + offsetMs) }
}
