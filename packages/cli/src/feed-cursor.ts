import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CliContext } from './context.ts'
import { uuidTimestamp } from './feed-event.ts'
import { readJsonFile, stateDir, writePrivateFile } from './paths.ts'

/*
 * The position in an event feed. An event id is generated before its transaction commits. So an event can
 * appear shortly after another event with a later id. Therefore a cursor has two parts: an event up to which
 * every event was processed, and the ids of the processed events after it.
 *
 * The client polls the feed. A stream would need a connection for each listener, a buffer for broken
 * connections, and a proxy that allows long connections. A relay would be an additional service that sees all
 * data.
 */

export interface FeedCursor {
  /** The last event up to which every event was processed. Null if no event was processed. */
  settled: string | null
  seen: readonly string[]
}

/**
 * The maximum time in milliseconds between two commits whose order differs from the order of their ids. A
 * statement of the service takes at most 5 s.
 */
const overlapMs = 60_000

/** Returns the cursor after this event. @param now  the time of the service, in milliseconds */
export function advanceCursor(cursor: FeedCursor, id: string, now: number): FeedCursor {
  return settleCursor({ ...cursor, seen: [...cursor.seen, id].sort() }, now)
}

/** Removes old ids from `seen`. An id is old if no late event can appear before it any more. */
export function settleCursor({ settled, seen }: FeedCursor, now: number): FeedCursor {
  const settledIds = seen.filter((id) => uuidTimestamp(id) < now - overlapMs)
  const last = settledIds.at(-1)
  if (last === undefined) return { settled, seen }
  const next = settled !== null && settled > last ? settled : last
  return { settled: next, seen: seen.filter((id) => !settledIds.includes(id)) }
}

export const isNew = ({ settled, seen }: FeedCursor, id: string): boolean =>
  (settled === null || id > settled) && !seen.includes(id)

/** Stores the cursor of an event feed in a file. Each feed and each use has its own file. */
export interface CursorStore {
  read(): FeedCursor | undefined
  write(cursor: FeedCursor): void
}

export function createCursorStore(
  context: CliContext,
  ...keyParts: readonly string[]
): CursorStore {
  const name = createHash('sha256').update(JSON.stringify(keyParts)).digest('hex').slice(0, 24)
  const path = join(stateDir(context), 'listen', `${name}.json`)
  return {
    read() {
      const saved = readJsonFile<Partial<FeedCursor>>(path)
      if (saved === undefined || !Array.isArray(saved.seen)) return undefined
      return { settled: saved.settled ?? null, seen: saved.seen }
    },
    write: ({ settled, seen }) => writePrivateFile(path, JSON.stringify({ settled, seen })),
  }
}
