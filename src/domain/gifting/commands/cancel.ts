import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'
import { transitionById } from '../lifecycle/transition.ts'

/** Calls a gift request off, until it is dispatched. Undefined when the account has none by that id. */
export async function cancel(ctx: TxContext, id: string, cause: string): Promise<Gift | undefined> {
  if (!isId(id)) return undefined
  return transitionById(ctx, ctx.account_id, id, { to: 'cancelled', cause })
}
