import './gifts.css'
import { keepPreviousData } from '@tanstack/react-query'
import { useVisibleTab } from '#web/components/layout/use-visible-tab.ts'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { useRead } from '#web/use-read.ts'
import { type TabStatus, tabLabels, tabStatuses } from './gift-labels.ts'

const pollIntervalMs = 15_000

/** Tabs with the statuses of gifts. The count in each tab considers the other filters. */
export function StatusTabs({ query }: { query: Record<string, string | undefined> }) {
  const { filters, set } = useUrlFilters()
  const { data } = useRead('/gift-requests/counts', query, {
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  })
  const tabs = useVisibleTab<HTMLDivElement>(`${filters.status} ${data !== undefined}`)
  const formatStatusCount = (status: TabStatus | 'all') =>
    data && `${formatNumber(data[status])}${data.capped.includes(status) ? '+' : ''}`
  const renderTab = (value: string | undefined, label: string, count: string | undefined) => (
    <button
      key={label}
      type="button"
      aria-pressed={filters.status === value}
      onClick={() => set({ status: value })}
    >
      {label}
      <span className="count">{count ?? '…'}</span>
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own border
    <div ref={tabs} className="tabs" role="group" aria-label={t('Status')}>
      {renderTab(undefined, t('All'), formatStatusCount('all'))}
      {tabStatuses.map((status) => renderTab(status, tabLabels[status], formatStatusCount(status)))}
    </div>
  )
}
