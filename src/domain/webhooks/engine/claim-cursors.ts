import { createLruCache } from '#platform/lib/lru-cache'
import type { ClaimCursors, ClaimedDelivery } from './claim-deliveries.ts'

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
const slowClaim = { totalMs: 50, perRowMs: 3 } as const
/** One that took long is made again after so many times as long as it took, and after so many milliseconds at most. */
const backoff = { factor: 5, maxMs: 2_000 } as const
const maxEndpoints = 200
/** Milliseconds before the last id: commits do not come in the order of their ids. */
const slackMs = 1_000

export function createClaimCursors(now: () => number = () => performance.now()) {
  const newestIds = createLruCache<string>(maxEndpoints)
  let fullScanAt = 0
  let slowInARow = 0
  return {
    /** Undefined when it is time for a whole claim. */
    current(): ClaimCursors | undefined {
      if (now() >= fullScanAt) return undefined
      const entries = [...newestIds.entries()]
      if (entries.length === 0) return undefined
      return {
        endpoint_ids: entries.map(([id]) => id),
        ids: entries.map(([, id]) => idBefore(id)),
      }
    },
    /** What a claim brought. */
    record(rows: readonly Pick<ClaimedDelivery, 'endpoint_id' | 'id'>[]): void {
      for (const { endpoint_id, id } of rows) {
        const last = newestIds.get(endpoint_id)
        newestIds.set(endpoint_id, last === undefined || last < id ? id : last)
      }
    },
    /** How long a whole claim took, in milliseconds, and for how many rows. */
    recordFullScan(ms: number, rows: number): void {
      const waitMs = backoffAfter(ms, rows)
      slowInARow = waitMs === 0 ? 0 : slowInARow + 1
      fullScanAt = slowInARow > 1 ? now() + waitMs : 0
    },
  }
}

/** Milliseconds until such a claim should be made again: none, unless it took long for what it brought. */
export const backoffAfter = (ms: number, rows: number): number =>
  ms > slowClaim.totalMs && ms > slowClaim.perRowMs * rows
    ? Math.min(backoff.factor * ms, backoff.maxMs)
    : 0

/** The first id of a moment before this one's, by the time that is written in its first 48 bits. */
export function idBefore(id: string): string {
  const createdMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const hex = Math.max(0, createdMs - slackMs)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
