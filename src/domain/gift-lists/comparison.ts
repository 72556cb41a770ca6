import type { TxContext } from '#platform/postgres/database'
import * as analyticsStore from './analytics-store.ts'
import { type AdminGiftQuery, toFilter } from './list.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Two periods of the same length. */
export interface Comparison {
  current: analyticsStore.StagesByPeriodEnd
  /** The first day of the period before. */
  previous_from: Date
  previous: analyticsStore.StagesByPeriodEnd
}

/**
 * Compares the gift requests that were created in the period of the query with those of the period before. Each period counts what
 * happened until its end, so that older gifts do not look better for having had more time. Returns null without a start.
 */
export async function comparePeriods(
  ctx: TxContext,
  query: AdminGiftQuery,
): Promise<Comparison | null> {
  const filter = await toFilter(ctx, query)
  const from = filter?.created_from
  if (filter === undefined || from === undefined) return null
  const until = earlier(filter.created_until, ctx.now)
  const lengthMs = Math.max(0, until.getTime() - from.getTime())
  // whole days before, so that a day that is not over is compared with the same hours
  const shiftMs = Math.max(1, Math.ceil(lengthMs / dayMs)) * dayMs
  const previous_from = new Date(from.getTime() - shiftMs)
  const count = (start: Date) => {
    const end = new Date(start.getTime() + lengthMs)
    const period = { ...filter, created_from: start, created_until: end }
    return analyticsStore.countStagesUntil(ctx, period, end)
  }
  const [current, previous] = await Promise.all([count(from), count(previous_from)])
  return { current, previous_from, previous }
}

const earlier = (date: Date | undefined, other: Date): Date =>
  date !== undefined && date < other ? date : other
