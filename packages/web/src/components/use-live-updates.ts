import { useEffect, useState } from 'react'
import { apiUrl, type Query } from '#web/api.ts'

const highlightMs = 2_000 // milliseconds that a changed row is marked

interface LiveUpdates {
  /** Rows that have just changed. */
  changedIds: ReadonlySet<string>
  /** How many are new since the list was loaded. */
  newCount: number
  /** Loads them. */
  reload: () => void
}

/**
 * Hears, as it happens, which of these rows change, and how many new ones match the query. Where a stream cannot stay
 * open, the browser opens it again by itself.
 */
export function useLiveUpdates(
  topic: string | undefined,
  rows: readonly { id: string }[],
  query: Query,
  refetch: () => void,
): LiveUpdates {
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set())
  const [newCount, setNewCount] = useState(0)
  const ids = rows
    .slice(0, 100)
    .map(({ id }) => id)
    .join(',')
  const newest = rows[0]?.id
  const filters = apiUrl('', query).split('?')[1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream belongs to these rows; refetch is always the last one
  useEffect(() => {
    setNewCount(0)
    if (topic === undefined || ids === '') return
    const source = new EventSource(apiUrl('/stream', { topic, ids, newest, filters }))
    let timer: ReturnType<typeof setTimeout> | undefined
    // also after a stream was lost and opened again: what happened meanwhile was told to nobody
    source.addEventListener('ready', () => refetch())
    source.addEventListener('changed', ({ data }) => {
      refetch()
      setChangedIds(new Set((JSON.parse(data) as { ids: string[] }).ids))
      clearTimeout(timer)
      timer = setTimeout(() => setChangedIds(new Set()), highlightMs)
    })
    source.addEventListener('more', ({ data }) =>
      setNewCount((JSON.parse(data) as { count: number }).count),
    )
    source.addEventListener('signed_out', () => source.close())
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [topic, ids, newest, filters])
  return { changedIds, newCount, reload: refetch }
}
