import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'
import { transitionById } from '../lifecycle/transition.ts'

/**
 * Cancels a gift request that is not dispatched yet. Returns undefined if the account has no such gift request.
 */
export async function cancel(ctx: TxContext, id: string, cause: string): Promise<Gift | undefined> {
  if (!isId(id)) return undefined
  return transitionById(ctx, ctx.account_id, id, { to: 'cancelled', cause })
}
