import type { TxContext } from '#platform/postgres/database'
import type { TemplateName } from '../templates/template-data.ts'
import * as store from './store.ts'

/** Letters of these kinds about gift requests that have not gone yet will not go any more. Does not wait. */
export function cancelQueued(
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string }[],
  kinds: readonly TemplateName[],
): void {
  if (gifts.length > 0) store.cancelQueued(ctx, gifts, kinds)
}
