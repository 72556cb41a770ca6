import type { TxContext } from '#platform/postgres/database'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift, RedemptionSession } from '../lifecycle/tables.ts'

/** Returns the recipient's actions on the page; undefined before the first one. */
export const findSession = (
  ctx: TxContext,
  gift: Pick<Gift, 'account_id' | 'id'>,
): Promise<RedemptionSession | undefined> => sessionStore.find(ctx, gift)
