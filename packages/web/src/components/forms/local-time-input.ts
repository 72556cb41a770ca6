export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a time for an input of the type `datetime-local`, in local time and without seconds. */
export const toLocalInputValue = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/**
 * Returns the timestamp of an input value. An incomplete value becomes an empty text, and the service rejects
 * it.
 */
export const fromLocalInputValue = (value: string): string =>
  value === '' ? '' : new Date(value).toISOString()
