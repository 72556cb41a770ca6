import { useEffect, useState } from 'react'
import { addressOf, type Query } from '#web/api.ts'

const shownFor = 2_000 // milliseconds that a changed row is marked

interface Live {
  /** Rows that have just changed. */
  fresh: ReadonlySet<string>
  /** How many are new since the list was loaded. */
  more: number
  /** Loads them. */
  show: () => void
}

/**
 * Hears, as it happens, which of these rows change, and how many new ones match the query. Where a stream cannot stay
 * open, the browser opens it again by itself.
 */
export function useLive(
  topic: string | undefined,
  rows: readonly { id: string }[],
  query: Query,
  refetch: () => void,
): Live {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const [more, setMore] = useState(0)
  const ids = rows
    .slice(0, 100)
    .map(({ id }) => id)
    .join(',')
  const newest = rows[0]?.id
  const filters = addressOf('', query).split('?')[1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream belongs to these rows; refetch is always the last one
  useEffect(() => {
    setMore(0)
    if (topic === undefined || ids === '') return
    const source = new EventSource(addressOf('/stream', { topic, ids, newest, filters }))
    let timer: ReturnType<typeof setTimeout> | undefined
    // also after a stream was lost and opened again: what happened meanwhile was told to nobody
    source.addEventListener('ready', () => refetch())
    source.addEventListener('changed', ({ data }) => {
      refetch()
      setFresh(new Set((JSON.parse(data) as { ids: string[] }).ids))
      clearTimeout(timer)
      timer = setTimeout(() => setFresh(new Set()), shownFor)
    })
    source.addEventListener('more', ({ data }) =>
      setMore((JSON.parse(data) as { count: number }).count),
    )
    source.addEventListener('signed_out', () => source.close())
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [topic, ids, newest, filters])
  return { fresh, more, show: refetch }
}
