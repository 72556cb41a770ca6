import { formatNumber } from '#web/i18n/format.ts'

/** A budget and the used part of it. `budget_used` is in the smallest unit of the currency. */
export interface BudgetUsage {
  budget: { amount: { amount: number; currency: string } }
  budget_used: number
}

/** The used share of the budget from which pages show a warning. */
export const warningShare = 0.8

/** Returns the used share of a budget, its text, and the colour of its bar. */
export function getBudgetShare({ budget, budget_used }: BudgetUsage) {
  const share = budget_used / budget.amount.amount
  return {
    share,
    percent: formatNumber(share, { style: 'percent', maximumFractionDigits: 0 }),
    color: share >= 1 ? 'red' : share >= warningShare ? 'yellow' : 'teal',
  }
}
