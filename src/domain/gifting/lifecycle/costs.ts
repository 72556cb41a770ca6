import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import { states } from './state-machine.ts'
import type { Gift } from './tables.ts'
import type { AppliedTransition } from './transition-store.ts'

/**
 * Saves what redeemed gifts cost, voids the items of cancelled ones, and corrects the budgets of both. The statements are
 * not awaited. The items of a cancelled shipment have left the warehouse, so they count.
 */
export function settleCosts(ctx: TxContext, applied: readonly AppliedTransition[]): void {
  const redeemed = applied.flatMap(({ gift, events }) =>
    events.includes('gift_request_redeemed') ? [gift] : [],
  )
  const ended = applied.filter(
    ({ from, gift }) => states[from] !== 'cancelled' && gift.status === 'cancelled',
  )
  const returned = ended.filter(
    ({ from, gift }) => states[from] === 'redeemed' && gift.state === 'cancelled',
  )
  spend.saveItemCosts(ctx, redeemed)
  if (returned.length > 0)
    spend.voidItemCosts(
      ctx,
      returned.map(({ gift }) => gift),
    )
  settleBudgets(ctx, [...redeemed, ...ended.map(({ gift }) => gift)])
}

/** Saves what the changed items of a gift cost. */
export function settleChangedItems(ctx: TxContext, gift: Gift): void {
  spend.saveItemCosts(ctx, [gift])
  settleBudgets(ctx, [gift])
}

const settleBudgets = (ctx: TxContext, gifts: readonly Gift[]): void =>
  spend.settleReservations(
    ctx,
    gifts.filter(({ has_budget }) => has_budget),
  )
