import { useState } from 'react'
import type { Query } from '#web/api.ts'

/** Which rows of a list somebody has selected, for what can be done with many at once. */
export interface Selection<Row> {
  /** Those that are loaded and selected. */
  rows: readonly Row[]
  /** Set when everything that matches is selected, loaded or not: what the list was asked for. */
  matching: Query | undefined
  clear: () => void
}

/** Selected rows by id; or everything that matches, until a row is selected or cleared. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], query: Query) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [allOf, setAllOf] = useState<string>()
  const key = JSON.stringify(query)
  const isAll = allOf === key
  const selected = isAll ? rows : rows.filter(({ id }) => ids.has(id))
  const set = (next: Iterable<string>) => {
    setIds(new Set(next))
    setAllOf(undefined)
  }
  const clear = () => set([])
  const selection: Selection<Row> = {
    rows: selected,
    matching: isAll ? query : undefined,
    clear,
  }
  return {
    selection,
    has: (id: string) => isAll || ids.has(id),
    toggle: (id: string) => {
      const chosen = selected.map((row) => row.id)
      set(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
    },
    toggleLoaded: () => set(selected.length === rows.length ? [] : rows.map(({ id }) => id)),
    selectMatching: () => setAllOf(key),
  }
}
