import * as catalogue from '#catalogue'
import type { Work } from '#platform/postgres'
import { handOver } from './handover.ts'
import { type State, states } from './machine.ts'
import type { Made } from './move-store.ts'
import type { Gift } from './tables.ts'
import * as visitStore from './visit-store.ts'

type Consequence = (work: Work, gift: Gift) => void

/** Fulfilment takes it from here. */
const place: Consequence = (work, gift) => handOver(work, gift, 'place')
/** Fulfilment ends what it has begun. */
const callOff: Consequence = (work, gift) => handOver(work, gift, 'call_off')
/** What was kept for it is there for others. */
const release: Consequence = (work, gift) => catalogue.release(work, gift.id, gift.account_id)

/** Whoever claims it next has not been there. */
const forgetVisit: Consequence = (work, gift) => visitStore.forget(work, gift)

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
export function follow(work: Work, made: readonly Made[]): void {
  for (const { from, gift } of made)
    for (const [to, isFrom, ...acts] of consequences)
      if (gift.state === to && isFrom(from)) for (const act of acts) act(work, gift)
}
