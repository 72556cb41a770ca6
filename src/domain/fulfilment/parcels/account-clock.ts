import * as accounts from '#accounts'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'

/**
 * Returns the context for one account, with `now` by the account's clock, which may run ahead in
 * staging. A context that an account's own request opened has that time already.
 */
export async function ensureAccountClock(ctx: TxContext, account_id: string): Promise<TxContext> {
  if (ctx.account_id !== ALL_ACCOUNTS) return ctx
  return withAccountClock(ctx, account_id)
}

/**
 * Returns the context for one account, with `now` by the account's clock. For contexts that a
 * background loop opened at the real time.
 */
export async function withAccountClock(ctx: TxContext, account_id: string): Promise<TxContext> {
  const offsetMs = (await accounts.findClockOffsets(ctx, [account_id])).get(account_id) ?? 0
  return { ...ctx, account_id, now: new Date(ctx.now.getTime() + offsetMs) }
}
