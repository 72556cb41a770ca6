import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

export { isId } from '#contract/formats'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Creates a version 7 UUID. Later ids sort later, so an index on ids is ordered by time.
 *
 * @param now    the timestamp of the id; default: the time of the process
 * @param index  the position in a list that was created at one time, so that a batch preserves its order
 */
export function newId(now?: Date, index?: number): string {
  if (now === undefined) return v7()
  return index === undefined
    ? v7({ msecs: now.getTime() })
    : v7({ msecs: now.getTime(), seq: index * 4096 + randomInt(4096) })
}

/** Returns the timestamp of a version 7 UUID in milliseconds. */
export const getTimestampOfId = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** Returns the lowest id of this millisecond. No later id is below it. */
export function minIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns random characters that are easy to read out on the telephone: no I, L, O or U. */
export const randomCrockford = (length: number) => randomString(crockford, length)

/** Returns random letters and digits from the operating system's generator, with 5.95 bits each. */
export const randomBase62 = (length: number) => randomString(base62, length)

function randomString(alphabet: string, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}
