import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A version 7 UUID: ids made later sort later, so an index on ids is an index on time.
 *
 * @param now    the moment the id belongs to; the process's own time when left out
 * @param place  the place in a list made at one moment, so that a batch keeps its order
 */
export function newId(now?: Date, index?: number): string {
  if (now === undefined) return v7()
  return index === undefined
    ? v7({ msecs: now.getTime() })
    : v7({ msecs: now.getTime(), seq: index * 4096 + randomInt(4096) })
}

/** The millisecond at which a version 7 UUID was made. */
export const getTimestampOfId = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** The lowest id of this millisecond: ids from that moment on are not below it. */
export function minIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** What a person can read out on the telephone: no I, L, O or U. */
export const randomCrockford = (length: number) => randomString(crockford, length)

/** Letters and digits from the operating system's generator; 5.95 bits each. */
export const randomBase62 = (length: number) => randomString(base62, length)

function randomString(alphabet: string, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text could be one of our ids at all. What could not names nothing. */
export const isId = (text: string): boolean => uuidPattern.test(text)
