import { useEffect, useRef, useState } from 'react'
import { apiUrl, type Query, toQueryText } from '#web/api.ts'

const highlightMs = 2_000 // how many milliseconds a changed row is highlighted

interface LiveRow {
  id: string
  /**
   * The version of the row, which grows with each change. If rows have no version, the list loads again when
   * its stream opens.
   */
  version?: number
}

interface LiveUpdates {
  /** The ids of the rows that have just changed. */
  changedIds: ReadonlySet<string>
  /** The number of new rows since the list was loaded. */
  newCount: number
  /** Loads the new rows. */
  reload: () => void
}

/**
 * Subscribes to changes of the loaded rows, and counts new rows that match the query. The browser connects a
 * lost stream again automatically.
 */
export function useLiveUpdates(
  topic: string | undefined,
  rows: readonly LiveRow[],
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
  // If the list has another order, the first row does not show which rows are new.
  const newest = isNewestFirst ? rows[0]?.id : undefined
  const filters = toQueryText(query)
  const shown = useRef(rows)
  shown.current = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream belongs to these rows; refetch is always the latest
  useEffect(() => {
    setNewCount(0)
    if (topic === undefined || ids === '') return
    const source = new EventSource(apiUrl('/stream', { topic, ids, newest, filters }))
    let timer: ReturnType<typeof setTimeout> | undefined
    const readVersions = ({ data }: MessageEvent<string>): Readonly<Record<string, number>> =>
      JSON.parse(data).versions
    const isOlder = ({ id, version }: LiveRow, versions: Readonly<Record<string, number>>) =>
      version === undefined || version !== versions[id]
    // The event also arrives after a reconnect, because events in between are lost.
    source.addEventListener('ready', (event) => {
      const versions = readVersions(event)
      if (shown.current.some((row) => isOlder(row, versions))) refetch()
    })
    source.addEventListener('changed', (event) => {
      const versions = readVersions(event)
      // If the page itself wrote the change, the rows are already up to date.
      if (shown.current.some((row) => row.id in versions && isOlder(row, versions))) refetch()
      setChangedIds(new Set(Object.keys(versions)))
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
 * Subscribes to changes of the only row that a page shows. The subscription begins when the row is loaded.
 * Otherwise a refetch during the first load would return the result of that load, which can be older than the
 * change.
 */
export const useLiveRow = (
  topic: string,
  row: LiveRow | undefined,
  refetch: () => void,
): LiveUpdates => useLiveUpdates(topic, row === undefined ? [] : [row], {}, refetch, false)
