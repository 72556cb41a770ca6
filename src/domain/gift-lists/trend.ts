import type { TxContext } from '#platform/postgres/database'
import * as analyticsStore from './analytics-store.ts'
import { type AdminGiftQuery, toFilter } from './list.ts'

const dayMs = 24 * 60 * 60 * 1000
/**
 * The longest trend, in days, for each unit. Longer trends show weeks or months, so that a chart has at most
 * a hundred days or weeks.
 */
const maxDays = { day: 100, week: 700 } as const

/** The number of gift requests over time. */
export interface Trend {
  unit: analyticsStore.TrendUnit
  /** The points of the trend, oldest first, without gaps. */
  points: analyticsStore.TrendPoint[]
}

/**
 * Counts gift requests for each day, week or month of their creation. The period begins with the start of the
 * query or the first gift request, and lasts until now or the end of the query.
 */
export async function trend(ctx: TxContext, query: AdminGiftQuery): Promise<Trend> {
  const filter = await toFilter(ctx, query)
  const until = filter?.created_until ?? ctx.now
  const unit = chooseUnit(filter?.created_from, until)
  if (filter === undefined) return { unit, points: [] }
  const counted = await analyticsStore.trend(ctx, filter, unit)
  const first = counted[0]?.from
  if (first === undefined) return { unit, points: [] }
  const from = filter.created_from ?? new Date(first)
  const known = new Map(counted.map((point) => [point.from, point]))
  const points: analyticsStore.TrendPoint[] = []
  for (let at = startOf(from, unit); at < until; at = nextStart(at, unit)) {
    const day = at.toISOString().slice(0, 10)
    points.push(known.get(day) ?? { from: day, sent: 0, redeemed: 0 })
  }
  return { unit, points: points.slice(-maxPoints) }
}

/** The maximum number of points in a chart: the months of ten years. */
const maxPoints = 120

function chooseUnit(from: Date | undefined, until: Date): analyticsStore.TrendUnit {
  const days =
    from === undefined ? Number.POSITIVE_INFINITY : (until.getTime() - from.getTime()) / dayMs
  if (days <= maxDays.day) return 'day'
  return days <= maxDays.week ? 'week' : 'month'
}

/** Returns the start of the period like `date_trunc` of PostgreSQL: a week begins on Monday. */
function startOf(date: Date, unit: analyticsStore.TrendUnit): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'month') return new Date(Date.UTC(year, month, 1))
  const sinceMonday = unit === 'week' ? (date.getUTCDay() + 6) % 7 : 0
  return new Date(Date.UTC(year, month, day - sinceMonday))
}

const nextStart = (start: Date, unit: analyticsStore.TrendUnit): Date =>
  unit === 'month'
    ? new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
    : new Date(start.getTime() + (unit === 'week' ? 7 : 1) * dayMs)
