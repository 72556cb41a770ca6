import { Button, Stack, Text } from '@mantine/core'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QueryAt } from '#web/admin-api.ts'
import { ApiError, type Paginated, type Query, readPage } from '#web/api.ts'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { t } from '#web/i18n/common.ts'
import { buildClearedFilters, type Filter } from './filter-bar.tsx'
import { type SortName, toOrderQuery, useListOrder } from './list-order.ts'
import { useUrlFilters } from './use-url-filters.ts'

/** Pages after the first one are larger: who loads more reads a long list. */
const laterPageSize = '100'

/** Where the items of a list come from. */
export interface ListSource<Path extends string> {
  /** Path below /admin/api. */
  path: Path
  /** Query parameters besides the filters. */
  query?: [QueryAt<Path>] extends [never] ? Query : QueryAt<Path>
}

export interface UncheckedSource {
  path: string
  query?: Query
}

/** Loads a list page by page, filtered and sorted by the URL. */
export function usePaginatedList<Row extends { id: string }>(
  path: string,
  query: Query | undefined,
  definitions: readonly Filter[],
  sorts: readonly SortName[] = [],
) {
  const { filters, set } = useUrlFilters()
  const order = useListOrder(sorts)
  const orderQuery = toOrderQuery(order.current)
  const activeQuery: Record<string, Query[string]> = { ...query }
  for (const { name, apiParam } of definitions)
    if (filters[name]) activeQuery[apiParam ?? name] = filters[name]
  const pages = useInfiniteQuery<
    Paginated<Row>,
    Error,
    InfiniteData<Paginated<Row>>,
    readonly unknown[],
    string
  >({
    queryKey: ['list', path, activeQuery, orderQuery],
    queryFn: ({ pageParam, signal }) =>
      readPage(
        path,
        {
          ...activeQuery,
          ...orderQuery,
          ...(pageParam && { after: pageParam, limit: laterPageSize }),
        },
        signal,
      ),
    // a list shows the cached rows first: a page opened from it can have changed them
    refetchOnMount: 'always',
    // in another order the rows stay until they are sorted, and the focus stays on the heading
    placeholderData: (previous, previousQuery) =>
      isSameList(previousQuery?.queryKey, path, activeQuery) ? previous : undefined,
    initialPageParam: '',
    getNextPageParam: (last) =>
      last.has_more ? (last.next_after ?? last.data.at(-1)?.id) : undefined,
  })
  return { pages, activeQuery, order, filterBar: { definitions, filters, set } }
}

const isSameList = (key: readonly unknown[] | undefined, path: string, query: Query): boolean =>
  key?.[1] === path && JSON.stringify(key[2]) === JSON.stringify(query)

/** Renders the loaded items, the empty state or the error, and the button that loads more. */
export function PaginatedList({
  list: { pages, filterBar },
  skeleton,
  empty,
  children,
}: {
  list: ReturnType<typeof usePaginatedList>
  skeleton: ReactNode
  /** Shown when the list is empty without any filter. */
  empty: ReactNode
  /** The rendered items. */
  children: ReactNode
}) {
  const isFiltered = filterBar.definitions.some(({ name }) => filterBar.filters[name])
  return (
    <>
      {pages.error !== null && !(isOffline(pages.error) && pages.data !== undefined) && (
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      )}
      {pages.isPending && skeleton}
      {pages.data?.pages[0]?.data.length === 0 ? (
        <div className="panel">
          {isFiltered ? (
            <NoMatches clear={() => filterBar.set(buildClearedFilters(filterBar.definitions))} />
          ) : (
            empty
          )}
        </div>
      ) : (
        pages.data !== undefined && children
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          {t('Load more')}
        </Button>
      )}
    </>
  )
}

/** Whether a request got no response. The connection bar reports this, with the age of the shown data. */
const isOffline = (error: Error) => error instanceof ApiError && error.status === 0

const NoMatches = ({ clear }: { clear: () => void }) => (
  <Stack align="center" py={40} gap="xs">
    <Text fw={600}>{t('Nothing matches these filters')}</Text>
    <Button variant="light" size="xs" onClick={clear}>
      {t('Clear filters')}
    </Button>
  </Stack>
)
