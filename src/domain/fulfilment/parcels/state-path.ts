import type { EventType } from '#contract'
import { type State, transitions } from '#gifting'

interface StatePath {
  steps: State[]
  eventCount: number
}

type TransitionRow = readonly [from: State | null, to: State, ...events: EventType[]]

/**
 * Finds the path between two states of the table that emits the fewest events, and the shortest of
 * those. A parcel whose first scan is `out_for_delivery` still emits the dispatched event, since every
 * path includes it; a parcel that is lost while out for delivery does not emit it again. Returns
 * undefined when there is no path.
 */
export function findPath(from: State, to: State): readonly State[] | undefined {
  const best = new Map<State, StatePath>([[from, { steps: [], eventCount: 0 }]])
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const [before, after, ...events] of transitions as readonly TransitionRow[]) {
      const path = before === null ? undefined : best.get(before)
      if (path === undefined || !mayTraverse(after, to)) continue
      const candidate = {
        steps: [...path.steps, after],
        eventCount: path.eventCount + events.length,
      }
      if (!isShorter(candidate, best.get(after))) continue
      best.set(after, candidate)
      isBetter = true
    }
  }
  return best.get(to)?.steps
}

/**
 * Only a path to a delivery passes through `in_transit`; any other path would emit a false dispatched
 * event.
 */
const mayTraverse = (state: State, to: State) =>
  state !== 'in_transit' ||
  to === 'in_transit' ||
  to === 'out_for_delivery' ||
  to === 'delivery_attempt_failed'

const isShorter = (path: StatePath, current: StatePath | undefined) =>
  current === undefined ||
  path.eventCount < current.eventCount ||
  (path.eventCount === current.eventCount && path.steps.length < current.steps.length)
