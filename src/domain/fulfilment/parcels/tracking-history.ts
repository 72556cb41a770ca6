import { type ScanState, scanStates } from '../carriers/carrier.ts'
import { type ParcelState, parcelStates } from './parcel-states.ts'

export interface ObservedScan {
  state: ScanState
  occurred_at: Date
  message_id: string
}

/**
 * Compares scans by their times. Scans with equal times have the order of `scanStates`, but a return comes
 * before its arrival at the sender.
 */
const compareScans = (a: ObservedScan, b: ObservedScan): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() ||
  rank(a.state) - rank(b.state) ||
  (a.message_id < b.message_id ? -1 : 1)

const rank = (state: ScanState): number =>
  state === 'returned' ? scanStates.indexOf('delivered') - 0.5 : scanStates.indexOf(state)

/**
 * Derives the states of a parcel after `ordered` from all its scans. The result depends only on the set of
 * scans: the order of their arrival and duplicates have no effect. After a return, the scans of a carrier
 * describe the way back, for example the delivery to the sender. A person can correct a return.
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
    // A parcel that is out for delivery, or at the address of the recipient, must have left the warehouse
    // before.
    if (isMoving(next) && !isMoving(at)) enter('in_transit')
    enter(next)
  }
  return states
}

const isMoving = (state: ParcelState) => parcelStates[state] === 'moving'

/** Returns the state after a scan. The state `delivered` is final, and no state returns to `ordered`. */
function nextState(at: ParcelState, scanned: ScanState): ParcelState {
  if (at === 'delivered' || scanned === 'ordered') return at
  if (scanned === 'delivered') return 'delivered'
  if (scanned !== 'refused') return scanned
  // During delivery, a carrier can no longer reject a label, so a `refused` scan is a failed attempt.
  if (at === 'out_for_delivery' || at === 'delivery_attempt_failed')
    return 'delivery_attempt_failed'
  return at === 'ordered' || at === 'in_transit' ? 'refused' : at
}

/** Returns whether a scan shows that the parcel has left the warehouse. */
export const hasLeft = (states: readonly ParcelState[]): boolean =>
  states.some((state) => isMoving(state) || state === 'delivered' || state === 'returned')

/**
 * Returns the states that a parcel passes through after new scans have changed its history from `before` to
 * `now`. A departure whose scan arrives late is included, from the parcel's return to the depot on. So each
 * departure is emitted once, in any order of arrival. Adds nothing after the delivery. Skips a final state
 * that later scans replaced.
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
 * Returns the indexes of departures: where the parcel first left the warehouse, and where it left the depot
 * again after an attempt to deliver it.
 */
function departureIndexes(states: readonly ParcelState[]): number[] {
  const first = states.indexOf('in_transit')
  return states.flatMap((state, index) => {
    const before = states[index - 1]
    const isRepeated = before !== undefined && isMoving(before)
    return state === 'in_transit' && (index === first || isRepeated) ? [index] : []
  })
}
