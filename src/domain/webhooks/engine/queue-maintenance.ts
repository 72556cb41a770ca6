import type { TxContext } from '#platform/postgres/database'
import { forceIndexScans } from '#platform/postgres/force-index-scans'
import type { EngineCounts } from './engine-options.ts'
import * as queue from './queue.ts'
import type { Settler } from './settler.ts'
import { recoverSigning } from './signing-errors.ts'

export interface QueueMaintenanceContext {
  run: <T>(fn: (ctx: TxContext) => Promise<T>) => Promise<T>
  settler: Settler
  counts: EngineCounts
  /** Runs after deliveries became ready. */
  onReady: () => void
}

/**
 * Creates the maintenance of the queue. It moves due retries to the ready deliveries, reclaims expired
 * leases, and repairs parked deliveries.
 */
export function createQueueMaintenance({ run, settler, counts, onReady }: QueueMaintenanceContext) {
  let wasUnavailable = false

  async function promoteDueRetries(): Promise<number> {
    const moved = await run((ctx) => {
      forceIndexScans(ctx)
      return queue.promoteDueRetries(ctx)
    })
    if (moved > 0) onReady()
    return moved
  }

  /**
   * Repairs the queue. After an outage, the first call only tests the connection, so that workers that are
   * still running can save their results before their leases are reclaimed.
   */
  async function repair(): Promise<number> {
    if (settler.isFailing()) return 0
    try {
      const found = wasUnavailable
        ? await run(ping)
        : (await run(reclaimExpiredLeases)) +
          (await run(recoverSigning)) +
          (await run(repairParked))
      wasUnavailable = false
      if (found > 0) onReady()
      return found
    } catch (error) {
      wasUnavailable = true
      throw error
    }
  }

  async function ping(ctx: TxContext): Promise<number> {
    await ctx.query('select 1')
    return 0
  }

  async function reclaimExpiredLeases(ctx: TxContext): Promise<number> {
    forceIndexScans(ctx)
    const reclaimed = await queue.reclaimExpiredLeases(ctx)
    counts.swept += reclaimed
    return reclaimed
  }

  async function repairParked(ctx: TxContext): Promise<number> {
    forceIndexScans(ctx)
    const endpoints = await queue.findWronglyParked(ctx)
    for (const each of endpoints) (each.is_deleted ? queue.abandonAll : queue.unpark)(ctx, each)
    return endpoints.length
  }

  return { promoteDueRetries, repair }
}
