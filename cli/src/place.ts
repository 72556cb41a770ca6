import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Context } from './context.ts'
import { momentOf } from './feed-event.ts'
import { readJsonFile, stateFolder, writePrivately } from './folders.ts'

/*
 * How far somebody has come in a feed. An event's id is drawn before its transaction commits, so one may
 * appear a little later than another with a later id. Hence a place is two things: an event before which
 * everything has been seen, and the ids of all that was seen behind it.
 */

export interface Place {
  /** All up to and including this one is settled; null: nothing yet. */
  settled: string | null
  seen: readonly string[]
}

/** How much later than another a transaction may commit whose id is earlier. A statement there takes 5 s at most. */
const overlap = 60_000

/** The place after this event. @param now  the service's time, in milliseconds */
export function after(place: Place, id: string, now: number): Place {
  return settle({ ...place, seen: [...place.seen, id].sort() }, now)
}

/** Lets go of what is too old to be overtaken any more. */
export function settle({ settled, seen }: Place, now: number): Place {
  const old = seen.filter((id) => momentOf(id) < now - overlap)
  const last = old.at(-1)
  if (last === undefined) return { settled, seen }
  const next = settled !== null && settled > last ? settled : last
  return { settled: next, seen: seen.filter((id) => !old.includes(id)) }
}

export const isNew = ({ settled, seen }: Place, id: string): boolean =>
  (settled === null || id > settled) && !seen.includes(id)

/** A file of its own for each feed and what is done with it. */
export interface Keeper {
  read(): Place | undefined
  write(place: Place): void
}

export function keeperOf(context: Context, ...of: readonly string[]): Keeper {
  const name = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 24)
  const path = join(stateFolder(context), 'listen', `${name}.json`)
  return {
    read() {
      const kept = readJsonFile<Partial<Place>>(path)
      if (kept === undefined || !Array.isArray(kept.seen)) return undefined
      return { settled: kept.settled ?? null, seen: kept.seen }
    },
    write: ({ settled, seen }) => writePrivately(path, JSON.stringify({ settled, seen })),
  }
}
