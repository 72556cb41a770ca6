export const ranges = [
  ['7', 'Last 7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'Year'],
  ['all', 'All time'],
] as const

export type Range = (typeof ranges)[number][0]

export const isRange = (text: string | undefined): text is Range =>
  ranges.some(([value]) => value === text)

const aDay = 24 * 60 * 60 * 1000

/**
 * The filters of the list that mean the same days, today among them.
 *
 * @param aheadMs  by how much the account's clock is ahead: gifts have its time
 */
export function spanOf(range: Range, aheadMs = 0): Record<string, string> {
  if (range === 'all') return {}
  const from = new Date(Date.now() + aheadMs - (Number(range) - 1) * aDay)
  return { created_from: from.toISOString().slice(0, 10) }
}
