/** Adds months to a month: `addMonths('2026-01', -1)` returns `2025-12`. */
function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}

const presentMonth = (): string => new Date().toISOString().slice(0, 7)

/** The periods that the page offers. The keys are their names in the URL. */
export const periods = {
  this_month: () => ({ from: presentMonth(), until: presentMonth() }),
  last_month: () => ({ from: addMonths(presentMonth(), -1), until: addMonths(presentMonth(), -1) }),
  three_months: () => ({ from: addMonths(presentMonth(), -2), until: presentMonth() }),
  twelve_months: () => ({ from: addMonths(presentMonth(), -11), until: presentMonth() }),
  this_year: () => ({ from: `${presentMonth().slice(0, 4)}-01`, until: presentMonth() }),
  last_year: () => {
    const year = Number(presentMonth().slice(0, 4)) - 1
    return { from: `${year}-01`, until: `${year}-12` }
  },
} as const
export type PeriodName = keyof typeof periods
export const isPeriod = (name: string | undefined): name is PeriodName =>
  name !== undefined && Object.hasOwn(periods, name)
