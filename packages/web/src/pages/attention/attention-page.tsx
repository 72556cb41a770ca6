import { Stack } from '@mantine/core'
import type { AttentionEntry } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Filter, FilterBar } from '#web/components/lists/filter-bar.tsx'
import {
  NoMatches,
  PaginatedList,
  usePaginatedList,
} from '#web/components/lists/paginated-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { t } from '#web/i18n/attention.ts'
import { useSession } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { Entry } from './entry.tsx'
import { type GroupFilters, ItemGroup } from './group.tsx'
import { kindOptions } from './kinds.ts'
import './attention.css'

/** The page with the problems that a person must resolve, and with the actions that resolve them. */
export function AttentionPage() {
  const { filters, set } = useUrlFilters()
  const definitions = useFilters()
  const { state = 'open' } = filters
  const isGrouped = state === 'open' || state === 'snoozed'
  return (
    <Page
      title={t('Needs attention')}
      about={t('Problems that someone needs to solve. Each disappears once its cause is resolved.')}
    >
      <Stack>
        <FilterBar definitions={definitions} filters={filters} set={set} />
        {isGrouped ? (
          <Groups
            kind={filters.kind}
            filters={{ state, ...(filters.assignee_id && { assignee_id: filters.assignee_id }) }}
            clear={() => set({ kind: undefined, state: undefined, assignee_id: undefined })}
          />
        ) : (
          <EndedItems definitions={definitions} />
        )}
      </Stack>
    </Page>
  )
}

function useFilters(): Filter[] {
  const me = useSession().data?.me
  const { data } = useRead('/attention/assignees', undefined, { staleTime: 300_000 })
  const others = data?.data.filter(({ id }) => id !== me?.id) ?? []
  return [
    { name: 'kind', label: t('Kind'), options: kindOptions },
    {
      name: 'state',
      label: t('Status'),
      options: [
        { value: 'open', label: t('Open|state') },
        { value: 'snoozed', label: t('Snoozed') },
        { value: 'cleared', label: t('Ended') },
      ],
    },
    {
      name: 'assignee_id',
      label: t('Assigned to'),
      options: [
        ...(me == null ? [] : [{ value: me.id, label: t('Me') }]),
        { value: 'none', label: t('No one') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ]
}

/** The open or the snoozed items, grouped by kind and cause. */
function Groups({
  kind,
  filters,
  clear,
}: {
  kind: string | undefined
  filters: GroupFilters
  clear: () => void
}) {
  const { data, error, refetch } = useRead('/attention/groups', { kind, ...filters })
  if (data === undefined)
    return error === null ? (
      <RowsSkeleton rows={4} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  if (data.data.length > 0)
    return (
      <ul className="attention-list" aria-label={t('What needs attention')}>
        {data.data.map((group) => (
          <ItemGroup key={`${group.kind} ${group.cause}`} group={group} filters={filters} />
        ))}
      </ul>
    )
  const isFiltered = kind !== undefined || filters.assignee_id !== undefined
  return (
    <div className="panel">
      {isFiltered || filters.state === 'snoozed' ? <NoMatches clear={clear} /> : <Empty />}
    </div>
  )
}

const Empty = () => (
  <EmptyList guide="attention" title={t('You’re all caught up')}>
    {t('Nothing needs attention.')}
  </EmptyList>
)

function EndedItems({ definitions }: { definitions: readonly Filter[] }) {
  const list = usePaginatedList<AttentionEntry>('/attention', {}, definitions)
  const entries = list.pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <PaginatedList list={list} skeleton={<RowsSkeleton rows={4} />} empty={<Empty />}>
      <ul className="attention-list" aria-label={t('What needs attention')}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </PaginatedList>
  )
}
