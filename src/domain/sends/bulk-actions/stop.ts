import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { SendingUser } from '../approvals/save-rows.ts'
import * as actionStore from './bulk-action-store.ts'
import { recordAction } from './start.ts'
import type { BulkAction } from './tables.ts'

/**
 * Stops an action after the batch that is being processed. Changed gift requests stay changed. Does nothing after the end.
 * Returns the action before; undefined if the account has no such action.
 */
export async function stopBulkAction(
  ctx: TxContext,
  id: string,
  { sender }: SendingUser,
): Promise<BulkAction | undefined> {
  const action = isId(id) ? await actionStore.findForUpdate(ctx, id) : undefined
  if (action?.state !== 'running') return action
  actionStore.end(ctx, id, {
    ...{ state: 'stopped', stop_reason: 'user' },
    stopped_by_name: sender.name,
  })
  const { done, rejected } = action
  recordAction(ctx, 'bulk_action.stop', action, { done, rejected })
  return action
}
