import { Text } from '@mantine/core'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import {
  type BudgetUsage,
  getBudgetShare,
  warningShare,
} from '#web/components/formats/budget-share.ts'
import { t } from '#web/i18n/campaigns.ts'

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
