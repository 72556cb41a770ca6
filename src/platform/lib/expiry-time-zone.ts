/**
 * The time zone in which an expiry date is printed: the one that is furthest behind UTC. The printed
 * day is never later than the day of the same instant in any other time zone, so 'until 20 January'
 * is not too late for any reader.
 */
export const expiryTimeZone = 'Etc/GMT+12'
