import type { ParcelStateName } from '#contract'
import type { State } from '#gifting'

/**
 * The states of a parcel, and the rules that derive the state of a gift request from its parcels.
 *
 * A gift request in shipping has exactly the state that `deriveGiftState` returns for its parcels. To
 * add a parcel state: add it to `parcelStates`, and check every row of `rules`.
 */

// biome-ignore format: read down the columns
export const parcelStates = {
  placing:                 'unshipped',  // not placed with a carrier yet
  waiting:                 'unshipped',  // out of stock, or restocked and not placed yet
  refused:                 'unshipped',  // the carrier rejected the label or the address; needs a correction
  ordered:                 'unshipped',  // the carrier has the order; no scan in transit yet
  in_transit:              'moving',
  delivery_attempt_failed: 'moving',     // the recipient was not there
  out_for_delivery:        'moving',     // with the delivery driver
  delivered:               'arrived',
  returned:                'failed',     // returning, or back at the sender
  lost:                    'failed',
  cancelled:               'failed',     // cancelled by the carrier or by the account
} as const satisfies Record<ParcelStateName, string>

export type ParcelState = keyof typeof parcelStates

const addressCorrectableStates: ReadonlySet<ParcelState> = new Set([
  'placing',
  'waiting',
  'refused',
  'delivery_attempt_failed',
  'returned',
])

/** Whether `correctAddress` accepts a new address for a parcel in this state. */
export const isAddressCorrectable = (state: ParcelState): boolean =>
  addressCorrectableStates.has(state)

/** The facts about a parcel that the gift request's state depends on. */
export interface ParcelSummary {
  state: ParcelState
  /** True once a carrier has scanned the parcel in transit. */
  has_left: boolean
  /** True when the parcel reships lines of a failed parcel. */
  is_replacement: boolean
}

interface ParcelSetFacts {
  /** Whether some parcel is in one of these states. */
  some(...states: ParcelState[]): boolean
  /** Whether some parcel may still arrive. */
  isOpen: boolean
  /** Whether some parcel has left the warehouse. */
  hasLeft: boolean
  /** Whether some lines that have never shipped are still at the warehouse. */
  hasUnshippedFirst: boolean
  /** Whether some reshipped lines are still at the warehouse. */
  hasUnshippedReplacement: boolean
}

type StateRule = readonly [when: (facts: ParcelSetFacts) => boolean, becomes: State]

/**
 * The first matching row decides the state of the gift request. While parcels are moving, the state
 * follows the parcel that has furthest to go, so that each event is emitted once and no event is
 * reversed.
 *
 * A gift whose parcels are all lost or returned ends. In `shipping_error`, which emits no event, no user would see it, and
 * the state table has no path from `out_for_delivery` back to `redeemed`.
 */
// biome-ignore format: one rule a line
const rules: readonly StateRule[] = [
  [(p) => !p.isOpen && p.some('delivered'),                                'delivered'], // every parcel that could arrive has arrived
  [(p) => !p.isOpen,                                                       'shipment_cancelled'],
  [(p) => p.hasLeft && (p.hasUnshippedFirst || p.some('in_transit')),             'in_transit'],
  [(p) => p.some('delivery_attempt_failed'),                               'delivery_attempt_failed'],
  [(p) => p.some('out_for_delivery'),                                      'out_for_delivery'],
  [(p) => p.some('delivered'),                                             'redelivering'], // only reshipped lines are still open
  [(p) => p.hasLeft,                                                       'delivery_attempt_failed'], // no parcel arrived; the lines ship again
  [(p) => p.some('refused'),                                               'shipping_error'],
  [(p) => p.some('waiting'),                                               'backordered'],
  [(p) => p.some('ordered') || p.hasUnshippedReplacement,                               'ordered'],
  [() => true,                                                             'redeemed'],
]

/** Returns the state of a gift request with these parcels; `redeemed` without parcels. */
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
    // A parcel that the carrier rejects in transit starts again.
    hasLeft: parcels.some(({ state, has_left }) => has_left && state !== 'refused'),
    hasUnshippedFirst: hasUnshipped(false),
    hasUnshippedReplacement: hasUnshipped(true),
  }
}

/** Whether the parcel has reached a final state. */
export const isFinal = (state: ParcelState): boolean =>
  parcelStates[state] === 'arrived' || parcelStates[state] === 'failed'
