import { Box, Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Query } from '#web/api.ts'
import { ColumnChoice, useColumns } from './column-choice.tsx'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { useLive } from './live.ts'
import { Paged, usePaged } from './paged.tsx'
import { useRowKeys } from './row-keys.ts'
import { RowsSkeleton } from './states.tsx'

export type { Filter } from './filter-bar.tsx'

export interface Column<Row> {
  /** The head of the column, and the label on a phone. */
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
  /** With it, rows can be selected; it is shown above the list, once some are. */
  bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  /** What is shown when there is nothing, and no filter is the reason. */
  empty: ReactNode
  /** The topic by which rows change as one looks; see surfaces/admin/stream.ts. */
  topic?: string
}

/** The list of anything: filters in the address, pages by cursor, cards on a phone, live where it can be. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { path, query, filters = [], label, empty, topic, columns } = props
  const chosen = useColumns(path, columns)
  const paged = usePaged<Row>(path, query, filters)
  const { data, refetch } = paged.pages
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const live = useLive(topic, rows, () => void refetch())
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
        <Rows {...props} columns={chosen.shown} rows={rows} fresh={live.fresh} label={label} />
      </Paged>
    </Stack>
  )
}

function Rows<Row extends { id: string }>({
  rows,
  fresh,
  label,
  columns,
  to,
  nameOf,
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
                      aria-label={`Select ${nameOf?.(row) ?? row.id}`}
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
