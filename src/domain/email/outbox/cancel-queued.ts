import type { TxContext } from '#platform/postgres/database'
import type { TemplateName } from '../templates/template-data.ts'
import * as store from './store.ts'

/**
 * Suppresses queued emails with these templates about these gift requests. Enqueues the statement
 * without waiting.
 */
export function cancelQueued(
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string }[],
  kinds: readonly TemplateName[],
): void {
  if (gifts.length > 0) store.cancelQueued(ctx, gifts, kinds)
}
