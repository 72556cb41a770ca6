import { type ScanState, scanStates } from '../carriers/carrier.ts'
import { type ParcelState, parcelStates } from './parcel-states.ts'

export interface ObservedScan {
  state: ScanState
  occurred_at: Date
  message_id: string
}

/** Of two scans of one moment, the one that comes earlier in `scanStates` happened first. */
const compareScans = (a: ObservedScan, b: ObservedScan): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() ||
  scanStates.indexOf(a.state) - scanStates.indexOf(b.state) ||
  (a.message_id < b.message_id ? -1 : 1)

/**
 * The states that a parcel went through after it was ordered, by all that is known of it. It depends on
 * which scans there are and on nothing else: not on when they came, how often, or in which order.
 */
export function deriveStates(scans: readonly ObservedScan[]): ParcelState[] {
  const states: ParcelState[] = []
  let at: ParcelState = 'ordered'
  const enter = (state: ParcelState) => {
    if (state === at) return
    states.push(state)
    at = state
  }
  for (const { state } of scans.toSorted(compareScans)) {
    const next = nextState(at, state)
    // Whatever is on a van, or was at a door, has left the house before.
    if (isMoving(next) && !isMoving(at)) enter('in_transit')
    enter(next)
  }
  return states
}

const isMoving = (state: ParcelState) => parcelStates[state] === 'moving'

/** Where a parcel is after a scan. What was delivered stays so, and nothing becomes a mere order again. */
function nextState(at: ParcelState, scanned: ScanState): ParcelState {
  if (at === 'delivered' || scanned === 'ordered') return at
  if (scanned === 'delivered') return 'delivered'
  if (scanned !== 'refused') return scanned
  // At the door it is too late for a refusal of the label: nobody took the parcel.
  if (at === 'out_for_delivery' || at === 'delivery_attempt_failed')
    return 'delivery_attempt_failed'
  return at === 'ordered' || at === 'in_transit' ? 'refused' : at
}

/** Whether somebody has seen the parcel outside the house. */
export const hasLeft = (states: readonly ParcelState[]): boolean =>
  states.some((state) => isMoving(state) || state === 'delivered' || state === 'returned')

/**
 * The states to go through now that a journey is known to have been another one. A departure that
 * nobody knew of is caught up on, from where the parcel went back to the depot: so each is told once,
 * in whatever order the scans came. After the delivery there is nothing to catch up on, and an end that
 * did not last is passed over.
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

/** Where a journey left the house for the first time, and the depot after a day on the van. */
function departureIndexes(states: readonly ParcelState[]): number[] {
  const first = states.indexOf('in_transit')
  return states.flatMap((state, index) => {
    const before = states[index - 1]
    const isRepeated = before !== undefined && isMoving(before)
    return state === 'in_transit' && (index === first || isRepeated) ? [index] : []
  })
}
