import { Text } from '@mantine/core'
import type { Campaign } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { formatNumber } from '#web/i18n/format.ts'

export type BudgetUsage = NonNullable<Campaign['budget']>

/** From this part on, the campaign and its card show a warning. */
const warningShare = 0.8

export function getBudgetShare({ amount_minor, used_minor }: BudgetUsage) {
  const share = used_minor / amount_minor
  return {
    share,
    percent: formatNumber(share, { style: 'percent', maximumFractionDigits: 0 }),
    color: share >= 1 ? 'red' : share >= warningShare ? 'yellow' : 'teal',
  }
}

/** Returns undefined while enough of the budget is left. */
export function titleBudgetWarning(budget: BudgetUsage): string | undefined {
  const { share, percent } = getBudgetShare(budget)
  if (share < warningShare) return undefined
  return share >= 1 ? t('The budget is used up') : t('{percent} of the budget is used', { percent })
}

/** The warning on the card of a campaign. */
export function BudgetWarning({ budget }: { budget: BudgetUsage | null }) {
  const title = budget === null ? undefined : titleBudgetWarning(budget)
  if (budget === null || title === undefined) return null
  return (
    <Text size="sm" component="div" mb="sm">
      <StatusBadge tone={getBudgetShare(budget).share >= 1 ? 'bad' : 'wait'}>{title}</StatusBadge>
    </Text>
  )
}
