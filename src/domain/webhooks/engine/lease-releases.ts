import type { TxContext } from '#platform/postgres/database'
import { releaseLeases } from './queue.ts'

/** The maximum number of tokens in memory. The deliveries of further ones wait until their lease expires. */
const maxTokens = 10_000
const maxBatch = 500

/**
 * Leases whose deliveries this worker will not send: of a claim or an insert without a response, which PostgreSQL may have
 * committed, and of deliveries that must not be sent now.
 */
export interface LeaseReleases {
  add(token: string): void
  /** Returns their deliveries to the queue, without an attempt. A failed call changes nothing; the next one tries again. */
  release(): Promise<void>
}

export function createLeaseReleases(
  run: (fn: (ctx: TxContext) => Promise<void>) => Promise<void>,
): LeaseReleases {
  const tokens = new Set<string>()
  return {
    add(token) {
      if (tokens.size < maxTokens) tokens.add(token)
    },
    async release() {
      if (tokens.size === 0) return
      const batch = [...tokens].slice(0, maxBatch)
      await run(async (ctx) => releaseLeases(ctx, batch))
      for (const token of batch) tokens.delete(token)
    },
  }
}
