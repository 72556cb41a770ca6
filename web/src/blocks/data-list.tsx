import { Box, Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Query } from '#web/api.ts'
import { announce } from '#web/shell/announcer.tsx'
import { ColumnChoice, useColumns } from './column-choice.tsx'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { FoldingTable } from './folding-table.tsx'
import { useLive } from './live.ts'
import { Paged, usePaged } from './paged.tsx'
import { useRowKeys } from './row-keys.ts'
import { type Selection, useSelection } from './selection.ts'
import { RowsSkeleton } from './states.tsx'

export type { Filter } from './filter-bar.tsx'
export type { Selection } from './selection.ts'

export interface Column<Row> {
  /** The head of the column, and the label in a card. */
  head: string
  cell: (row: Row) => ReactNode
  /** Not on a phone. */
  wide?: boolean
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
  /** What a row is called, for people who hear the page: 'Select GR-…'. */
  nameOf?: (row: Row) => string
  /** With it, rows can be selected; it floats above the end of the window once some are. */
  bulk?: (selection: Selection<Row>) => ReactNode
  /** Whether `bulk` can do it with everything that matches, and not only with what is loaded. */
  canMatch?: boolean
  /** What is shown when there is nothing, and no filter is the reason. */
  empty: ReactNode
  /** The topic by which rows change as one looks; see surfaces/admin/stream.ts. */
  topic?: string
}

/** The list of anything: filters in the address, pages by cursor, cards where columns do not fit, live where it can be. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { path, query, filters = [], label, empty, topic, columns } = props
  const chosen = useColumns(path, columns)
  const paged = usePaged<Row>(path, query, filters)
  const { data, refetch, isFetching, hasNextPage } = paged.pages
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const live = useLive(topic, rows, paged.asked, () => void refetch())
  useAnnouncedCount(JSON.stringify(paged.asked), isFetching ? undefined : rows.length, hasNextPage)
  useEffect(() => {
    if (live.more > 0) announce(`${live.more} new`)
  }, [live.more])
  return (
    <Stack gap="sm">
      {filters.length > 0 && (
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <Box flex={1} miw={0}>
            <FilterBar {...paged.bar} />
          </Box>
          <ColumnChoice columns={columns} hidden={chosen.hidden} toggle={chosen.toggle} />
        </Group>
      )}
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
      <Paged of={paged} waiting={<RowsSkeleton />} empty={empty}>
        <Rows
          {...props}
          columns={chosen.shown}
          rows={rows}
          asked={paged.asked}
          hasMore={hasNextPage}
          fresh={live.fresh}
          label={label}
        />
      </Paged>
    </Stack>
  )
}

/** Says how many rows other filters leave, once they are loaded. */
function useAnnouncedCount(query: string, count: number | undefined, hasMore: boolean): void {
  const announced = useRef<string>(undefined)
  useEffect(() => {
    if (count === undefined || announced.current === query) return
    if (announced.current !== undefined)
      announce(
        `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}${hasMore ? ', and more' : ''}`,
      )
    announced.current = query
  }, [query, count, hasMore])
}

interface RowsProps<Row extends { id: string }> extends DataListProps<Row> {
  rows: readonly Row[]
  asked: Query
  hasMore: boolean
  fresh: ReadonlySet<string>
}

function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, asked, hasMore, fresh, label, columns, to, actions, nameOf, bulk, canMatch } = props
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  const { selection, has, toggle, toggleLoaded, selectMatching } = useSelection(rows, asked)
  const count = selection.rows.length
  return (
    <>
      <FoldingTable label={label} isPanel>
        <thead>
          <tr>
            {bulk !== undefined && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label="Select all that are loaded"
                  checked={count === rows.length}
                  indeterminate={count > 0 && count < rows.length}
                  onChange={toggleLoaded}
                />
              </th>
            )}
            {columns.map(({ head, wide }) => (
              <th key={head} scope="col" {...(wide && { className: 'minor' })}>
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
                <td data-select>
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${nameOf?.(row) ?? row.id}`}
                    checked={has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
              )}
              {columns.map((column, at) => (
                <Cell
                  key={column.head}
                  column={column}
                  row={row}
                  {...(at === 0 && { to, isFirst: true })}
                />
              ))}
              {actions !== undefined && <td className="actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </FoldingTable>
      {bulk !== undefined && count > 0 && (
        <Group
          className="panel selection-bar"
          p="xs"
          px="md"
          justify="space-between"
          role="region"
          aria-label="Selection"
        >
          <Group gap="xs">
            <Text size="sm" aria-live="polite">
              {selection.matching === undefined
                ? `${count.toLocaleString('en')} selected`
                : 'All that match are selected'}
            </Text>
            {canMatch && hasMore && count === rows.length && selection.matching === undefined && (
              <Button size="compact-sm" variant="subtle" onClick={selectMatching}>
                Select all that match
              </Button>
            )}
          </Group>
          <Group gap="xs">
            {bulk(selection)}
            <Button size="xs" variant="subtle" onClick={selection.clear}>
              Clear
            </Button>
          </Group>
        </Group>
      )}
    </>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  to?: ((row: Row) => string) | undefined
  isFirst?: boolean
}

/** The first cell of a row is its link, and the heading of its card. */
function Cell<Row>({ column, row, to, isFirst = false }: CellProps<Row>) {
  return (
    <td
      data-label={column.head}
      {...(isFirst && { 'data-first': true })}
      {...(column.wide && { className: 'minor' })}
    >
      {to !== undefined ? (
        <Link to={to(row)} data-row className="row-link">
          {column.cell(row)}
        </Link>
      ) : (
        <div>{column.cell(row)}</div>
      )}
    </td>
  )
}
