import type { TxContext } from '#platform/postgres'
import type { Kind } from './letters.ts'
import * as store from './store.ts'

/** Letters of these kinds about gift requests that have not gone yet will not go any more. Does not wait. */
export function callOff(
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string }[],
  kinds: readonly Kind[],
): void {
  if (gifts.length > 0) store.callOff(ctx, gifts, kinds)
}
