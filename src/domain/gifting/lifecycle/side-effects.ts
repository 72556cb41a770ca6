import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres/database'
import { enqueueFulfilment } from './fulfilment-outbox.ts'
import * as sessionStore from './redemption-session-store.ts'
import { type State, states } from './state-machine.ts'
import type { Gift } from './tables.ts'
import type { AppliedTransition } from './transition-store.ts'

type SideEffect = (ctx: TxContext, gift: Gift) => void

/** Fulfilment takes it from here. */
const placeOrder: SideEffect = (ctx, gift) => enqueueFulfilment(ctx, gift, 'place')
/** Fulfilment ends what it has begun. */
const cancelOrder: SideEffect = (ctx, gift) => enqueueFulfilment(ctx, gift, 'call_off')
/** What was kept for it is there for others. */
const releaseStock: SideEffect = (ctx, gift) => catalogue.release(ctx, gift.id, gift.account_id)

/** Whoever claims it next has not been there. */
const deleteSession: SideEffect = (ctx, gift) => sessionStore.remove(ctx, gift)

const wasSubmitted = (from: State) => states[from] === 'submitted'
const wasRedeemed = (from: State) => states[from] === 'redeemed'

/**
 * What follows from a move besides its events, in the same transaction: the second half of the table
 * in `machine.ts`. Nothing else in the house acts on a move.
 */
// biome-ignore format: read down the columns
const sideEffects: readonly [to: State, from: (state: State) => boolean, ...SideEffect[]][] = [
  // to                   out of     follows
  ['unclaimed',           wasSubmitted,   deleteSession],
  ['redeemed',            wasSubmitted,   placeOrder],
  ['cancelled',           wasRedeemed,    cancelOrder, releaseStock],
  ['shipment_cancelled',  wasRedeemed,    releaseStock],
]

/** Does what follows from moves that were made. Does not wait. */
export function applySideEffects(ctx: TxContext, applied: readonly AppliedTransition[]): void {
  for (const { from, gift } of applied)
    for (const [to, isFrom, ...effects] of sideEffects)
      if (gift.state === to && isFrom(from)) for (const effect of effects) effect(ctx, gift)
}
