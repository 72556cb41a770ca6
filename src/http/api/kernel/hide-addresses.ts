/**
 * Replaces email addresses and the links of recipients in a response. It applies to roles that must not see
 * them.
 */

/**
 * The pattern of email addresses. It starts at the beginning of a word, so that its time is linear. `%40` is
 * the @ in a URL. A domain without a dot is not a part of an address.
 */
const emailPattern =
  /(?<=^|[\s<>"'`(),;:[\]\\@])(?:(?!%40)[^\s<>"'`(),;:[\]\\@])+(?:@|%40)[^\s<>"'`(),;:[\]\\@.]+(?:\.[^\s<>"'`(),;:[\]\\@.]+)+/g

/**
 * The pattern of links to a gift, a one-link or its reminders. The code in the path is sufficient to act as
 * the recipient.
 */
const linkPattern = /(https?:\/\/[^\s"'<>/\\]+\/(?:r|l|reminders)\/)[^\s"'<>\\]+/g

/** The pattern of phone numbers in the international form, which the service stores. */
const phonePattern = /(?<![\w.+-])\+[1-9]\d{6,14}(?!\d)/g

/** Replaces each address in a value with its first letter and its domain: `a…@example.com`. */
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
