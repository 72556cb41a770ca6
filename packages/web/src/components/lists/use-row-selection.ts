import { useCallback, useState } from 'react'
import type { Query } from '#web/api.ts'

/** The selected rows of a list, for bulk actions. */
export interface RowSelection<Row> {
  /** The rows that are loaded and selected. */
  rows: readonly Row[]
  /** The number of all selected rows. Some of them may not be loaded. */
  count: number
  /** The query of the list while all matching rows are selected. Some of these rows may not be loaded. */
  matchingQuery: Query | undefined
  clear: () => void
}

/**
 * Returns the selected rows of a list, and functions that change the selection. The user can select rows one
 * by one, or all matching rows until the selection of a row changes.
 */
export function useRowSelection<Row extends { id: string }>(rows: readonly Row[], query: Query) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [matching, setMatching] = useState<{ key: string; count: number }>()
  const key = JSON.stringify(query)
  const isAll = matching?.key === key
  const selected = isAll ? rows : rows.filter(({ id }) => ids.has(id))
  const set = (next: Iterable<string>) => {
    setIds(new Set(next))
    setMatching(undefined)
  }
  const clear = () => set([])
  // This value stays the same while not all rows are selected. So selecting a row renders only that row
  // again.
  const allIds = isAll ? rows : undefined
  const toggle = useCallback(
    (id: string) => {
      setIds((previous) => {
        const next = new Set(allIds?.map((row) => row.id) ?? previous)
        if (!next.delete(id)) next.add(id)
        return next
      })
      setMatching(undefined)
    },
    [allIds],
  )
  const selection: RowSelection<Row> = {
    rows: selected,
    count: isAll ? matching.count : selected.length,
    matchingQuery: isAll ? query : undefined,
    clear,
  }
  return {
    selection,
    isSelected: (id: string) => isAll || ids.has(id),
    toggle,
    toggleLoaded: () => set(selected.length === rows.length ? [] : rows.map(({ id }) => id)),
    selectMatching: (count: number) => setMatching({ key, count }),
  }
}
