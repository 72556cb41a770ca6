import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CliContext } from './context.ts'
import { uuidTimestamp } from './feed-event.ts'
import { readJsonFile, stateDir, writePrivateFile } from './paths.ts'

/*
 * How far somebody has come in a feed. An event's id is drawn before its transaction commits, so one may
 * appear a little later than another with a later id. Hence a place is two things: an event before which
 * everything has been seen, and the ids of all that was seen behind it.
 */

export interface FeedCursor {
  /** All up to and including this one is settled; null: nothing yet. */
  settled: string | null
  seen: readonly string[]
}

/** How much later than another a transaction may commit whose id is earlier. A statement there takes 5 s at most. */
const overlapMs = 60_000

/** The place after this event. @param now  the service's time, in milliseconds */
export function advanceCursor(cursor: FeedCursor, id: string, now: number): FeedCursor {
  return settleCursor({ ...cursor, seen: [...cursor.seen, id].sort() }, now)
}

/** Lets go of what is too old to be overtaken any more. */
export function settleCursor({ settled, seen }: FeedCursor, now: number): FeedCursor {
  const settledIds = seen.filter((id) => uuidTimestamp(id) < now - overlapMs)
  const last = settledIds.at(-1)
  if (last === undefined) return { settled, seen }
  const next = settled !== null && settled > last ? settled : last
  return { settled: next, seen: seen.filter((id) => !settledIds.includes(id)) }
}

export const isNew = ({ settled, seen }: FeedCursor, id: string): boolean =>
  (settled === null || id > settled) && !seen.includes(id)

/** A file of its own for each feed and what is done with it. */
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
