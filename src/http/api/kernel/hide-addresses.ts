/** Replaces email addresses and the links of recipients in a response, for roles that do not see them. */

/**
 * Starts at the beginning of a word, so that the time is linear. `%40` is the @ of a URL. Domains without a dot are no
 * addresses.
 */
const emailPattern =
  /(?<=^|[\s<>"'`(),;:[\]\\@])(?:(?!%40)[^\s<>"'`(),;:[\]\\@])+(?:@|%40)[^\s<>"'`(),;:[\]\\@.]+(?:\.[^\s<>"'`(),;:[\]\\@.]+)+/g

/** Links to a gift, a one-link or its reminders: the code in the path is enough to act as the recipient. */
const linkPattern = /(https?:\/\/[^\s"'<>/\\]+\/(?:r|l|reminders)\/)[^\s"'<>\\]+/g

/** Phone numbers in the international form, as the service stores them. */
const phonePattern = /(?<![\w.+-])\+[1-9]\d{6,14}(?!\d)/g

/** Returns the value with each address replaced by its first letter and its domain: `a…@example.com`. */
export function hideAddresses<Value>(value: Value): Value {
  return hideIn(value) as Value
}

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideInText(value)
  if (Array.isArray(value)) return value.map(hideIn)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]))
}

const hideInText = (text: string): string =>
  text
    .replace(linkPattern, '$1…')
    .replace(emailPattern, (email) => email.replace(/^(.).*(@|%40)/su, '$1…$2'))
    .replace(phonePattern, (phone) => `${phone.slice(0, 3)}…`)
