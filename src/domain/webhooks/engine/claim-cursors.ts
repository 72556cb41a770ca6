import { createLruCache } from '#platform/lib/lru-cache'
import type { ClaimCursors, ClaimedDelivery } from './claim-deliveries.ts'

/*
 * Claim cursors: the newest claimed delivery of each endpoint. While a transaction holds an old snapshot,
 * PostgreSQL cannot remove dead index entries. Delivered rows then stay in the index before the waiting
 * rows, and a full scan reads all of them.
 *
 * When full scans are slow for the number of rows they return, the engine runs them less often. The
 * claims in between start at the cursor of each endpoint. They miss new endpoints, released deliveries,
 * and deliveries that were committed long after their id was generated; the next full scan finds those.
 * One slow scan alone has no effect, because a single delay can have any cause.
 *
 * Cursors at all times would delay deliveries below their cursor. A table for each hour, truncated in turn, has no dead
 * rows, but each retry and each parked delivery must be copied, and its locks conflict with every claim.
 */

/** A claim is slow above both limits: milliseconds in total, and milliseconds per row. */
const slowClaim = { totalMs: 50, perRowMs: 3 } as const
/** The pause after a slow full scan: a multiple of its duration, up to a maximum in milliseconds. */
const backoff = { factor: 5, maxMs: 2_000 } as const
const maxEndpoints = 200
/**
 * Milliseconds that a claim goes back before the newest id, because commits do not follow the order of
 * ids.
 */
const slackMs = 1_000

export function createClaimCursors(now: () => number = () => performance.now()) {
  const newestIds = createLruCache<string>(maxEndpoints)
  let fullScanAt = 0
  let slowInARow = 0
  return {
    /** Returns undefined when a full scan is due. */
    current(): ClaimCursors | undefined {
      if (now() >= fullScanAt) return undefined
      const entries = [...newestIds.entries()]
      if (entries.length === 0) return undefined
      return {
        endpoint_ids: entries.map(([id]) => id),
        ids: entries.map(([, id]) => idBefore(id)),
      }
    },
    /** Records the rows of a claim. */
    record(rows: readonly Pick<ClaimedDelivery, 'endpoint_id' | 'id'>[]): void {
      for (const { endpoint_id, id } of rows) {
        const last = newestIds.get(endpoint_id)
        newestIds.set(endpoint_id, last === undefined || last < id ? id : last)
      }
    },
    /** Records the duration of a full scan in milliseconds, and its number of rows. */
    recordFullScan(ms: number, rows: number): void {
      const waitMs = backoffAfter(ms, rows)
      slowInARow = waitMs === 0 ? 0 : slowInARow + 1
      fullScanAt = slowInARow > 1 ? now() + waitMs : 0
    },
  }
}

/** Returns the pause before the next full scan in milliseconds; 0 unless the scan was slow. */
export const backoffAfter = (ms: number, rows: number): number =>
  ms > slowClaim.totalMs && ms > slowClaim.perRowMs * rows
    ? Math.min(backoff.factor * ms, backoff.maxMs)
    : 0

/**
 * Returns the first id of the millisecond that is `slackMs` before the timestamp in this id's first 48
 * bits.
 */
export function idBefore(id: string): string {
  const createdMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const hex = Math.max(0, createdMs - slackMs)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
