import { Progress, Text } from '@mantine/core'
import { Notice } from '#web/components/feedback/notice.tsx'
import { type BudgetUsage, getBudgetShare } from '#web/components/formats/budget-share.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { sentenceSpace } from '#web/i18n/format.ts'
import { titleBudgetWarning } from './budget-warning.tsx'

/** A panel that shows how much of the budget is used. */
export function BudgetPanel({ usage, stops }: { usage: BudgetUsage; stops: boolean }) {
  const { budget, budget_used } = usage
  const { amount, currency } = budget.amount
  const { share, percent, color } = getBudgetShare(usage)
  const warning = titleBudgetWarning(usage)
  const left = amount - budget_used
  const difference = formatAmount(Math.abs(left), currency)
  return (
    <Panel
      title={t('Budget')}
      action={
        <PageLink size="sm" to="/spend" search={{ by: 'campaign' }}>
          {t('View spend')}
        </PageLink>
      }
    >
      <Text fw={600}>
        {t('{used} of {budget}', {
          used: formatAmount(budget_used, currency),
          budget: formatAmount(amount, currency),
        })}
      </Text>
      <Progress
        my="xs"
        size="lg"
        value={Math.min(100, share * 100)}
        color={color}
        aria-label={t('{percent} of the budget', { percent })}
      />
      <Text size="sm" c="dimmed">
        {left < 0
          ? t('{amount} over budget.', { amount: difference })
          : t('{amount} left.', { amount: difference })}
        {sentenceSpace}
        {t('Open gifts count at the highest price they can cost, without shipping.')}
        {sentenceSpace}
        {stops
          ? t('New gifts that could exceed it are rejected.')
          : t('New gifts can still be sent.')}
      </Text>
      {warning !== undefined && (
        <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
          <Notice tone="bad" title={warning}>
            {t('Raise the budget, or archive the campaign.')}
          </Notice>
        </div>
      )}
    </Panel>
  )
}
