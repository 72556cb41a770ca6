import { useMemo, useState } from 'react'

/**
 * The minimum number of columns for the choice of columns. Lists with fewer columns do not offer this choice.
 */
const minColumns = 5

interface HasHeader {
  header: string
  isOptional?: boolean
}

export interface ColumnVisibility<Column> {
  visible: readonly Column[]
  /** The columns that the user can show and hide. */
  choices: readonly { header: string; isVisible: boolean }[]
  toggle: (header: string) => void
}

/**
 * Returns the visible columns of a list. This browser stores the columns that differ from the default. The
 * first column links to the row and is always visible.
 */
export function useColumns<Column extends HasHeader>(
  list: string,
  columns: readonly Column[],
): ColumnVisibility<Column> {
  const key = `columns ${list.replaceAll('_', '-')}` // browsers have already stored this key with hyphens
  const [toggled, setToggled] = useState<ReadonlySet<string>>(
    () => new Set(localStorage.getItem(key)?.split('\n').filter(Boolean)),
  )
  return useMemo(() => {
    const isVisible = ({ header, isOptional = false }: Column) => isOptional === toggled.has(header)
    return {
      visible: columns.filter((column, at) => at === 0 || isVisible(column)),
      choices:
        columns.length < minColumns
          ? []
          : columns
              .slice(1)
              .map((column) => ({ header: column.header, isVisible: isVisible(column) })),
      toggle: (header) => {
        const next = new Set(toggled)
        if (!next.delete(header)) next.add(header)
        localStorage.setItem(key, [...next].join('\n'))
        setToggled(next)
      },
    }
  }, [columns, toggled, key])
}
