import type { Claimed, Marks } from './claim.ts'

/*
 * How far one engine has claimed, endpoint by endpoint. While somebody holds a snapshot, PostgreSQL clears nothing away, and
 * what was delivered stays in the index before all that waits: a claim that begins at the beginning walks past all of it.
 *
 * So when such a claim takes long for the little it brings, it is made seldom, and the claims in between begin where the
 * endpoint was last claimed. What they do not see, the next whole one does: an endpoint that is new here, a delivery
 * that was given back, one that was committed long after its id was made.
 */

/** Milliseconds, and milliseconds for each row, from which a claim takes long. */
const long = { inAll: 50, each: 3 } as const
/** A whole claim that took long is made again after so many times as long as it took. */
const rest = 5
const mostEndpoints = 200
/** Milliseconds before the last id: commits do not come in the order of their ids. */
const slack = 1_000

export function createMarks() {
  const newest = new Map<string, string>()
  let wholeAt = 0
  return {
    /** Undefined when it is time for a whole claim. */
    current(): Marks | undefined {
      if (performance.now() >= wholeAt) return undefined
      return { endpoint_ids: [...newest.keys()], ids: [...newest.values()].map(aLittleBefore) }
    },
    /** What a claim brought. */
    note(rows: readonly Pick<Claimed, 'endpoint_id' | 'id'>[]): void {
      for (const { endpoint_id, id } of rows) {
        const last = newest.get(endpoint_id)
        newest.delete(endpoint_id)
        newest.set(endpoint_id, last === undefined || last < id ? id : last)
      }
      for (const endpoint_id of newest.keys()) {
        if (newest.size <= mostEndpoints) return
        newest.delete(endpoint_id)
      }
    },
    /** How long a whole claim took, in milliseconds, and for how many rows. */
    tookWhole(ms: number, rows: number): void {
      wholeAt = restAfter(ms, rows)
    },
  }
}

/** When to make such a claim again: at once, unless it took long for what it brought. */
export const restAfter = (ms: number, rows: number): number =>
  ms > long.inAll && ms > long.each * rows ? performance.now() + rest * ms : 0

/** The first id of a moment before this one's, by the time that is written in its first 48 bits. */
export function aLittleBefore(id: string): string {
  const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const hex = Math.max(0, made - slack)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
