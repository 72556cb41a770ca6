import { useEffect, useMemo, useState } from 'react'
import { apiUrl, type Query } from '#web/api.ts'

const highlightMs = 2_000 // milliseconds for which a changed row is highlighted

interface LiveUpdates {
  /** Rows that have just changed. */
  changedIds: ReadonlySet<string>
  /** The number of new rows since the list was loaded. */
  newCount: number
  /** Loads the new rows. */
  reload: () => void
}

/**
 * Subscribes to changes of these rows and counts new rows that match the query. The browser reconnects a lost
 * stream automatically.
 */
export function useLiveUpdates(
  topic: string | undefined,
  rows: readonly { id: string }[],
  query: Query,
  refetch: () => void,
  isNewestFirst = true,
): LiveUpdates {
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set())
  const [newCount, setNewCount] = useState(0)
  const ids = rows
    .slice(0, 100)
    .map(({ id }) => id)
    .join(',')
  // in another order, the first row does not tell which rows are new
  const newest = isNewestFirst ? rows[0]?.id : undefined
  const filters = apiUrl('', query).split('?')[1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream belongs to these rows; refetch is always the latest
  useEffect(() => {
    setNewCount(0)
    if (topic === undefined || ids === '') return
    const source = new EventSource(apiUrl('/stream', { topic, ids, newest, filters }))
    let timer: ReturnType<typeof setTimeout> | undefined
    // also after a reconnect, because events in between are lost
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

/**
 * Subscribes to changes of the one row that a page shows. The subscription begins when the row is loaded: a refetch
 * during the first load would return the result of that load, which can be older than the change.
 */
export function useLiveRow(
  topic: string,
  row: { id: string } | undefined,
  refetch: () => void,
): LiveUpdates {
  const id = row?.id
  const rows = useMemo(() => (id === undefined ? [] : [{ id }]), [id])
  return useLiveUpdates(topic, rows, {}, refetch, false)
}
