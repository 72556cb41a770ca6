import { throwIfAny } from '#contract'

const daySeconds = 24 * 60 * 60
const overlapSeconds = { min: 0, default: daySeconds, max: 7 * daySeconds } as const

/** Returns when the previous secret or key ends; null: at once. Throws for an overlap outside the limits. */
export function toOverlapEnd(now: Date, seconds: number = overlapSeconds.default): Date | null {
  if (!(seconds >= overlapSeconds.min && seconds <= overlapSeconds.max)) {
    const message = `must be between ${overlapSeconds.min} and ${overlapSeconds.max}`
    throwIfAny([{ code: 'invalid', param: 'overlap_seconds', message }])
  }
  return seconds === 0 ? null : new Date(now.getTime() + seconds * 1000)
}
