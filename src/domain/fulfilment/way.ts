import type { EventType } from '#contract'
import { type State, transitions } from '#gifting'

interface Way {
  steps: State[]
  told: number
}

type Row = readonly [from: State | null, to: State, ...tells: EventType[]]

/**
 * The honest way from one state of the table to another: the one that tells the least, and of those the
 * shortest. So a parcel that is first seen on the van is told as dispatched, since no way leads around
 * that, and one that is lost on the van is not told as dispatched again. Undefined when there is none.
 */
export function wayTo(from: State, to: State): readonly State[] | undefined {
  const best = new Map<State, Way>([[from, { steps: [], told: 0 }]])
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const [before, after, ...tells] of transitions as readonly Row[]) {
      const way = before === null ? undefined : best.get(before)
      if (way === undefined || !mayPass(after, to)) continue
      const found = { steps: [...way.steps, after], told: way.told + tells.length }
      if (!isLess(found, best.get(after))) continue
      best.set(after, found)
      isBetter = true
    }
  }
  return best.get(to)?.steps
}

/** Only what goes on to somebody's door passes through transit; everything else would be a false report. */
const mayPass = (state: State, to: State) =>
  state !== 'in_transit' ||
  to === 'in_transit' ||
  to === 'out_for_delivery' ||
  to === 'delivery_attempt_failed'

const isLess = (way: Way, known: Way | undefined) =>
  known === undefined ||
  way.told < known.told ||
  (way.told === known.told && way.steps.length < known.steps.length)
