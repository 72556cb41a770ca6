import type { SendEstimate } from '#web/admin-api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { t } from '#web/i18n/send.ts'
import { findExceeded } from './cost-estimate.ts'

/** The warnings for the budgets that these gifts could exceed. */
export const BudgetNotices = ({ estimate, count }: { estimate: SendEstimate; count: number }) =>
  findExceeded(estimate, count).map(({ title, budget }) => (
    <Notice key={title} tone="bad" title={title}>
      {budget?.stops === true
        ? t('Gifts that no longer fit are not sent.')
        : t('The budget does not stop gifts.')}
    </Notice>
  ))
