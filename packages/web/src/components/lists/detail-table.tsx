import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/common.ts'
import type { SortName } from './list-order.ts'
import { ResponsiveTable } from './responsive-table.tsx'
import { ariaSort, type ColumnOrder, SortButton } from './sort-button.tsx'

export interface Column<Row> {
  /** The heading of the column. In a card, it is the label of the value. */
  header: string
  cell: (row: Row) => ReactNode
  /** Whether phones omit the column. */
  isDesktopOnly?: boolean
  /** Whether the value is a sentence. A sentence takes a full line of a card. */
  isFullWidth?: boolean
  /** Whether the value takes two columns of a card. An email address does, for example. */
  isWide?: boolean
  /** Whether the values are numbers. A table aligns numbers to the right. */
  isNumeric?: boolean
  /** The CSS class of the cell, such as 'mono' for a font. */
  className?: string
  /** The sort order that this column gives to the list. */
  sort?: SortName
  /** Whether the column is hidden until the user adds it. */
  isOptional?: boolean
}

interface DetailTableProps<Row> {
  /** The accessible name of the table. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
  /** Returns the link target of a row. The first column becomes the link. */
  to?: (row: Row) => string
  /** Renders the actions at the end of a row. */
  actions?: ((row: Row) => ReactNode) | false
  /**
   * Whether a card shows the first value with a label. Otherwise the first value is the heading of the card.
   */
  hasNoHeading?: boolean
  /** Whether the table draws the border of a panel. */
  isPanel?: boolean
}

/** A short table on a page about another subject. The rows become cards where the columns do not fit. */
export function DetailTable<Row>(props: DetailTableProps<Row>) {
  const { label, rows, rowKey, columns, to, actions = false, hasNoHeading, isPanel } = props
  return (
    <ResponsiveTable label={label} isPanel={isPanel === true}>
      <thead>
        <tr>
          <ColumnHeaders columns={columns} hasActions={actions !== false} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, at) => (
              <Cell
                key={column.header}
                column={column}
                row={row}
                {...(at === 0 && { to, isFirst: hasNoHeading !== true })}
              />
            ))}
            {actions !== false && <td className="actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </ResponsiveTable>
  )
}

interface ColumnHeadersProps {
  columns: readonly Pick<Column<never>, 'header' | 'isDesktopOnly' | 'isNumeric' | 'sort'>[]
  hasActions: boolean
  /** The order of the rows. If defined, the headings of columns with `sort` are buttons. */
  order?: ColumnOrder | undefined
}

export const ColumnHeaders = ({ columns, hasActions, order }: ColumnHeadersProps) => (
  <>
    {columns.map(({ header, sort, ...column }) => (
      <th
        key={header}
        scope="col"
        {...toClassName(column)}
        {...(sort && order && { 'aria-sort': ariaSort(sort, order) })}
      >
        {sort && order ? <SortButton label={header} sort={sort} columnOrder={order} /> : header}
      </th>
    ))}
    {hasActions && (
      <th scope="col">
        <VisuallyHidden>{t('Actions')}</VisuallyHidden>
      </th>
    )}
  </>
)

const toClassName = ({
  isDesktopOnly = false,
  isNumeric = false,
  className = '',
}: Pick<Column<never>, 'isDesktopOnly' | 'isNumeric' | 'className'>) => {
  const names = [isDesktopOnly && 'minor', isNumeric && 'numeric', className].filter(Boolean)
  return names.length > 0 && { className: names.join(' ') }
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  to?: ((row: Row) => string) | undefined
  isFirst?: boolean
}

/** A cell of a row. The first cell is the link of the row, and the heading of its card. */
export function Cell<Row>({ column, row, to, isFirst = false }: CellProps<Row>) {
  return (
    <td
      data-label={column.header}
      {...(isFirst && { 'data-first': true })}
      {...(column.isFullWidth && { 'data-long': true })}
      {...(column.isWide && { 'data-wide': true })}
      {...toClassName(column)}
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
