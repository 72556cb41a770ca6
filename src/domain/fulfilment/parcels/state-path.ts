import type { EventType } from '#contract'
import { type State, transitions } from '#gifting'

interface StatePath {
  steps: State[]
  eventCount: number
}

type TransitionRow = readonly [from: State | null, to: State, ...events: EventType[]]

/**
 * Finds the path between two states that emits the fewest events. Of several such paths, returns the
 * shortest. Every path to a delivery includes the dispatched event, so a parcel whose first scan is
 * `out_for_delivery` still emits it. A parcel that is lost during its delivery does not emit it again.
 * Returns undefined if there is no path.
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
 * Returns whether a path to a state may pass through another state. Only a path to a delivery passes through
 * `in_transit`; any other path would emit a false dispatched event.
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
