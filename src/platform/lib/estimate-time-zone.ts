/**
 * Returns the time zone in which a carrier's estimate is the right day. Carriers give a day as midnight UTC, which is
 * the evening before in America, and a time as an exact moment.
 */
export const estimateTimeZone = (estimated_at: Date, timeZone: string): string =>
  estimated_at.getTime() % (24 * 60 * 60 * 1000) === 0 ? 'UTC' : timeZone
