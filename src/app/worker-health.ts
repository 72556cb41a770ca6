import type { PollingLoop } from '#platform/jobs/polling-loop'
import type { Worker } from './worker.ts'

const minute = 60_000
const maxClaimGapMs = 30_000 // the maximum time between two polls of the queue, in milliseconds

/**
 * Returns the time in milliseconds after which a loop with this interval is late. Rare loops get more time,
 * because they have more work in each run.
 */
const maxIdleMs = (every: number) => (every < minute ? minute : 2 * every + 10 * minute)

/** Returns since when a late loop has not completed a run. Returns undefined for a loop that is on time. */
export function lateSince(loop: PollingLoop, startedAt: Date): Date | undefined {
  const last = loop.lastSuccess() ?? startedAt
  return Date.now() - last.getTime() > maxIdleMs(loop.intervalMs) ? last : undefined
}

/** Returns why the worker sends no deliveries, or undefined if it sends them. */
export function findDeliveryProblem({ engine }: Worker): string | undefined {
  const { last_claim_at, is_sending, clock_skew_ms } = engine.state()
  if (clock_skew_ms === undefined)
    return 'no deliveries are sent until the clock has been compared with the database clock'
  if (!is_sending)
    return 'no deliveries are sent: the clock of this machine differs too much from the database clock'
  if (last_claim_at === undefined || Date.now() - last_claim_at.getTime() < maxClaimGapMs)
    return undefined
  return `the queue was last polled at ${last_claim_at.toISOString()}`
}
