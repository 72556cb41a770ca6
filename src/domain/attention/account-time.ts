import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'

/** Returns the context with the time of the account's clock, which can be ahead in staging. */
export async function withAccountTime(ctx: TxContext): Promise<TxContext> {
  const offsets = await accounts.findClockOffsets(ctx, [ctx.account_id])
  return { ...ctx, now: new Date(ctx.now.getTime() + (offsets.get(ctx.account_id) ?? 0)) }
}
