import './gifts.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useFilters } from '#web/blocks/filters.ts'
import { type Status, statuses, statusWords } from './words.ts'

const every = 15_000 // milliseconds between two counts

/** The five statuses, each with how many there are under the other filters. */
export function StatusTabs({ query }: { query: Record<string, string | undefined> }) {
  const { filters, set } = useFilters()
  const { data } = useQuery({
    queryKey: ['gift-counts', query],
    queryFn: ({ signal }) =>
      api.get<Record<Status, number>>('/gift-requests/counts', query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })
  const all = data && Object.values(data).reduce((sum, count) => sum + count, 0)
  const tab = (value: string | undefined, label: string, count: number | undefined) => (
    <button
      key={label}
      type="button"
      aria-pressed={filters.status === value}
      onClick={() => set({ status: value })}
    >
      {label}
      <span className="count">{count === undefined ? '…' : count.toLocaleString('en')}</span>
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw itself
    <div className="tabs" role="group" aria-label="Status">
      {tab(undefined, 'All', all)}
      {statuses.map((status) => tab(status, statusWords[status], data?.[status]))}
    </div>
  )
}
