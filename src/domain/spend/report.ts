import { type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { findReport, type Period, type ReportGroup, type ReportRow } from './report-store.ts'

/** The first and the last month of a report, as YYYY-MM in UTC. Both are part of the report. */
export interface ReportMonths {
  from: string
  until: string
}

const maxReportMonths = 24
const maxReportRows = 500

export interface SpendReport {
  rows: readonly ReportRow[]
  /** True if the account has more groups than the report shows. */
  has_more: boolean
  /** The totals of all groups, one for each currency. Amounts in several currencies are not added. */
  totals: readonly ReportRow[]
  /** The months of the previous period, which has the same number of months. */
  previous: ReportMonths
}

/**
 * Returns the cost of gifts in these months and in the previous period, by month, campaign, sender, cost
 * centre or team. Throws for more than 24 months.
 */
export async function getReport(
  ctx: TxContext,
  group: ReportGroup,
  months: ReportMonths,
): Promise<SpendReport> {
  const count = countMonths(months)
  const before = addMonths(months.from, -count)
  const period = toPeriod(months)
  const rows = await findReport(ctx, group, {
    period,
    // The report compares each month with the month before.
    previous: group === 'month' ? toDate(addMonths(months.from, -1)) : toDate(before),
    limit: maxReportRows + 1,
  })
  const compared = group === 'month' ? compareMonths(rows, months.from) : rows
  const range = { period, previous: toDate(before), limit: maxReportRows }
  const totals = await findReport(ctx, 'all', range)
  return {
    rows: compared.slice(0, maxReportRows),
    has_more: rows.length > maxReportRows,
    totals,
    previous: { from: before, until: addMonths(months.from, -1) },
  }
}

/** Sets the previous total of each month to the total of the month before. Returns the newest month first. */
function compareMonths(rows: readonly ReportRow[], from: string): ReportRow[] {
  const totals = new Map(
    rows.map((row) => [`${row.key} ${row.currency}`, row.total_minor + row.previous_minor]),
  )
  return rows
    .filter(({ key }) => key !== null && key >= from)
    .map((row) => ({
      ...row,
      previous_minor: totals.get(`${addMonths(row.key ?? from, -1)} ${row.currency}`) ?? 0,
    }))
    .toSorted((a, b) => compare(b.key ?? '', a.key ?? '') || compare(a.currency, b.currency))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function countMonths({ from, until }: ReportMonths): number {
  const count = toIndex(until) - toIndex(from) + 1
  const errors: FieldError[] = []
  if (count < 1)
    errors.push({ code: 'invalid', param: 'until', message: 'must not be before `from`' })
  if (count > maxReportMonths)
    errors.push({
      code: 'invalid',
      param: 'from',
      message: `must be at most ${maxReportMonths} months before \`until\``,
    })
  throwIfAny(errors, 400)
  return count
}

const toIndex = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

/** Adds a number of months to a month: `addMonths('2026-01', -1)` is `2025-12`. */
export function addMonths(month: string, count: number): string {
  const index = toIndex(month) + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

const toDate = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`)

/** Converts months to the time when the first month begins, and the time when the last month ends. */
export const toPeriod = ({ from, until }: ReportMonths): Period => ({
  from: toDate(from),
  until: toDate(addMonths(until, 1)),
})
