export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a time for `datetime-local`: local, to the minute. */
export const toLocalInputValue = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Returns the timestamp of a value; an incomplete value stays empty, and the service rejects it. */
export const fromLocalInputValue = (value: string): string =>
  value === '' ? '' : new Date(value).toISOString()
