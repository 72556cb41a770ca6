import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'

/** Finds a bulk action. Throws 404 if the account has none with this id. */
export async function requireBulkAction(
  ctx: TxContext,
  id: string,
): Promise<sends.ListedBulkAction> {
  const action = await sends.findBulkAction(ctx, id)
  if (action === undefined) throw new ApiError('not_found')
  return action
}

export function toView(action: sends.ListedBulkAction) {
  const { requested_by, requested_by_name, stopped_by_name, ...members } = action
  return {
    ...members,
    requested_by: { id: requested_by, name: requested_by_name },
    stopped_by: stopped_by_name,
    can_undo: members.undone_by === null && sends.undoBlocker(action) === undefined,
  }
}

export const toBulkActionView = async (ctx: TxContext, id: string) =>
  toView(await requireBulkAction(ctx, id))
