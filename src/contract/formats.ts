const asciiLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns whether a text is a domain name with a dot, in any script. Its A-labels must be valid (RFC 5891),
 * and an IP address is no domain name.
 */
export function isDomain(text: string): boolean {
  if (/[\s/?#@:\\%]/.test(text) || !URL.canParse(`http://${text}`)) return false
  const labels = new URL(`http://${text}`).hostname.split('.')
  return (
    labels.length > 1 &&
    labels.join('.').length <= 253 &&
    labels.every((each) => asciiLabel.test(each)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/**
 * Returns whether a text is a phone number in E.164: a plus sign, the country code, and up to 15 digits in
 * total.
 */
export const isE164 = (text: string): boolean => e164Pattern.test(text)

/** The pattern of a phone number in E.164. The schema uses the same pattern. */
export const e164Pattern = /^\+[1-9]\d{6,14}$/

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Returns whether a text is a valid ISO 8601 timestamp with a time zone. Rejects days that do not exist, such
 * as the 30th of February.
 */
export function isTimestamp(text: string): boolean {
  if (!timestampPattern.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
}

/** The last moment that a timestamp with a year of four digits can express in UTC. */
const latestTimestamp = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Returns whether the service can store a timestamp in an id and return it in RFC 3339: from 1970 to 9999, in
 * UTC.
 */
export function isStorableTimestamp(text: string): boolean {
  const at = Date.parse(text)
  return isTimestamp(text) && at >= 0 && at <= latestTimestamp
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether the text has the form of an id. */
export const isId = (text: string): boolean => uuidPattern.test(text)
