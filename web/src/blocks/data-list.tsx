import {
  Button,
  Checkbox,
  Group,
  Pill,
  Select,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { api, type Listed, type Query } from '#web/api.ts'
import { useFilters } from './filters.ts'
import { useLive } from './live.ts'
import { useRowKeys } from './row-keys.ts'
import { ErrorState, RowsSkeleton } from './states.tsx'

export interface Column<Row> {
  /** The head of the column, and the label on a phone. */
  head: string
  cell: (row: Row) => ReactNode
  /** Not on a phone. */
  wide?: boolean
}

export interface Filter {
  /** The parameter, in the address and for the server. */
  name: string
  label: string
  /** A choice, or text where there are none. */
  options?: readonly { value: string; label: string }[]
  /** Which the server takes it as, when not by `name`. */
  as?: string
}

interface DataListProps<Row extends { id: string }> {
  /** What is listed, for people who hear the page. */
  label: string
  /** Below /admin/api. */
  path: string
  /** What the server is asked for beside the filters. */
  query?: Query
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** Where a row leads; the first column is the link. */
  to?: (row: Row) => string
  /** At the end of the row. */
  actions?: (row: Row) => ReactNode
  /** With it, rows can be selected; it is shown above the list, once some are. */
  bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  /** What is shown when there is nothing, and no filter is the reason. */
  empty: ReactNode
  /** The topic by which rows change as one looks; see surfaces/admin/stream.ts. */
  topic?: string
}

/** The list of anything: filters in the address, pages by cursor, cards on a phone, live where it can be. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { path, query = {}, filters: known = [], label, empty, topic } = props
  const { filters, set } = useFilters()
  const asked: Query = { ...query }
  for (const { name, as } of known) if (filters[name]) asked[as ?? name] = filters[name]
  const key = ['list', path, asked]
  const pages = useInfiniteQuery<
    Listed<Row>,
    Error,
    InfiniteData<Listed<Row>>,
    readonly unknown[],
    string
  >({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api.get(path, { ...asked, ...(pageParam && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
  })
  const rows = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? [], [pages.data])
  const live = useLive(topic, rows, () => void pages.refetch())
  const isFiltered = known.some(({ name }) => filters[name])
  return (
    <Stack gap="sm">
      {known.length > 0 && <FilterBar known={known} filters={filters} set={set} />}
      {live.more > 0 && (
        <Button
          variant="light"
          size="xs"
          radius="xl"
          onClick={live.show}
          style={{ alignSelf: 'center' }}
        >
          {live.more} new
        </Button>
      )}
      {pages.error !== null && (
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      )}
      {pages.isPending && <RowsSkeleton />}
      {pages.data !== undefined && rows.length === 0 && (
        <div className="panel">
          {isFiltered ? <NothingFits clear={() => set(cleared(known))} /> : empty}
        </div>
      )}
      {rows.length > 0 && <Rows {...props} rows={rows} fresh={live.fresh} label={label} />}
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

const cleared = (known: readonly Filter[]) =>
  Object.fromEntries(known.map(({ name }) => [name, undefined]))

function Rows<Row extends { id: string }>({
  rows,
  fresh,
  label,
  columns,
  to,
  actions,
  bulk,
}: DataListProps<Row> & { rows: readonly Row[]; fresh: ReadonlySet<string> }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  const selected = rows.filter(({ id }) => chosen.has(id))
  const clear = () => setChosen(new Set())
  const toggle = (id: string) =>
    setChosen((was) =>
      was.has(id) ? new Set([...was].filter((each) => each !== id)) : new Set([...was, id]),
    )
  return (
    <>
      {bulk !== undefined && selected.length > 0 && (
        <Group
          className="panel"
          p="xs"
          px="md"
          justify="space-between"
          role="region"
          aria-label="Selection"
        >
          <Text size="sm" aria-live="polite">
            {selected.length} of {rows.length} loaded selected
          </Text>
          <Group gap="xs">
            {bulk(selected, clear)}
            <Button size="xs" variant="subtle" onClick={clear}>
              Clear
            </Button>
          </Group>
        </Group>
      )}
      <div className="panel">
        <table className="list" aria-label={label}>
          <thead>
            <tr>
              {bulk !== undefined && (
                <th scope="col">
                  <Checkbox
                    size="xs"
                    aria-label="Select all that are loaded"
                    checked={selected.length === rows.length}
                    indeterminate={selected.length > 0 && selected.length < rows.length}
                    onChange={() =>
                      setChosen(
                        selected.length === rows.length
                          ? new Set()
                          : new Set(rows.map(({ id }) => id)),
                      )
                    }
                  />
                </th>
              )}
              {columns.map(({ head, wide }) => (
                <th key={head} scope="col" {...(wide && { className: 'mantine-visible-from-sm' })}>
                  {head}
                </th>
              ))}
              {actions !== undefined && (
                <th scope="col">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr key={row.id} {...(fresh.has(row.id) && { 'data-fresh': true })}>
                {bulk !== undefined && (
                  <td>
                    <Checkbox
                      size="xs"
                      aria-label="Select this row"
                      checked={chosen.has(row.id)}
                      onChange={() => toggle(row.id)}
                    />
                  </td>
                )}
                {columns.map((column, at) => (
                  <td
                    key={column.head}
                    data-label={column.head}
                    {...(at === 0 && { 'data-first': true })}
                    {...(column.wide && { className: 'mantine-visible-from-sm' })}
                  >
                    {at === 0 && to !== undefined ? (
                      <Link to={to(row)} data-row className="row-link">
                        {column.cell(row)}
                      </Link>
                    ) : (
                      <div>{column.cell(row)}</div>
                    )}
                  </td>
                ))}
                {actions !== undefined && <td className="actions">{actions(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function FilterBar({
  known,
  filters,
  set,
}: {
  known: readonly Filter[]
  filters: Readonly<Record<string, string>>
  set: (change: Record<string, string | undefined>) => void
}) {
  const active = known.filter(({ name }) => filters[name])
  return (
    <Stack gap="xs">
      <Group gap="xs" role="search" aria-label="Filters">
        {known.map((filter) =>
          filter.options === undefined ? (
            <TextFilter
              key={filter.name}
              filter={filter}
              value={filters[filter.name] ?? ''}
              set={set}
            />
          ) : (
            <Select
              key={filter.name}
              size="sm"
              aria-label={filter.label}
              placeholder={filter.label}
              data={[...filter.options]}
              value={filters[filter.name] ?? null}
              onChange={(value) => set({ [filter.name]: value ?? undefined })}
              clearable
            />
          ),
        )}
      </Group>
      {active.length > 0 && (
        <Group gap={6}>
          {active.map(({ name, label, options }) => (
            <Pill
              key={name}
              withRemoveButton
              onRemove={() => set({ [name]: undefined })}
              removeButtonProps={{
                'aria-label': `Remove the filter ${label}`,
                tabIndex: 0,
                'aria-hidden': false,
              }}
            >
              {label}:{' '}
              {options?.find(({ value }) => value === filters[name])?.label ?? filters[name]}
            </Pill>
          ))}
          {active.length > 1 && (
            <Button size="compact-xs" variant="subtle" onClick={() => set(cleared(known))}>
              Clear all
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

function TextFilter({
  filter,
  value,
  set,
}: {
  filter: Filter
  value: string
  set: (change: Record<string, string | undefined>) => void
}) {
  const [typed, setTyped] = useState(value)
  const pass = useDebouncedCallback(
    (text: string) => set({ [filter.name]: text || undefined }),
    300,
  )
  return (
    <TextInput
      size="sm"
      key={value === '' ? 'empty' : 'filled'}
      data-filter
      aria-label={filter.label}
      placeholder={filter.label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={value === '' && typed === '' ? '' : typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        pass(event.currentTarget.value.trim())
      }}
    />
  )
}

const NothingFits = ({ clear }: { clear: () => void }) => (
  <Stack align="center" py={40} gap="xs">
    <Text fw={600}>Nothing fits these filters</Text>
    <Button variant="light" size="xs" onClick={clear}>
      Clear the filters
    </Button>
  </Stack>
)
