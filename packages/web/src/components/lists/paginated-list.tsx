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

/**
 * The number of items on each page after the first page. These pages are larger, because a user who loads
 * more items reads a long list.
 */
const laterPageSize = '100'

/** The source of the items of a list. */
export interface ListSource<Path extends string> {
  /** The path of the list, relative to /admin/api. */
  path: Path
  /** The query parameters in addition to the filters. */
  query?: [QueryAt<Path>] extends [never] ? Query : QueryAt<Path>
}

export interface UncheckedSource {
  path: string
  query?: Query
}

/** Loads a list page by page. The URL contains the filters and the order. */
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
    // A list shows the cached rows first. The query then loads them again, because a page that the user
    // opened from the list can have changed them.
    refetchOnMount: 'always',
    // If only the order changes, the old rows stay visible until the sorted rows arrive, and the focus stays
    // on the heading.
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

/** Shows the loaded items, the empty state or the error, and the button that loads more items. */
export function PaginatedList({
  list: { pages, filterBar },
  skeleton,
  empty,
  children,
}: {
  list: ReturnType<typeof usePaginatedList>
  skeleton: ReactNode
  /** The content to show when the list is empty without any filter. */
  empty: ReactNode
  /** The rendered items of the list. */
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

/**
 * Returns whether an error means that a request got no response. The connection bar reports this problem,
 * with the age of the data on the page.
 */
const isOffline = (error: Error) => error instanceof ApiError && error.status === 0

/** The message of a list whose filters match nothing. */
export const NoMatches = ({ clear }: { clear: () => void }) => (
  <Stack align="center" py={40} gap="xs">
    <Text fw={600}>{t('Nothing matches these filters')}</Text>
    <Button variant="light" size="xs" onClick={clear}>
      {t('Clear filters')}
    </Button>
  </Stack>
)
