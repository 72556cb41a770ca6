const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the filter of a list for one period of a chart.
 *
 * @param firstDay  the first day that the chart counts; it can be within the first period
 */
export function toPeriodFilter(
  from: string,
  unit: 'day' | 'week' | 'month',
  firstDay = from,
): { created_from: string; created_until: string } {
  const start = new Date(`${from}T00:00:00Z`)
  const last =
    unit === 'month'
      ? new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0))
      : new Date(start.getTime() + (unit === 'week' ? 6 : 0) * dayMs)
  return {
    created_from: from < firstDay ? firstDay : from,
    created_until: last.toISOString().slice(0, 10),
  }
}
