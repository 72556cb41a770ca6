import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres'
import { handOver } from './handover.ts'
import { type State, states } from './machine.ts'
import type { Made } from './move-store.ts'
import type { Gift } from './tables.ts'
import * as visitStore from './visit-store.ts'

type Consequence = (ctx: TxContext, gift: Gift) => void

/** Fulfilment takes it from here. */
const place: Consequence = (ctx, gift) => handOver(ctx, gift, 'place')
/** Fulfilment ends what it has begun. */
const callOff: Consequence = (ctx, gift) => handOver(ctx, gift, 'call_off')
/** What was kept for it is there for others. */
const release: Consequence = (ctx, gift) => catalogue.release(ctx, gift.id, gift.account_id)

/** Whoever claims it next has not been there. */
const forgetVisit: Consequence = (ctx, gift) => visitStore.forget(ctx, gift)

const awaited = (from: State) => states[from] === 'submitted'
const inHand = (from: State) => states[from] === 'redeemed'

/**
 * What follows from a move besides its events, in the same transaction: the second half of the table
 * in `machine.ts`. Nothing else in the house acts on a move.
 */
// biome-ignore format: read down the columns
const consequences: readonly [to: State, from: (state: State) => boolean, ...Consequence[]][] = [
  // to                   out of     follows
  ['unclaimed',           awaited,   forgetVisit],
  ['redeemed',            awaited,   place],
  ['cancelled',           inHand,    callOff, release],
  ['shipment_cancelled',  inHand,    release],
]

/** Does what follows from moves that were made. Does not wait. */
export function follow(ctx: TxContext, made: readonly Made[]): void {
  for (const { from, gift } of made)
    for (const [to, isFrom, ...acts] of consequences)
      if (gift.state === to && isFrom(from)) for (const act of acts) act(ctx, gift)
}
