import type { TxContext } from '#platform/postgres'
import { steady } from './claim.ts'
import type { EngineCounts } from './engine-options.ts'
import * as queue from './queue.ts'
import type { Settler } from './settler.ts'
import { recoverSigning } from './signing-errors.ts'

export interface TendingContext {
  run: <T>(act: (ctx: TxContext) => Promise<T>) => Promise<T>
  settler: Settler
  counts: EngineCounts
  /** Something became ready. */
  onReady: () => void
}

/** What keeps the queue moving beside the claims: retries that are due, leases that were lost, what is parked. */
export function createTending({ run, settler, counts, onReady }: TendingContext) {
  let wasAway = false

  async function promote(): Promise<number> {
    const moved = await run((ctx) => {
      steady(ctx)
      return queue.promote(ctx)
    })
    if (moved > 0) onReady()
    return moved
  }

  /** After an outage, workers that survived it settle first: what they did need not be done again. */
  async function sweep(): Promise<number> {
    if (settler.isStuck()) return 0
    try {
      const found = wasAway
        ? await run(greet)
        : (await run(sweepLeases)) + (await run(recoverSigning)) + (await run(unparkAndEnd))
      wasAway = false
      if (found > 0) onReady()
      return found
    } catch (error) {
      wasAway = true
      throw error
    }
  }

  async function greet(ctx: TxContext): Promise<number> {
    await ctx.query('select 1')
    return 0
  }

  async function sweepLeases(ctx: TxContext): Promise<number> {
    steady(ctx)
    const swept = await queue.sweep(ctx)
    counts.swept += swept
    return swept
  }

  async function unparkAndEnd(ctx: TxContext): Promise<number> {
    steady(ctx)
    const endpoints = await queue.misparked(ctx)
    for (const each of endpoints) (each.is_deleted ? queue.end : queue.unpark)(ctx, each)
    return endpoints.length
  }

  return { promote, sweep }
}
