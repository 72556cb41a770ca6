import type { EventType } from '#contract'
import { type State, transitions } from '#gifting'

interface StatePath {
  steps: State[]
  eventCount: number
}

type TransitionRow = readonly [from: State | null, to: State, ...events: EventType[]]

/**
 * The honest way from one state of the table to another: the one that tells the least, and of those the
 * shortest. So a parcel that is first seen on the van is told as dispatched, since no way leads around
 * that, and one that is lost on the van is not told as dispatched again. Undefined when there is none.
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

/** Only what goes on to somebody's door passes through transit; everything else would be a false report. */
const mayTraverse = (state: State, to: State) =>
  state !== 'in_transit' ||
  to === 'in_transit' ||
  to === 'out_for_delivery' ||
  to === 'delivery_attempt_failed'

const isShorter = (path: StatePath, current: StatePath | undefined) =>
  current === undefined ||
  path.eventCount < current.eventCount ||
  (path.eventCount === current.eventCount && path.steps.length < current.steps.length)
