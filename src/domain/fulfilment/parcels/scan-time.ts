import type { ParcelRow } from './tables.ts'

/*
 * The time of a scan is the word of another clock. A scan cannot precede its parcel or follow the present, apart from the
 * difference between the clocks.
 */

/** A device with a wrong time zone is up to 14 hours off. */
const maxEarlyMs = 24 * 60 * 60_000
const maxLateMs = 60_000
/** No parcel travels for longer. */
const maxTravelMs = 366 * 24 * 60 * 60_000

type Created = Pick<ParcelRow, 'created_at'>

/**
 * Returns the time of a carrier's scan within the bounds: a carrier repeats its messages and cannot correct them, and the
 * scan itself is true. Times before the parcel become its creation, so that their order does not depend on the arrival.
 */
export function clampScanTime(occurred_at: Date, { created_at }: Created, now: Date): Date {
  if (isBefore(occurred_at, created_at)) return created_at
  return isAfter(occurred_at, now) ? new Date(now.getTime() + maxLateMs) : occurred_at
}

/** Returns the message for a time that a person has entered; undefined within the bounds. */
export function findScanTimeMistake(
  occurred_at: Date,
  { created_at }: Created,
  now: Date,
): string | undefined {
  if (isBefore(occurred_at, created_at))
    return `is before the parcel existed; write a time after ${created_at.toISOString()}`
  return isAfter(occurred_at, now)
    ? `is in the future; write a time before ${now.toISOString()}`
    : undefined
}

const isBefore = (at: Date, created_at: Date) => at.getTime() < created_at.getTime() - maxEarlyMs
const isAfter = (at: Date, now: Date) => at.getTime() > now.getTime() + maxLateMs

/** Returns a carrier's estimate of the arrival; null for one that cannot be true, such as 1970 or 9999. */
export function toEstimate(
  estimated_at: Date | null | undefined,
  { created_at }: Created,
): Date | null {
  const travelMs = Number(estimated_at ?? Number.NaN) - created_at.getTime()
  return travelMs >= -maxEarlyMs && travelMs <= maxTravelMs ? (estimated_at ?? null) : null
}

/** Returns a parcel with a new label without an estimate that cannot be true. */
export const withEstimate = (parcel: ParcelRow): ParcelRow => ({
  ...parcel,
  estimated_at: toEstimate(parcel.estimated_at, parcel),
})
