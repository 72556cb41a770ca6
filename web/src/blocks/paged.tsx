import { Button, Stack, Text } from '@mantine/core'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, api, type Listed, type Query } from '#web/api.ts'
import { cleared, type Filter } from './filter-bar.tsx'
import { useFilters } from './filters.ts'
import { ErrorState } from './states.tsx'

/** What is listed below a path, narrowed by what the address says, page by page. */
export function usePaged<Row extends { id: string }>(
  path: string,
  query: Query | undefined,
  known: readonly Filter[],
) {
  const { filters, set } = useFilters()
  const asked: Query = { ...query }
  for (const { name, as } of known) if (filters[name]) asked[as ?? name] = filters[name]
  const pages = useInfiniteQuery<
    Listed<Row>,
    Error,
    InfiniteData<Listed<Row>>,
    readonly unknown[],
    string
  >({
    queryKey: ['list', path, asked],
    queryFn: ({ pageParam, signal }) =>
      api.get(path, { ...asked, ...(pageParam && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
  })
  return { pages, asked, bar: { known, filters, set } }
}

/** Them, or why there are none; and the way to more. */
export function Paged({
  of: { pages, bar },
  waiting,
  empty,
  children,
}: {
  of: ReturnType<typeof usePaged>
  waiting: ReactNode
  /** What is shown when there is nothing, and no filter is the reason. */
  empty: ReactNode
  /** What was loaded, drawn. */
  children: ReactNode
}) {
  const isFiltered = bar.known.some(({ name }) => bar.filters[name])
  return (
    <>
      {pages.error !== null && !(isOffline(pages.error) && pages.data !== undefined) && (
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      )}
      {pages.isPending && waiting}
      {pages.data?.pages[0]?.data.length === 0 ? (
        <div className="panel">
          {isFiltered ? <NothingFits clear={() => bar.set(cleared(bar.known))} /> : empty}
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
          Load more
        </Button>
      )}
    </>
  )
}

/** The bar at the top of the page says this, and that what is shown is older. */
const isOffline = (error: Error) => error instanceof ApiError && error.status === 0

const NothingFits = ({ clear }: { clear: () => void }) => (
  <Stack align="center" py={40} gap="xs">
    <Text fw={600}>Nothing matches these filters</Text>
    <Button variant="light" size="xs" onClick={clear}>
      Clear filters
    </Button>
  </Stack>
)
