import './data-list.css'
import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { ListItem, ListPath } from '#web/admin-api.ts'
import type { Query } from '#web/api.ts'
import { announce } from '#web/components/feedback/announcer.tsx'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { t } from '#web/i18n/common.ts'
import { Cell, type Column, ColumnHeaders } from './detail-table.tsx'
import { type Filter, FilterBar } from './filter-bar.tsx'
import type { SortName } from './list-order.ts'
import {
  type ListSource,
  PaginatedList,
  type UncheckedSource,
  usePaginatedList,
} from './paginated-list.tsx'
import { ResponsiveTable } from './responsive-table.tsx'
import { PreviewButton, RowPreview, useRowPreview } from './row-preview.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { ColumnOrder } from './sort-button.tsx'
import { useColumns } from './use-columns.ts'
import { useDensity } from './use-density.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import { type RowSelection, useRowSelection } from './use-row-selection.ts'
import { useRowShortcuts } from './use-row-shortcuts.ts'
import { ViewMenu } from './view-menu.tsx'

export type { Column } from './detail-table.tsx'
export type { Filter } from './filter-bar.tsx'
export type { RowSelection } from './use-row-selection.ts'

interface DataListProps<Row extends { id: string }> {
  /** The accessible name of the list. */
  label: string
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** Returns the link target of a row. The first column becomes the link. */
  to?: (row: Row) => string
  /** Renders the actions at the end of a row. */
  actions?: (row: Row) => ReactNode
  /**
   * Renders a summary of the row for the side panel. The user opens the panel with a button or the space bar.
   */
  preview?: (row: Row) => ReactNode
  /** Returns the accessible name of a row, such as 'Select GR-…'. */
  rowLabel?: (row: Row) => string
  /**
   * Renders the actions for the selected rows, and makes the rows selectable. The bar with the actions floats
   * above the bottom of the window while rows are selected.
   */
  renderBulkActions?: (selection: RowSelection<Row>) => ReactNode
  /**
   * The path that counts the matching rows. Defined if the bulk actions support all matching rows and not
   * only the loaded rows.
   */
  countPath?: '/gift-requests/count'
  /** The content to show when the list is empty without any filter. */
  empty: ReactNode
  /** The topic of the live updates of this list; see src/http/admin/stream.ts. */
  topic?: string
  /** Whether the server cannot sort the list while these filters are set. */
  isOrderFixed?: boolean
}

/**
 * A generic list with filters in the URL, cursor pagination and live updates. Rows become cards where the
 * columns do not fit.
 */
export function DataList<Path extends ListPath>(
  props: DataListProps<ListItem<Path>> & ListSource<Path>,
): ReactNode
export function DataList<Row extends { id: string }>(props: DataListProps<Row> & UncheckedSource) {
  const { path, query, filters = [], label, empty, topic, columns, isOrderFixed = false } = props
  const columnVisibility = useColumns(path, columns)
  const sorts = isOrderFixed ? noSorts : columns.flatMap(({ sort }) => sort ?? [])
  const list = usePaginatedList<Row>(path, query, filters, sorts)
  const { sort, order } = list.order.current
  const { data, refetch, isFetching, hasNextPage } = list.pages
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const live = useLiveUpdates(
    topic,
    rows,
    list.activeQuery,
    () => void refetch(),
    sort === 'created' && order === 'desc',
  )
  useAnnounceCount(
    JSON.stringify(list.activeQuery),
    isFetching ? undefined : rows.length,
    hasNextPage,
  )
  useEffect(() => {
    if (live.newCount > 0) announce(t('{count} new', { count: live.newCount }))
  }, [live.newCount])
  return (
    <Stack gap="sm">
      {filters.length > 0 && (
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <Box flex={1} miw={0}>
            <FilterBar {...list.filterBar} />
          </Box>
          <ViewMenu sorts={sorts} columns={columnVisibility} />
        </Group>
      )}
      {live.newCount > 0 && (
        <Button
          variant="light"
          size="xs"
          radius="xl"
          onClick={live.reload}
          style={{ alignSelf: 'center' }}
        >
          {t('{count} new', { count: live.newCount })}
        </Button>
      )}
      <PaginatedList list={list} skeleton={<RowsSkeleton />} empty={empty}>
        <DataRows
          {...props}
          columns={columnVisibility.visible}
          rows={rows}
          activeQuery={list.activeQuery}
          order={sorts.length > 0 ? list.order : undefined}
          hasMore={hasNextPage}
          changedIds={live.changedIds}
          label={label}
        />
      </PaginatedList>
    </Stack>
  )
}

const noSorts: readonly SortName[] = []

/**
 * Announces the number of rows to screen readers after the filters change. It waits until the rows are
 * loaded.
 */
