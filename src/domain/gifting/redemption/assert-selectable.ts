import type { TxContext } from '#platform/postgres/database'
import { invalidStateError } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { canSelect } from './redeem.ts'

/** Throws unless the recipient can still select items. */
export function assertSelectable(ctx: TxContext, gift: Gift): void {
  if (!canSelect(ctx, gift))
    throw invalidStateError(gift, 'its recipient can no longer select items')
}
