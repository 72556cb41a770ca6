import { Text } from '@mantine/core'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { formatNumber } from '#web/i18n/format.ts'

/** A budget and the used part of it. `budget_used` is in the smallest unit of the currency. */
export interface BudgetUsage {
  budget: { amount: { amount: number; currency: string } }
  budget_used: number
}

/** The used share of the budget from which the campaign and its card show a warning. */
const warningShare = 0.8

export function getBudgetShare({ budget, budget_used }: BudgetUsage) {
  const share = budget_used / budget.amount.amount
  return {
    share,
    percent: formatNumber(share, { style: 'percent', maximumFractionDigits: 0 }),
    color: share >= 1 ? 'red' : share >= warningShare ? 'yellow' : 'teal',
  }
}

/** Returns the title of the warning about a budget. Returns undefined while enough of the budget is left. */
export function titleBudgetWarning(usage: BudgetUsage): string | undefined {
  const { share, percent } = getBudgetShare(usage)
  if (share < warningShare) return undefined
  return share >= 1 ? t('The budget is used up') : t('{percent} of the budget is used', { percent })
}

/** The warning about the budget on the card of a campaign. */
export function BudgetWarning({ usage }: { usage: BudgetUsage }) {
  const title = titleBudgetWarning(usage)
  if (title === undefined) return null
  return (
    <Text size="sm" component="div" mb="sm">
      <StatusBadge tone={getBudgetShare(usage).share >= 1 ? 'bad' : 'wait'}>{title}</StatusBadge>
    </Text>
  )
}