function useAnnounceCount(query: string, count: number | undefined, hasMore: boolean): void {
  const announced = useRef<string>(undefined)
  useEffect(() => {
    if (count === undefined || announced.current === query) return
    if (announced.current !== undefined)
      announce(hasMore ? t('{count} rows, and more', { count }) : t('{count} rows', { count }))
    announced.current = query
  }, [query, count, hasMore])
}

interface DataRowsProps<Row extends { id: string }> extends DataListProps<Row> {
  rows: readonly Row[]
  activeQuery: Query
  order: ColumnOrder | undefined
  hasMore: boolean
  changedIds: ReadonlySet<string>
}

function DataRows<Row extends { id: string }>(props: DataRowsProps<Row>) {
  const {
    rows,
    activeQuery,
    order,
    hasMore,
    changedIds,
    label,
    columns,
    to,
    actions,
    preview,
    rowLabel,
    renderBulkActions,
    countPath,
  } = props
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const getLabel = (row: Row) => rowLabel?.(row) ?? row.id
  const rowPreview = useRowPreview(rows, getLabel)
  const { row: previewed } = rowPreview
  useRowShortcuts(bodyRef, preview && rowPreview.toggle)
  const hasActions = actions !== undefined || preview !== undefined
  const { selection, isSelected, toggle, toggleLoaded, selectMatching } = useRowSelection(
    rows,
    activeQuery,
  )
  const count = selection.rows.length
  const { density } = useDensity()
  return (
    <>
      <ResponsiveTable label={label} isPanel density={density}>
        <thead>
          <tr>
            {renderBulkActions !== undefined && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={t('Select all loaded rows')}
                  checked={count === rows.length}
                  indeterminate={count > 0 && count < rows.length}
                  onChange={toggleLoaded}
                />
              </th>
            )}
            <ColumnHeaders columns={columns} hasActions={hasActions} order={order} />
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {rows.map((row) => (
            <DataRow
              key={row.id}
              row={row}
              label={getLabel(row)}
              columns={columns}
              to={to}
              actions={actions}
              isFresh={changedIds.has(row.id)}
              isPreviewed={previewed?.id === row.id}
              isSelected={renderBulkActions === undefined ? undefined : isSelected(row.id)}
              toggle={toggle}
              follow={rowPreview.follow}
              togglePreview={preview && rowPreview.toggle}
            />
          ))}
        </tbody>
      </ResponsiveTable>
      {preview !== undefined && to !== undefined && previewed !== undefined && (
        <RowPreview label={getLabel(previewed)} to={to(previewed)} close={rowPreview.close}>
          {preview(previewed)}
        </RowPreview>
      )}
      {renderBulkActions !== undefined && count > 0 && (
        <SelectionBar
          selection={selection}
          matching={
            countPath !== undefined && hasMore && count === rows.length
              ? { countPath, query: activeQuery, select: selectMatching }
              : undefined
          }
        >
          {renderBulkActions(selection)}
        </SelectionBar>
      )}
    </>
  )
}

interface DataRowProps<Row> extends Pick<DataListProps<Row & { id: string }>, 'columns'> {
  row: Row
  /** The accessible name of the row. */
  label: string
  to: ((row: Row) => string) | undefined
  actions: ((row: Row) => ReactNode) | undefined
  isFresh: boolean
  isPreviewed: boolean
  /** Whether the row is selected. Undefined if rows cannot be selected. */
  isSelected: boolean | undefined
  toggle: (id: string) => void
  follow: (id: string) => void
  togglePreview: ((id: string) => void) | undefined
}

/** A row that renders again only when its own data changes, because a list can have a thousand rows. */
const DataRow = memo(function DataRow<Row extends { id: string }>(props: DataRowProps<Row>) {
  const { row, label, columns, to, actions, isSelected, toggle, follow, togglePreview } = props
  return (
    <tr
      data-id={row.id}
      {...(props.isFresh && { 'data-fresh': true })}
      {...(props.isPreviewed && { 'data-previewed': true })}
      onFocus={({ target }) => {
        if (target.matches('[data-row]')) follow(row.id)
      }}
    >
      {isSelected !== undefined && (
        <td data-select>
          <Checkbox
            size="xs"
            aria-label={t('Select {label}', { label })}
            checked={isSelected}
            onChange={() => toggle(row.id)}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <Cell
          key={column.header}
          column={column}
          row={row}
          {...(at === 0 && { to, isFirst: true })}
        />
      ))}
      {(actions !== undefined || togglePreview !== undefined) && (
        <td className="actions">
          {togglePreview !== undefined && (
            <PreviewButton label={label} onClick={() => togglePreview(row.id)} />
          )}
          {actions?.(row)}
        </td>
      )}
    </tr>
  )
}) as <Row extends { id: string }>(props: DataRowProps<Row>) => ReactNode
