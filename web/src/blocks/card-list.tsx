import './card-list.css'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, Fragment, type ReactNode, useRef } from 'react'
import { api, type Listed, type Query } from '#web/api.ts'
import { cleared, type Filter, FilterBar } from './filter-bar.tsx'
import { useFilters } from './filters.ts'
import { useRowKeys } from './row-keys.ts'
import { ErrorState } from './states.tsx'

interface CardListProps<Row extends { id: string }> {
  /** Below /admin/api. */
  path: string
  query?: Query
  filters: readonly Filter[]
  /** Draws those of one page, as `Cards`; what leads on carries `data-row`, for the keys j and k. */
  page: (rows: readonly Row[]) => ReactNode
  /** What is shown when there is nothing, and no filter is the reason. */
  empty: ReactNode
}

/** Cards in as many columns as fit. */
export function Cards<Row extends { id: string }>({
  label,
  rows,
  card,
  width,
}: {
  /** What is listed, for people who hear the page. */
  label: string
  rows: readonly Row[]
  card: (row: Row) => ReactNode
  /** The least width of a card, as CSS has it. */
  width: string
}) {
  return (
    <ul className="cards" aria-label={label} style={columns(width)}>
      {rows.map((row) => (
        <li key={row.id}>{card(row)}</li>
      ))}
    </ul>
  )
}

const columns = (width: string) => ({ '--card': width }) as CSSProperties

/** What is better seen than read in columns: cards in as many columns as fit, with a list's filters and pages. */
export function CardList<Row extends { id: string }>(props: CardListProps<Row>) {
  const { path, query = {}, filters: known, page, empty } = props
  const { filters, set } = useFilters()
  const body = useRef<HTMLDivElement>(null)
  useRowKeys(body)
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
  const loaded = pages.data?.pages ?? []
  const isEmpty = loaded[0]?.data.length === 0
  const isFiltered = known.some(({ name }) => filters[name])
  return (
    <Stack gap="md">
      <FilterBar known={known} filters={filters} set={set} />
      {pages.error !== null && (
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      )}
      {pages.isPending && <Waiting />}
      {isEmpty && (
        <div className="panel">
          {isFiltered ? <NothingFits clear={() => set(cleared(known))} /> : empty}
        </div>
      )}
      {!isEmpty && (
        <Stack gap="md" ref={body}>
          {loaded.map(({ data }) => (
            <Fragment key={data[0]?.id}>{page(data)}</Fragment>
          ))}
        </Stack>
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          More
        </Button>
      )}
    </Stack>
  )
}

const Waiting = () => (
  <ul className="cards" style={columns('17rem')} aria-busy="true" aria-label="Loading">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
      <li key={name} className="panel">
        <Stack p="md">
          <Skeleton h={16} w="60%" />
          <Skeleton h={12} />
          <Skeleton h={64} />
        </Stack>
      </li>
    ))}
  </ul>
)

const NothingFits = ({ clear }: { clear: () => void }) => (
  <Stack align="center" py={40} gap="xs">
    <Text fw={600}>Nothing fits these filters</Text>
    <Button variant="light" size="xs" onClick={clear}>
      Clear the filters
    </Button>
  </Stack>
)
