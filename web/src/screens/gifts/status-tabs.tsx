import './gifts.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useFilters } from '#web/blocks/filters.ts'
import { type Status, statuses, statusWords } from './words.ts'

/** Those of `capped` are so many at least: more than that is not counted. */
interface Counts extends Record<Status, number> {
  capped: readonly Status[]
}

const every = 15_000 // milliseconds between two counts

/** The five statuses, each with how many there are under the other filters. */
export function StatusTabs({ query }: { query: Record<string, string | undefined> }) {
  const { filters, set } = useFilters()
  const { data } = useQuery({
    queryKey: ['gift-counts', query],
    queryFn: ({ signal }) => api.get<Counts>('/gift-requests/counts', query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })
  const shown = (status: Status) =>
    data && `${data[status].toLocaleString('en')}${data.capped.includes(status) ? '+' : ''}`
  const all = data && statuses.reduce((sum, status) => sum + data[status], 0)
  const sum = all === undefined ? undefined : all.toLocaleString('en')
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
      {tab(undefined, 'All', data?.capped.length ? `${sum}+` : sum)}
      {statuses.map((status) => tab(status, statusWords[status], shown(status)))}
    </div>
  )
}
