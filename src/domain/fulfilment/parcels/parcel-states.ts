import type { State } from '#gifting'

/**
 * Where a parcel may be, and what its parcels make of a gift request.
 *
 * A gift request that is being shipped has no mind of its own: its state is what `stateOf` says of its
 * parcels. To add a state of parcels: its line in `parcelStates`, and a look at every row of `table`.
 */

// biome-ignore format: read down the columns
export const parcelStates = {
  placing:                 'here',   // waits to be placed with its carrier
  waiting:                 'here',   // short of stock, or no longer and not placed yet
  refused:                 'here',   // the carrier took neither label nor address; somebody must mend it
  ordered:                 'here',   // the carrier has the order, and nobody has seen it move
  in_transit:              'moving',
  delivery_attempt_failed: 'moving', // nobody home
  out_for_delivery:        'moving', // on the van
  delivered:               'arrived',
  returned:                'failed', // on its way back, or back
  lost:                    'failed',
  cancelled:               'failed', // called off, by the carrier or by us
} as const

export type ParcelState = keyof typeof parcelStates

/** As much of a parcel as its gift request depends on. */
export interface ParcelSummary {
  state: ParcelState
  /** Somebody has seen it on its way. */
  has_left: boolean
  /** It ships lines again that another parcel failed to bring. */
  is_replacement: boolean
}

interface ParcelSetFacts {
  /** Whether some parcel is in one of these states. */
  some(...states: ParcelState[]): boolean
  /** Whether some parcel may still arrive. */
  isOpen: boolean
  /** Whether something is out of the house. */
  hasLeft: boolean
  /** Whether something that was never shipped before is still in the house. */
  hasUnshippedFirst: boolean
  /** Whether some parcel that ships lines again is known to the carrier. */
  hasUnshippedReplacement: boolean
}

type StateRule = readonly [when: (facts: ParcelSetFacts) => boolean, becomes: State]

/**
 * The first row that holds says where the gift request is. As long as anything moves, it is as far as
 * the parcel that has the longest way to go, so that each step is told once and none is taken back.
 */
// biome-ignore format: one rule a line
const rules: readonly StateRule[] = [
  [(p) => !p.isOpen && p.some('delivered'),                                'delivered'], // all that could arrive has arrived
  [(p) => !p.isOpen,                                                       'shipment_cancelled'],
  [(p) => p.hasLeft && (p.hasUnshippedFirst || p.some('in_transit')),             'in_transit'],
  [(p) => p.some('delivery_attempt_failed'),                               'delivery_attempt_failed'],
  [(p) => p.some('out_for_delivery'),                                      'out_for_delivery'],
  [(p) => p.some('delivered'),                                             'redelivering'], // only what failed before is still to come
  [(p) => p.hasLeft,                                                       'delivery_attempt_failed'], // nothing arrived; it is sent again
  [(p) => p.some('refused'),                                               'shipping_error'],
  [(p) => p.some('waiting'),                                               'backordered'],
  [(p) => p.some('ordered') || p.hasUnshippedReplacement,                               'ordered'],
  [() => true,                                                             'redeemed'],
]

/** The state of a gift request with these parcels; `redeemed` while there are none. */
export function deriveGiftState(parcels: readonly ParcelSummary[]): State {
  if (parcels.length === 0) return 'redeemed'
  const facts = collectFacts(parcels)
  const rule = rules.find(([when]) => when(facts))
  if (rule === undefined) throw new Error('the last row always holds')
  return rule[1]
}

function collectFacts(parcels: readonly ParcelSummary[]): ParcelSetFacts {
  const phases = new Set(parcels.map(({ state }) => parcelStates[state]))
  const hasUnshipped = (isReplacement: boolean) =>
    parcels.some(
      ({ state, is_replacement }) =>
        parcelStates[state] === 'here' && is_replacement === isReplacement,
    )
  return {
    some: (...states) => parcels.some(({ state }) => states.includes(state)),
    isOpen: phases.has('here') || phases.has('moving'),
    // What was refused on its way starts over.
    hasLeft: parcels.some(({ state, has_left }) => has_left && state !== 'refused'),
    hasUnshippedFirst: hasUnshipped(false),
    hasUnshippedReplacement: hasUnshipped(true),
  }
}

/** Whether nothing more is expected of a parcel. */
export const isFinal = (state: ParcelState): boolean =>
  parcelStates[state] === 'arrived' || parcelStates[state] === 'failed'
