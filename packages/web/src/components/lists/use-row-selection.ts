import { useCallback, useState } from 'react'
import type { Query } from '#web/api.ts'

/** The selected rows of a list, for bulk actions. */
export interface RowSelection<Row> {
  /** Loaded and selected rows. */
  rows: readonly Row[]
  /** The number of selected rows, loaded or not. */
  count: number
  /** The query of the list while all matching rows are selected, loaded or not. */
  matchingQuery: Query | undefined
  clear: () => void
}

/** Selects rows by id, or all matching rows until the selection of a row changes. */
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
  // stable while the selection is not 'all', so that selecting a row renders this row only
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
