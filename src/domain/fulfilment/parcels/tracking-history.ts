import { type ScanState, scanStates } from '../carriers/carrier.ts'
import { type ParcelState, parcelStates } from './parcel-states.ts'

export interface ObservedScan {
  state: ScanState
  occurred_at: Date
  message_id: string
}

/** Scans with equal timestamps are ordered as in `scanStates`, but a return precedes its arrival at the sender. */
const compareScans = (a: ObservedScan, b: ObservedScan): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() ||
  rank(a.state) - rank(b.state) ||
  (a.message_id < b.message_id ? -1 : 1)

const rank = (state: ScanState): number =>
  state === 'returned' ? scanStates.indexOf('delivered') - 0.5 : scanStates.indexOf(state)

/**
 * Derives the states of a parcel after `ordered` from all its scans. The result depends only on the set
 * of scans, not on their arrival order or on duplicates. Scans of a carrier that follow a return describe the way back, such as
 * the delivery to the sender; a person can correct a return.
 */
export function deriveStates(
  scans: readonly ObservedScan[],
  { carrier }: { carrier: string },
): ParcelState[] {
  const states: ParcelState[] = []
  let at = 'ordered' as ParcelState
  const enter = (state: ParcelState) => {
    if (state === at) return
    states.push(state)
    at = state
  }
  for (const { state } of scans.toSorted(compareScans)) {
    if (at === 'returned' && carrier !== 'manual') break
    const next = nextState(at, state)
    // A parcel out for delivery, or at the recipient's address, has left the warehouse before.
    if (isMoving(next) && !isMoving(at)) enter('in_transit')
    enter(next)
  }
  return states
}

const isMoving = (state: ParcelState) => parcelStates[state] === 'moving'

/** Returns the state after a scan. `delivered` is final, and no state reverts to `ordered`. */
function nextState(at: ParcelState, scanned: ScanState): ParcelState {
  if (at === 'delivered' || scanned === 'ordered') return at
  if (scanned === 'delivered') return 'delivered'
  if (scanned !== 'refused') return scanned
  // A `refused` scan during delivery is a failed attempt, since a label cannot be rejected then.
  if (at === 'out_for_delivery' || at === 'delivery_attempt_failed')
    return 'delivery_attempt_failed'
  return at === 'ordered' || at === 'in_transit' ? 'refused' : at
}

/** Whether the parcel was scanned after it left the warehouse. */
export const hasLeft = (states: readonly ParcelState[]): boolean =>
  states.some((state) => isMoving(state) || state === 'delivered' || state === 'returned')

/**
 * Returns the states to pass through when new scans have changed the history from `before` to `now`. A
 * departure that arrives late is included, starting from the parcel's return to the depot, so that each
 * departure is emitted once in any arrival order. After the delivery nothing is added, and a final
 * state that was later superseded is skipped.
 */
export function missingTransitions(
  before: readonly ParcelState[],
  now: readonly ParcelState[],
): readonly ParcelState[] {
  const at = before.at(-1) ?? 'ordered'
  const to = now.at(-1) ?? 'ordered'
  if (at === 'delivered') return []
  const missedCount = departureIndexes(now).length - departureIndexes(before).length
  const departure = missedCount > 0 ? departureIndexes(now).at(-missedCount) : undefined
  if (departure === undefined) return at === to ? [] : [to]
  const first = at === 'in_transit' && departure > 0 ? departure - 1 : departure
  const lasting = now.slice(first).filter((state, index, { length }) => {
    return isMoving(state) || index === length - 1
  })
  return lasting.filter((state, index) => state !== (lasting[index - 1] ?? at))
}

/**
 * The indexes where the parcel left the warehouse first, and left the depot again after a delivery run.
 */
function departureIndexes(states: readonly ParcelState[]): number[] {
  const first = states.indexOf('in_transit')
  return states.flatMap((state, index) => {
    const before = states[index - 1]
    const isRepeated = before !== undefined && isMoving(before)
    return state === 'in_transit' && (index === first || isRepeated) ? [index] : []
  })
}
