import { useState } from 'react'
import type { Query } from '#web/api.ts'

/** Which rows of a list somebody has selected, for what can be done with many at once. */
export interface RowSelection<Row> {
  /** Those that are loaded and selected. */
  rows: readonly Row[]
  /** Set when everything that matches is selected, loaded or not: what the list was asked for. */
  matchingQuery: Query | undefined
  clear: () => void
}

/** Selected rows by id; or everything that matches, until a row is selected or cleared. */
export function useRowSelection<Row extends { id: string }>(rows: readonly Row[], query: Query) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [selectAllKey, setSelectAllKey] = useState<string>()
  const key = JSON.stringify(query)
  const isAll = selectAllKey === key
  const selected = isAll ? rows : rows.filter(({ id }) => ids.has(id))
  const set = (next: Iterable<string>) => {
    setIds(new Set(next))
    setSelectAllKey(undefined)
  }
  const clear = () => set([])
  const selection: RowSelection<Row> = {
    rows: selected,
    matchingQuery: isAll ? query : undefined,
    clear,
  }
  return {
    selection,
    isSelected: (id: string) => isAll || ids.has(id),
    toggle: (id: string) => {
      const selectedIds = selected.map((row) => row.id)
      set(
        selectedIds.includes(id) ? selectedIds.filter((each) => each !== id) : [...selectedIds, id],
      )
    },
    toggleLoaded: () => set(selected.length === rows.length ? [] : rows.map(({ id }) => id)),
    selectMatching: () => setSelectAllKey(key),
  }
}
