import type { BulkAction } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { EmptyState } from '#web/components/feedback/status-views.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DataList } from '#web/components/lists/data-list.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { actionStates, describeAction } from './bulk-actions.ts'

/** The page with the bulk actions of the last 30 days. */
export const BulkActionsPage = () => (
  <Page
    title={t('Bulk actions')}
    about={t('Actions on several gifts at once. Their results are deleted after 30 days.')}
  >
    <DataList
      label={t('Bulk actions')}
      path="/bulk-actions"
      columns={columns}
      to={({ id }) => `/gift-requests/bulk-actions/${id}`}
      empty={
        <EmptyState title={t('No bulk actions yet')}>
          {t('Select several gifts in the list, and choose what to do with them.')}
        </EmptyState>
      }
    />
  </Page>
)

const columns: readonly Column<BulkAction>[] = [
  { header: t('Action'), cell: (action) => describeAction(action) },
  { header: t('Status'), cell: (action) => <ActionStateBadge action={action} /> },
  { header: t('Started by'), isDesktopOnly: true, cell: ({ requested_by }) => requested_by.name },
  { header: t('Started'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { header: t('Selected gifts'), isNumeric: true, cell: ({ gifts }) => formatNumber(gifts) },
  { header: t('Changed gifts'), isNumeric: true, cell: ({ done }) => formatNumber(done) },
  { header: t('Not changed'), isNumeric: true, cell: ({ rejected }) => formatNumber(rejected) },
]

export function ActionStateBadge({ action: { state } }: { action: BulkAction }) {
  const [label, tone] = actionStates[state]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
