import { definer, type OpeningConnector } from '#connections'
import type { ImportRow } from './import-row.ts'

/**
 * The port of lists of people outside, such as an address book. `docs/connectors/rosters.md` states what a roster guarantees,
 * and the kit in test/support/roster-kit.ts attacks it.
 */
export interface Roster {
  /** Reads what has changed. Never throws, ends soon after the signal, and returns no credential. */
  read(known: KnownEntries, signal: AbortSignal): Promise<RosterReading>
}

/** What the account knows of a roster. */
export interface KnownEntries {
  /** Where the last reading ended; null for the first one. */
  cursor: string | null
  /** The version of each known person by key; null for a person to be read again. */
  versions: ReadonlyMap<string, string | null>
}

export type RosterReading =
  | {
      ok: true
      /** Where the next reading continues; null if each reading compares everything. */
      cursor: string | null
      /** The people who are new, whose version has changed, or who are to be read again. */
      changed: readonly RosterEntry[]
      /** The keys of the known people whom the roster no longer has. */
      removed: readonly string[]
    }
  | { ok: false; reason: string }

/** A person of a roster, with the columns of an import. */
export interface RosterEntry extends Pick<ImportRow, 'cells' | 'errors'> {
  /** What identifies the person in the roster, at most 500 characters. */
  key: string
  version: string
}

/** A roster with more people is an error. */
export const maxRosterEntries = 20_000

/** A connector of the port `roster`. */
export interface RosterConnector extends OpeningConnector<'roster', Roster> {}

/** Declares a connector of the port `roster`. */
export const defineRoster = definer<RosterConnector>('roster')
