import type { TxContext } from '#platform/postgres/database'
import { forceIndexScans } from './claim-deliveries.ts'
import type { EngineCounts } from './engine-options.ts'
import * as queue from './queue.ts'
import type { Settler } from './settler.ts'
import { recoverSigning } from './signing-errors.ts'

export interface QueueMaintenanceContext {
  run: <T>(fn: (ctx: TxContext) => Promise<T>) => Promise<T>
  settler: Settler
  counts: EngineCounts
  /** Something became ready. */
  onReady: () => void
}

/** What keeps the queue moving beside the claims: retries that are due, leases that were lost, what is parked. */
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

  /** After an outage, workers that survived it settle first: what they did need not be done again. */
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
