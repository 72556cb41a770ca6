import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'

/** Returns the context with the time of the account's clock, which can be ahead in staging. */
export async function withAccountTime(realTimeCtx: TxContext): Promise<TxContext> {
  const offsetMs =
    (await accounts.findClockOffsets(realTimeCtx, [realTimeCtx.account_id])).get(
      realTimeCtx.account_id,
    ) ?? 0
  return { ...realTimeCtx, now: new Date(realTimeCtx.now.getTime() + offsetMs) }
}
