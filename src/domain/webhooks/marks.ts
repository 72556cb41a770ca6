import { createLruCache } from '#platform/kept'
import type { Claimed, Marks } from './claim.ts'

/*
 * How far one engine has claimed, endpoint by endpoint. While somebody holds a snapshot, PostgreSQL clears nothing away, and
 * what was delivered stays in the index before all that waits: a claim that begins at the beginning walks past all of it.
 *
 * So when such claims take long for the little they bring, they are made seldom, and those in between begin where the
 * endpoint was last claimed. What they do not see, the next whole one does: an endpoint that is new here, a delivery
 * that was given back, one that was committed long after its id was made. One that took long by itself says nothing: anything may
 * have stopped for a moment.
 */

/** Milliseconds, and milliseconds for each row, from which a claim takes long. */
const long = { inAll: 50, each: 3 } as const
/** One that took long is made again after so many times as long as it took, and after so many milliseconds at most. */
const rest = { times: 5, most: 2_000 } as const
const mostEndpoints = 200
/** Milliseconds before the last id: commits do not come in the order of their ids. */
const slack = 1_000

export function createMarks(now: () => number = () => performance.now()) {
  const newest = createLruCache<string>(mostEndpoints)
  let wholeAt = 0
  let longInARow = 0
  return {
    /** Undefined when it is time for a whole claim. */
    current(): Marks | undefined {
      if (now() >= wholeAt) return undefined
      const marks = [...newest.entries()]
      if (marks.length === 0) return undefined
      return {
        endpoint_ids: marks.map(([id]) => id),
        ids: marks.map(([, id]) => aLittleBefore(id)),
      }
    },
    /** What a claim brought. */
    note(rows: readonly Pick<Claimed, 'endpoint_id' | 'id'>[]): void {
      for (const { endpoint_id, id } of rows) {
        const last = newest.get(endpoint_id)
        newest.set(endpoint_id, last === undefined || last < id ? id : last)
      }
    },
    /** How long a whole claim took, in milliseconds, and for how many rows. */
    tookWhole(ms: number, rows: number): void {
      const wait = restAfter(ms, rows)
      longInARow = wait === 0 ? 0 : longInARow + 1
      wholeAt = longInARow > 1 ? now() + wait : 0
    },
  }
}

/** Milliseconds until such a claim should be made again: none, unless it took long for what it brought. */
export const restAfter = (ms: number, rows: number): number =>
  ms > long.inAll && ms > long.each * rows ? Math.min(rest.times * ms, rest.most) : 0

/** The first id of a moment before this one's, by the time that is written in its first 48 bits. */
export function aLittleBefore(id: string): string {
  const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const hex = Math.max(0, made - slack)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
