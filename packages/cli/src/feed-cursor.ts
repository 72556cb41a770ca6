import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CliContext } from './context.ts'
import { uuidTimestamp } from './feed-event.ts'
import { readJsonFile, stateDir, writePrivateFile } from './paths.ts'

/*
 * The position in an event feed. An event id is generated before its transaction commits, so an event can
 * appear shortly after another event with a later id. Therefore a cursor has two parts: an event up to which
 * every event was processed, and the ids of the processed events after it.
 *
 * The feed is polled. A stream needs a connection for each listener, a buffer for broken ones and a proxy that allows long
 * connections; a relay is one more service, which sees all data.
 */

export interface FeedCursor {
  /** The last event up to which every event was processed. Null: none. */
  settled: string | null
  seen: readonly string[]
}

/**
 * The maximum delay in milliseconds between two commits in the reverse order of their ids. A statement of
 * the service takes at most 5 s.
 */
const overlapMs = 60_000

/** Returns the cursor after this event. @param now  the time of the service, in milliseconds */
export function advanceCursor(cursor: FeedCursor, id: string, now: number): FeedCursor {
  return settleCursor({ ...cursor, seen: [...cursor.seen, id].sort() }, now)
}

/** Removes ids from `seen` that are too old for a late event before them. */
export function settleCursor({ settled, seen }: FeedCursor, now: number): FeedCursor {
  const settledIds = seen.filter((id) => uuidTimestamp(id) < now - overlapMs)
  const last = settledIds.at(-1)
  if (last === undefined) return { settled, seen }
  const next = settled !== null && settled > last ? settled : last
  return { settled: next, seen: seen.filter((id) => !settledIds.includes(id)) }
}

export const isNew = ({ settled, seen }: FeedCursor, id: string): boolean =>
  (settled === null || id > settled) && !seen.includes(id)

/** A file for each feed and use. */
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
