import * as digital from '#digital'
import * as donations from '#donations'
import type { TxContext } from '#platform/postgres/database'
import { enqueueFulfilment } from './fulfilment-outbox.ts'
import * as lapsedClaimStore from './lapsed-claim-store.ts'
import * as sessionStore from './redemption-session-store.ts'
import { type State, states } from './state-machine.ts'
import type { Gift } from './tables.ts'
import type { AppliedTransition } from './transition-store.ts'

type SideEffect = (ctx: TxContext, gift: Gift) => void

const placeOrder: SideEffect = (ctx, gift) => enqueueFulfilment(ctx, gift, 'place_order')
/** Fulfilment returns the stock of each parcel that ends: a label may be too late to cancel, and its parcel leaves then. */
const cancelOrder: SideEffect = (ctx, gift) => enqueueFulfilment(ctx, gift, 'cancel_order')

const releaseCodes: SideEffect = (ctx, gift) => digital.releaseCodes(ctx, gift.id, gift.account_id)
const voidDonations: SideEffect = (ctx, gift) =>
  donations.voidDonations(ctx, gift.id, gift.account_id)

/** Deletes the session of a lapsed claim, so that the next claimant starts without it. */
const deleteSession: SideEffect = (ctx, gift) => sessionStore.remove(ctx, gift)

/** Lets the mailbox claim again, and offers the place to the waiting list. */
const endClaim: SideEffect = (ctx, gift) => lapsedClaimStore.endClaim(ctx, gift)

const wasSubmitted = (from: State) => states[from] === 'submitted'
const wasRedeemed = (from: State) => states[from] === 'redeemed'

/**
 * The side effects of a transition besides events and emails, in the same transaction. Extends the table in
 * `state-machine.ts`; no other code reacts to transitions.
 */
// biome-ignore format: aligned columns
const sideEffects: readonly [to: State, from: (state: State) => boolean, ...SideEffect[]][] = [
  // to                   from          effects
  ['unclaimed',           wasSubmitted, deleteSession, endClaim],
  ['redeemed',            wasSubmitted, placeOrder],
  ['cancelled',           wasRedeemed,  cancelOrder, releaseCodes, voidDonations],
]

/** Applies the side effects of stored transitions. The statements are not awaited. */
export function applySideEffects(ctx: TxContext, applied: readonly AppliedTransition[]): void {
  for (const { from, gift } of applied)
    for (const [to, isFrom, ...effects] of sideEffects)
      if (gift.state === to && isFrom(from)) for (const effect of effects) effect(ctx, gift)
}
