import type { ParcelStateName } from '#contract'
import type { State } from '#gifting'

/**
 * The states of a parcel, and the rules that derive the state of a gift request from its parcels.
 *
 * The state of a gift request that ships is exactly the state that `deriveGiftState` returns for its parcels.
 * To add a parcel state, add it to `parcelStates`, and check every row of `rules`.
 */

// biome-ignore format: read down the columns
export const parcelStates = {
  placing:                 'unshipped',  // no carrier has the order yet
  waiting:                 'unshipped',  // the parcel waits for stock, or has stock and waits for a carrier
  refused:                 'unshipped',  // the carrier rejected the label or the address, and a person must correct it
  ordered:                 'unshipped',  // the carrier has the order, but has not scanned the parcel in transit
  in_transit:              'moving',
  delivery_attempt_failed: 'moving',     // the recipient was not there
  out_for_delivery:        'moving',     // the delivery driver has the parcel
  delivered:               'arrived',
  returned:                'failed',     // the parcel is on its way back, or back at the sender
  lost:                    'failed',
  cancelled:               'failed',     // the carrier or the account has cancelled the parcel
} as const satisfies Record<ParcelStateName, string>

export type ParcelState = keyof typeof parcelStates

const addressCorrectableStates: ReadonlySet<ParcelState> = new Set([
  'placing',
  'waiting',
  'refused',
  'delivery_attempt_failed',
  'returned',
])

/** Returns whether `correctAddress` accepts a new address for a parcel in this state. */
export const isAddressCorrectable = (state: ParcelState): boolean =>
  addressCorrectableStates.has(state)

/** The facts about a parcel on which the state of the gift request depends. */
export interface ParcelSummary {
  state: ParcelState
  /** True after a carrier has scanned the parcel in transit. */
  has_left: boolean
  /** True if the parcel reships lines of a failed parcel. */
  is_replacement: boolean
}

interface ParcelSetFacts {
  /** Returns whether at least one parcel is in one of these states. */
  some(...states: ParcelState[]): boolean
  /** True if at least one parcel may still arrive. */
  isOpen: boolean
  /** True if at least one parcel has left the warehouse. */
  hasLeft: boolean
  /** True if lines that have never shipped are still at the warehouse. */
  hasUnshippedFirst: boolean
  /** True if reshipped lines are still at the warehouse. */
  hasUnshippedReplacement: boolean
}

type StateRule = readonly [when: (facts: ParcelSetFacts) => boolean, becomes: State]

/**
 * The first rule that matches decides the state of the gift request. While parcels are moving, the parcel
 * with the longest remaining way decides the state. So each event is emitted only once, and no event is
 * reversed.
 *
 * A gift ends if all its parcels are lost or returned. The state `shipping_error` emits no event, so no user
 * would see the gift in it, and the state table has no path from `out_for_delivery` back to `redeemed`.
 */
// biome-ignore format: one rule a line
const rules: readonly StateRule[] = [
  [(p) => !p.isOpen && p.some('delivered'),                                'delivered'], // every parcel that could arrive has arrived
  [(p) => !p.isOpen,                                                       'shipment_cancelled'],
  [(p) => p.hasLeft && (p.hasUnshippedFirst || p.some('in_transit')),             'in_transit'],
  [(p) => p.some('delivery_attempt_failed'),                               'delivery_attempt_failed'],
  [(p) => p.some('out_for_delivery'),                                      'out_for_delivery'],
  [(p) => p.some('delivered'),                                             'redelivering'], // only reshipped lines are still open
  [(p) => p.hasLeft,                                                       'delivery_attempt_failed'], // no parcel has arrived, and the lines ship again
  [(p) => p.some('refused'),                                               'shipping_error'],
  [(p) => p.some('waiting'),                                               'backordered'],
  [(p) => p.some('ordered') || p.hasUnshippedReplacement,                               'ordered'],
  [() => true,                                                             'redeemed'],
]

/** Returns the state of a gift request with these parcels. Without parcels, the state is `redeemed`. */
export function deriveGiftState(parcels: readonly ParcelSummary[]): State {
  if (parcels.length === 0) return 'redeemed'
  const facts = collectFacts(parcels)
  const rule = rules.find(([when]) => when(facts))
  if (rule === undefined) throw new Error('the last rule always matches')
  return rule[1]
}

function collectFacts(parcels: readonly ParcelSummary[]): ParcelSetFacts {
  const phases = new Set(parcels.map(({ state }) => parcelStates[state]))
  const hasUnshipped = (isReplacement: boolean) =>
    parcels.some(
      ({ state, is_replacement }) =>
        parcelStates[state] === 'unshipped' && is_replacement === isReplacement,
    )
  return {
    some: (...states) => parcels.some(({ state }) => states.includes(state)),
    isOpen: phases.has('unshipped') || phases.has('moving'),
    // A parcel that the carrier rejects in transit counts as one that has not left.
    hasLeft: parcels.some(({ state, has_left }) => has_left && state !== 'refused'),
    hasUnshippedFirst: hasUnshipped(false),
    hasUnshippedReplacement: hasUnshipped(true),
  }
}

/** Returns whether the parcel has reached a final state. */
export const isFinal = (state: ParcelState): boolean =>
  parcelStates[state] === 'arrived' || parcelStates[state] === 'failed'

export const finalStates = (Object.keys(parcelStates) as ParcelState[]).filter(isFinal)
