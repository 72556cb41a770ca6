/**
 * The time zone in which an expiry date is printed: the one furthest behind UTC. The day that it shows is never later
 * than the day on which the moment falls anywhere else, so 'until 20 January' is not too late for any reader.
 */
export const expiryTimeZone = 'Etc/GMT+12'
