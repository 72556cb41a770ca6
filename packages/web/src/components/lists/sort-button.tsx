import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ListOrder, SortName } from './list-order.ts'

/** The current order of a list, and a function that changes it when the user clicks on a column. */
export interface ColumnOrder {
  current: ListOrder
  toggle: (sort: SortName) => void
}

/** Returns the value of the attribute `aria-sort` for a column. */
export const ariaSort = (sort: SortName, { current }: ColumnOrder) =>
  current.sort !== sort ? 'none' : current.order === 'asc' ? 'ascending' : 'descending'

interface SortButtonProps {
  label: string
  sort: SortName
  columnOrder: ColumnOrder
}

/** The heading of a column that sorts the list. */
export function SortButton({ label, sort, columnOrder }: SortButtonProps) {
  const { current, toggle } = columnOrder
  const isActive = current.sort === sort
  const Icon = isActive ? (current.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <>
      <button
        type="button"
        className="sort"
        {...(isActive && { 'data-active': true })}
        onClick={() => toggle(sort)}
      >
        {label}
        <Icon size={14} aria-hidden />
      </button>
      <span className="sort-name">{label}</span>
    </>
  )
}
