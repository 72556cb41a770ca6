import { Progress, Text } from '@mantine/core'
import { PageLink } from '#web/components/link.tsx'
import { formatAmount } from '#web/components/minor-units.ts'
import { Notice } from '#web/components/notice.tsx'
import { Panel } from '#web/components/page.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { sentenceSpace } from '#web/i18n/format.ts'
import { type BudgetUsage, getBudgetShare, titleBudgetWarning } from './budget-warning.tsx'

/** How much of the budget is taken. */
export function BudgetPanel({ budget }: { budget: BudgetUsage }) {
  const { amount_minor, currency, used_minor, stops } = budget
  const { share, percent, color } = getBudgetShare(budget)
  const warning = titleBudgetWarning(budget)
  const left = amount_minor - used_minor
  const amount = formatAmount(Math.abs(left), currency)
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
          used: formatAmount(used_minor, currency),
          budget: formatAmount(amount_minor, currency),
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
        {left < 0 ? t('{amount} over budget.', { amount }) : t('{amount} left.', { amount })}
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
