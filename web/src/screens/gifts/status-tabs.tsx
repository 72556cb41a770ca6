import './gifts.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useFilters } from '#web/blocks/filters.ts'
import { type TabStatus, tabStatuses, tabWords } from './words.ts'

/** Those of `capped` are so many at least: more than that is not counted. */
interface Counts extends Record<TabStatus | 'all', number> {
  capped: readonly (TabStatus | 'all')[]
}

const every = 15_000 // milliseconds between two counts

/** The statuses, each with how many there are under the other filters. */
export function StatusTabs({ query }: { query: Record<string, string | undefined> }) {
  const { filters, set } = useFilters()
  const { data } = useQuery({
    queryKey: ['gift-counts', query],
    queryFn: ({ signal }) => api.get<Counts>('/gift-requests/counts', query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })
  const shown = (status: TabStatus | 'all') =>
    data && `${data[status].toLocaleString('en')}${data.capped.includes(status) ? '+' : ''}`
  const tab = (value: string | undefined, label: string, count: string | undefined) => (
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw itself
    <div className="tabs" role="group" aria-label="Status">
      {tab(undefined, 'All', shown('all'))}
      {tabStatuses.map((status) => tab(status, tabWords[status], shown(status)))}
    </div>
  )
}
